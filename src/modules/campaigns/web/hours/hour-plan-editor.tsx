import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { HourPlan } from "#modules/ad-accounts/contract/hour-plan.ts";
import { OneOfField } from "../form/choices.tsx";
import { HourGrid } from "./hour-grid.tsx";
import { toInstant } from "./hour-plan-text.ts";
import classes from "./hours.module.css";

type Props = { plan: HourPlan; describedBy: string; onChange: (plan: HourPlan) => void };

const quarters = ["0", "6", "12", "18"] as const;
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

/** The week's hours: all at once on a wide screen, six at a time on a phone, where an hour is wide enough for a finger. */
export function HourPlanEditor({ plan, describedBy, onChange }: Props) {
  const { t } = useTranslation("campaigns");
  const format = useFormat();
  const isWide = useIsAtLeast("desktop");
  const [quarter, setQuarter] = useState<(typeof quarters)[number]>("18");
  const hours = isWide ? range(0, 24) : range(Number(quarter), 6);
  const time = (hour: number) => format.time(toInstant(0, hour));
  return (
    <fieldset className={classes.editor} aria-label={t("hours.grid")} aria-describedby={describedBy}>
      {isWide ? null : (
        <OneOfField
          legend={t("hours.part_of_day")}
          options={quarters.map((from) => ({
            value: from,
            label: t("hours.span", { from: time(Number(from)), to: time(Number(from) + 6) }),
          }))}
          value={quarter}
          onChange={setQuarter}
        />
      )}
      <HourGrid key={hours[0]} plan={plan} hours={hours} onChange={onChange} />
    </fieldset>
  );
}
