import { useTranslation } from "react-i18next";
import type { TableBreakdown } from "../../contract/report-tabs.ts";
import classes from "./tabs.module.css";

type Props = {
  options: readonly TableBreakdown[];
  value: TableBreakdown;
  onChange: (by: TableBreakdown) => void;
};

/** What the rows are. */
export function ByChoice({ options, value, onChange }: Props) {
  const { t } = useTranslation("reports_tabs");
  if (options.length < 2) return null;
  return (
    <fieldset className={classes.byChoice}>
      <legend className="visually-hidden">{t("by_label")}</legend>
      {options.map((by) => (
        <button key={by} type="button" aria-pressed={by === value} onClick={() => onChange(by)}>
          {t(`by.${by}`)}
        </button>
      ))}
    </fieldset>
  );
}
