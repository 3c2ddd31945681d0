import { type ReactNode, useId } from "react";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import classes from "./form.module.css";

type Option<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };

/** Several of a few options: chips that are real checkboxes, or cards with room for a drawing. */
export function ChipsField<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  appearance = "chips",
}: {
  legend: string;
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string | undefined;
  appearance?: "chips" | "cards";
}) {
  const errorId = useId();
  const toggle = (one: Value) =>
    onChange(value.includes(one) ? value.filter((held) => held !== one) : [...value, one]);
  return (
    <fieldset className={classes.group} {...(error ? { "aria-describedby": errorId } : {})}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={appearance === "cards" ? classes.choices : classes.chips}>
        {options.map((option) => (
          <label key={option.value} className={appearance === "cards" ? classes.choice : classes.chip}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              disabled={option.disabled ?? false}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
    </fieldset>
  );
}

/** One of a few options: chips, or with `appearance="cards"` larger cards with room for a drawing. */
export function OneOfField<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  appearance = "chips",
}: {
  legend: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  appearance?: "chips" | "cards";
}) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={appearance === "cards" ? classes.choices : classes.chips}>
        {options.map((option) => (
          <label key={option.value} className={appearance === "cards" ? classes.choice : classes.chip}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              disabled={option.disabled ?? false}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? <ErrorLine>{error}</ErrorLine> : null}
    </fieldset>
  );
}
