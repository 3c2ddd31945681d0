import { useTranslation } from "react-i18next";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField, TimeField } from "#base/web/forms/day-field.tsx";
import classes from "./form.module.css";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  description?: string;
};

/** An instant as a day and an hour, always in Riyadh's time whatever the device's time zone. */
export function MomentField({ label, value, onChange, error, description }: Props) {
  const { t } = useTranslation("campaigns");
  const day = toRiyadhDay(new Date(value));
  const time = timeInRiyadh(value);
  const change = (onDay: RiyadhDay, at: string) =>
    onChange(new Date(`${onDay}T${at}:00.000+03:00`).toISOString());
  return (
    <div className={classes.moment}>
      <DayField
        label={label}
        value={day}
        error={error}
        description={description}
        onChange={(chosen) => chosen && change(chosen, time)}
      />
      <TimeField
        label={t("hour")}
        ariaLabel={`${label}: ${t("hour")}`}
        value={time}
        onChange={(typed) => change(day, typed)}
      />
    </div>
  );
}

/** "09:00", in Riyadh's time. */
function timeInRiyadh(instant: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Asia/Riyadh",
  }).format(new Date(instant));
}
