import { useState } from "react";
import { isApiError } from "#base/web/data/api-error.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { type ServerForm, useServerForm } from "#base/web/forms/form.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useRefresh } from "./catalogue.queries.ts";

type Settings<Item, Field extends keyof Item & string, Values extends Record<string, unknown>> = {
  /** Null for a new one. */
  item: Item | null;
  /** Names what is created, so that a repeated press creates it once. */
  kind: "plan" | "package" | "coupon";
  toValues: (item: Item | null) => Values;
  validate: Parameters<typeof useServerForm<Values>>[0]["validate"];
  /** The fields of an item that its form writes. */
  fields: readonly Field[];
  /** Both calls are quiet. */
  create: (values: Values, toKey: (body: object) => string) => Promise<unknown>;
  change: (base: Item, values: Values) => Promise<unknown>;
  onClose: () => void;
};

/** Somebody else has saved the item meanwhile. */
export type Conflict<Field> = {
  /** The fields that they changed. */
  changed: Field[];
  /** Fills the form with what stands. */
  take: () => void;
  /** Keeps the form; the next save is made over what stands. */
  keep: () => void;
};

/**
 * The form of an item of the catalogue. Over a newer revision nothing is saved: there is a conflict then, until the person
 * has decided what to go on with.
 */
export function useItemForm<
  Item extends { revision: number },
  Field extends keyof Item & string,
  Values extends Record<string, unknown>,
>({
  item,
  kind,
  toValues,
  validate,
  fields,
  create,
  change,
  onClose,
}: Settings<Item, Field, Values>): {
  form: ServerForm<Values>;
  conflict: Conflict<Field> | null;
} {
  const [base, setBase] = useState(item);
  const [current, setCurrent] = useState<Item | null>(null);
  const key = useIdempotencyKey(`billing.catalogue.${kind}`);
  const refresh = useRefresh();
  const form = useServerForm<Values>({
    initialValues: toValues(item),
    validate,
    async send(values) {
      try {
        await (base ? change(base, values) : create(values, key.for));
      } catch (error) {
        if (!isApiError(error) || error.code !== "billing.edited_meanwhile") throw error;
        setCurrent(error.current as Item);
        return refresh();
      }
      key.done();
      notify(text("billing_catalogue:saved"), "success");
      await refresh();
      onClose();
    },
  });
  const keep = () => {
    setBase(current);
    setCurrent(null);
  };
  const conflict = current && {
    changed: fields.filter((field) => base?.[field] !== current[field]),
    keep,
    take() {
      form.setValues(toValues(current));
      keep();
    },
  };
  return { form, conflict };
}
