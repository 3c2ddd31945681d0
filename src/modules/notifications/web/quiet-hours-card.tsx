import { NativeSelect, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { type QuietHours, usualQuietHours } from "../domain/quiet-hours.ts";
import classes from "./notifications.module.css";
import { useNotificationSettings, useSetQuietHours } from "./notifications.queries.ts";

/** When what can wait does not go to the phone, and the way to what comes at all. */
export function QuietHoursCard() {
  const { t } = useTranslation("notifications");
  const query = useNotificationSettings();
  return (
    <Card title={t("quiet.card")} aside={<LinkButton to="/notifications">{t("quiet.choose")}</LinkButton>}>
      <QueryBoundary query={query} fallback={<SkeletonLine height="4rem" />}>
        {({ quiet_hours }) => <Hours hours={quiet_hours} />}
      </QueryBoundary>
    </Card>
  );
}

function Hours({ hours }: { hours: QuietHours | null }) {
  const { t } = useTranslation("notifications");
  const set = useSetQuietHours();
  // What was just chosen is shown before the server has answered.
  const shown = set.isPending ? (set.variables ?? null) : hours;
  const toChoice = (name: keyof QuietHours, other: keyof QuietHours) =>
    shown && (
      <NativeSelect
        label={t(`quiet.${name}`)}
        value={shown[name]}
        disabled={set.isPending}
        data={allHours
          .filter((hour) => hour !== shown[other])
          .map((hour) => ({
            value: String(hour),
            label: t(hour < 12 ? "quiet.am" : "quiet.pm", { hour: hour % 12 || 12 }),
          }))}
        onChange={(event) => set.mutate({ ...shown, [name]: Number(event.currentTarget.value) })}
      />
    );
  return (
    <div className={classes.quietHours}>
      <Switch
        label={t("quiet.title")}
        description={t("quiet.words")}
        checked={shown !== null}
        disabled={set.isPending}
        onChange={(event) => set.mutate(event.currentTarget.checked ? usualQuietHours : null)}
      />
      {toChoice("from_hour", "to_hour")}
      {toChoice("to_hour", "from_hour")}
    </div>
  );
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour);
