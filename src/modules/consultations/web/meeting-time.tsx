import { useTranslation } from "react-i18next";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./consultations.module.css";

/** The day and the times of a meeting, in Riyadh. */
export function MeetingTime({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  return (
    <p className={classes.when}>
      <strong>
        {format.weekday(startsAt, "long")} · <DateText at={startsAt} />
      </strong>
      <span>
        <TimeText at={startsAt} /> – <TimeText at={endsAt} />{" "}
        <span className={classes.quiet}>({t("meeting.when")})</span>
      </span>
    </p>
  );
}
