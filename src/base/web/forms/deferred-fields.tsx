import type { ComponentProps } from "react";
import { LtrField, MoneyField } from "./fields.tsx";
import { useStoredLater } from "./use-typed.ts";

/* Fields of forms that are large: what is typed is stored when the keys rest, and the form is drawn then. */

type Changed<Props, Value> = Omit<Props, "value" | "onChange"> & {
  value: Value;
  onChange: (value: Value) => void;
};

/** A link or another Latin text. */
export function DeferredLtrField({
  value,
  onChange,
  ...rest
}: Changed<ComponentProps<typeof LtrField>, string>) {
  const [shown, change] = useStoredLater(value, onChange);
  return <LtrField {...rest} value={shown} onChange={change} />;
}

/** Halalas; null while the typed text is no amount. */
export function DeferredMoneyField({
  value,
  onChange,
  ...rest
}: Changed<ComponentProps<typeof MoneyField>, number | null>) {
  const [shown, change] = useStoredLater(value, onChange);
  return <MoneyField {...rest} value={shown} onChange={change} />;
}
