import { useTranslation } from "react-i18next";
import { NumberField } from "#base/web/forms/fields.tsx";
import classes from "./mend.module.css";

/** Seconds of the original; null while what is typed is no number. */
export type Trim = { start: number; end: number };
type Typed = { start: number | null; end: number | null };
type Limits = { min: number; max: number } | undefined;

/** The longest beginning that is accepted. */
export const startTrim = (seconds: number, limits: Limits): Trim => ({
  start: 0,
  end: Math.min(seconds, limits?.max ?? seconds),
});

/** Why these seconds cannot be cut out; null when they can. */
export function trimProblem(
  { start, end }: Trim,
  seconds: number,
  limits: Limits,
): "outside" | "length" | null {
  if (start < 0 || end > Math.ceil(seconds) || start >= end) return "outside";
  const length = end - start;
  return limits && (length < limits.min || length > limits.max) ? "length" : null;
}

type Props = {
  value: Trim;
  error: ReturnType<typeof trimProblem>;
  limits: Limits;
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
