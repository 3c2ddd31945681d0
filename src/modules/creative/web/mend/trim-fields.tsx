import { useTranslation } from "react-i18next";
import { NumberField } from "#base/web/forms/fields.tsx";
import classes from "./mend.module.css";
import type { Trim, TrimLimits, TrimProblem } from "./trim.ts";

/** Null while what is typed is no number. */
type Typed = { start: number | null; end: number | null };
type Props = {
  value: Trim;
  error: TrimProblem | null;
  limits: TrimLimits;
  onChange: (trim: Trim) => void;
};

/** From which second to which the video is kept. */
export function TrimFields({ value, error, limits, onChange }: Props) {
  const { t } = useTranslation("creative");
  const change = (typed: Typed) => onChange({ start: typed.start ?? 0, end: typed.end ?? 0 });
  const words = error ? t(`mend.trim_${error}`, { ...limits }) : undefined;
  return (
    <div className={classes.pair}>
      <NumberField
        label={t("mend.trim_start")}
        decimals={1}
        value={value.start}
        onChange={(start) => change({ ...value, start })}
      />
      <NumberField
        label={t("mend.trim_end")}
        decimals={1}
        value={value.end}
        error={words}
        onChange={(end) => change({ ...value, end })}
      />
    </div>
  );
}
