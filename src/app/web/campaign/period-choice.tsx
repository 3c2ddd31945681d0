import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toLastDays } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import classes from "./campaign.module.css";
import { type ChosenPeriod, presets } from "./period.ts";

type Props = { period: ChosenPeriod; onChoose: (period: ChosenPeriod) => void };

/** Which days the figures cover: the last so many, or any two days. */
export function PeriodChoice({ period, onChoose }: Props) {
  const { t } = useTranslation("campaign");
  const chosen = "days" in period ? period.days : null;
  const [isOpen, setOpen] = useState(chosen === null);
  return (
    <div className={classes.periodChoice}>
      <fieldset className={classes.periods}>
        <legend className="visually-hidden">{t("period")}</legend>
        {presets.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === chosen && !isOpen}
            onClick={() => {
              setOpen(false);
              onChoose({ days });
            }}
          >
            {t("days", { count: days })}
          </button>
        ))}
        <button type="button" aria-pressed={isOpen} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {t("other_days")}
        </button>
      </fieldset>
      {isOpen ? <DayRange period={period} onChoose={onChoose} /> : null}
    </div>
  );
}

/** Two days, each at once in the address; the first is never after the second. */
function DayRange({ period, onChoose }: Props) {
  const { t } = useTranslation("campaign");
  const today = toRiyadhDay(useNow(60));
  const { from, to } = "days" in period ? toLastDays(period.days, today) : period;
  return (
    <div className={classes.dayRange}>
      <DayField
        label={t("from_day")}
        value={from}
        max={to}
        onChange={(day) => day && onChoose({ from: day, to })}
      />
      <DayField
        label={t("to_day")}
        value={to}
        min={from}
        max={today}
        onChange={(day) => day && onChoose({ from, to: day })}
      />
    </div>
  );
}
