import { useState } from "react";
import { isApiError } from "#base/web/data/api-error.ts";
import { type ServerForm, useServerForm } from "#base/web/forms/form.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";

type Settings<Item, Values> = {
  /** The newest version. */
  item: Item;
  toValues: (item: Item) => Values;
  /** Saves over the version it was read at; quiet. */
  save: (values: Values, version: number) => Promise<Item>;
  onSaved: (item: Item) => void;
};

/** A colleague has saved meanwhile: what is typed stays until the person has decided. */
export type Conflict = {
  /** Fills the form with what stands. */
  take: () => void;
  /** Keeps the form; the next save is made over what stands. */
  keep: () => void;
};

/** The form of what is saved in versions. */
export function useVersionForm<Item extends { version: number }, Values extends Record<string, string>>({
  item,
  toValues,
  save,
  onSaved,
}: Settings<Item, Values>): { form: ServerForm<Values>; conflict: Conflict | null } {
  const [base, setBase] = useState(item);
  const [current, setCurrent] = useState<Item | null>(null);
  const form = useServerForm<Values>({
    initialValues: toValues(item),
    async send(values) {
      let saved: Item;
      try {
        saved = await save(values, base.version);
      } catch (error) {
        if (!isApiError(error) || error.code !== "company.edited_meanwhile") throw error;
        return setCurrent(error.current as Item);
      }
      setBase(saved);
      form.setValues(toValues(saved));
      notify(text("company_staff:saved"), "success");
      onSaved(saved);
    },
  });
  const keep = () => {
    if (current) setBase(current);
    setCurrent(null);
  };
  const conflict = current && {
    keep,
    take() {
      form.setValues(toValues(current));
      keep();
    },
  };
  return { form, conflict };
}
