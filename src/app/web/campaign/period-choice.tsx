import { useTranslation } from "react-i18next";
import classes from "./campaign.module.css";
import { type Period, periods } from "./period.ts";

/** Which days the figures cover. */
export function PeriodChoice({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const { t } = useTranslation("campaign");
  return (
    <fieldset className={classes.periods}>
      <legend className="visually-hidden">{t("period")}</legend>
      {periods.map((one) => (
        <button key={one} type="button" aria-pressed={one === period} onClick={() => onChoose(one)}>
          {t("days", { count: one })}
        </button>
      ))}
    </fieldset>
  );
}
