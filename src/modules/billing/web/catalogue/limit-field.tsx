import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { NumberField } from "#base/web/forms/fields.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import classes from "./catalogue.module.css";

/** A number, or without limit. `units` is null while nothing is typed. */
export type Limit = { isUnlimited: boolean; units: number | null };

/** Null is without limit, as on the wire; undefined is nothing typed yet. */
export const toLimit = (units: number | null | undefined): Limit => ({
  isUnlimited: units === null,
  units: units ?? null,
});
export const fromLimit = ({ isUnlimited, units }: Limit): number | null => (isUnlimited ? null : units);

/** For `validate`: an empty field is not the same as one without limit. */
export const requireLimit = ({ isUnlimited, units }: Limit): string | null =>
  isUnlimited ? null : requireNumber(units);
export const requireNumber = (value: number | null): string | null =>
  value === null ? text("base:field_required") : null;

type Props = {
  label: string;
  /** What the checkbox says. */
  unlimited: string;
  value?: Limit;
  onChange: (limit: Limit) => void;
  error?: ReactNode;
};

/** A number with a checkbox for none. */
export function LimitField({ label, unlimited, value = toLimit(undefined), onChange, error }: Props) {
  return (
    <div className={classes.limit}>
      <NumberField
        label={label}
        value={value.isUnlimited ? null : value.units}
        disabled={value.isUnlimited}
        error={value.isUnlimited ? undefined : error}
        onChange={(units) => onChange({ ...value, units })}
      />
      <Checkbox
        label={unlimited}
        aria-label={`${label}: ${unlimited}`}
        checked={value.isUnlimited}
        onChange={(event) => onChange({ ...value, isUnlimited: event.currentTarget.checked })}
      />
    </div>
  );
}
