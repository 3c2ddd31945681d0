import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { LtrField, MoneyField, TextField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import classes from "./finance.module.css";
import { useRefresh } from "./finance.queries.ts";

/** One input of an act; all must be filled. `code`: an id or a bank's reference, written from left to right. */
export type ActField = {
  name: string;
  kind: "text" | "code" | "money";
  label: string;
  description?: string;
  /** Said when it is empty. */
  required: string;
  maxLength?: number;
  /** A proposed amount in halalas. */
  proposed?: number | undefined;
};
/** What is sent: amounts in halalas. */
type Values<Field extends ActField> = {
  [One in Field as One["name"]]: One["kind"] extends "money" ? number : string;
};
type Typed = string | number | null;

type Props<Field extends ActField> = {
  /** The act and what it is done to, so that a repeated press counts once. */
  purpose: string;
  fields: readonly Field[];
  /** The act as a verb. */
  act: string;
  /** Field and button beside each other, for an act on a row. */
  isInline?: boolean;
  words?: string;
  send: (values: Values<Field>, idempotencyKey: string) => Promise<unknown>;
  onDone?: () => void;
};

/** What a member of staff fills in to move a merchant's money or to decide about it. */
export function ActForm<const Field extends ActField>(props: Props<Field>) {
  const { purpose, fields, act, isInline = false, words, send, onDone } = props;
  const [typed, setTyped] = useState<Record<string, Typed>>(() =>
    Object.fromEntries(
      fields.map(({ name, kind, proposed }) => [name, kind === "money" ? (proposed ?? null) : ""]),
    ),
  );
  const key = useIdempotencyKey(`finance.${purpose}`);
  const refresh = useRefresh();
  const submission = useSubmission(fields.map(({ name }) => name));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = fields.find(({ name }) => isEmpty(typed[name] ?? null));
    if (missing) return submission.setError(missing.name, missing.required);
    // Every field has a value of its kind by now.
    const values = typed as Values<Field>;
    void submission.run(async () => {
      await send(values, key.for(values));
      key.done();
      await refresh();
      onDone?.();
    });
  };
  return (
    <form className={isInline ? classes.acts : classes.form} onSubmit={submit} noValidate>
      {words ? <p className={classes.quiet}>{words}</p> : null}
      {fields.map((field) => (
        <ActInput
          key={field.name}
          field={field}
          value={typed[field.name] ?? null}
          error={submission.errors[field.name]}
          onChange={(value) => {
            submission.clearError(field.name);
            setTyped((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
      <div>
        <Button type="submit" variant={isInline ? "default" : "filled"} loading={submission.isSubmitting}>
          {act}
        </Button>
      </div>
    </form>
  );
}

const isEmpty = (value: Typed): boolean => (typeof value === "string" ? value.trim() === "" : !value);

type InputProps = {
  field: ActField;
  value: Typed;
  error: string | undefined;
  onChange: (value: Typed) => void;
};

function ActInput({ field, value, error, onChange }: InputProps) {
  const { kind, label, description, maxLength = 300 } = field;
  if (kind === "money")
    return <MoneyField label={label} value={value as number | null} error={error} onChange={onChange} />;
  const Field = kind === "code" ? LtrField : TextField;
  return (
    <Field
      label={label}
      description={description}
      maxLength={maxLength}
      value={String(value ?? "")}
      error={error}
      onChange={onChange}
    />
  );
}
