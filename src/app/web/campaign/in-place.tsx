import { ActionIcon, Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import classes from "./campaign.module.css";

type FieldProps<Value> = {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
};

type Props<Value> = {
  /** What is changed, for the button's name. */
  label: string;
  /** The value as the page shows it, unless it stands elsewhere. */
  children?: ReactNode;
  value: Value;
  /** The value as it stands, where the field opens with another one. */
  current?: Value;
  /** Whether two values are the same, where they are no plain ones. */
  isSame?: (one: Value, other: Value) => boolean;
  /** False where the value before was several ones: writing back one of them would not take the change back. */
  canUndo?: boolean;
  field: (props: FieldProps<Value>) => ReactNode;
  /** Shows the new value at once; resolves to the value as saved, and rejects when the server refuses it. */
  onSave: (value: Value) => Promise<Value>;
};

/**
 * A value that is changed where it stands. A refusal opens the field again with what was typed and the reason; a saved
 * change can be taken back with one tap, for as long as it stands: a change from elsewhere ends the offer.
 */
export function InPlace<Value>(props: Props<Value>) {
  const {
    label,
    children,
    value,
    current = value,
    isSame = Object.is,
    canUndo = true,
    field,
    onSave,
  } = props;
  const { t } = useTranslation(["campaign", "base"]);
  const [draft, setDraft] = useState<{ value: Value; error?: string } | null>(null);
  const [saved, setSaved] = useState<{ before: Value; after: Value } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const close = () => {
    setDraft(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const send = async (next: Value, undone: { before: Value } | null) => {
    close();
    setSaved(null);
    try {
      const after = await onSave(next);
      setSaved(undone && { ...undone, after });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setDraft({ value: next, error: toReason(error.fields) ?? error.message });
    }
  };
  if (draft)
    return (
      <Editor
        label={label}
        onCancel={close}
        onSubmit={() =>
          isSame(draft.value, value) ? close() : void send(draft.value, canUndo ? { before: value } : null)
        }
        field={field({
          value: draft.value,
          onChange: (changed) => setDraft({ value: changed }),
          error: draft.error,
        })}
      />
    );
  if (!isAllowed("campaign", "manage")) return <span className={classes.inPlace}>{children}</span>;
  return (
    <span className={classes.inPlace}>
      {children}
      <ActionIcon
        ref={opener}
        variant="subtle"
        size="xl"
        aria-label={t("campaign:change_of", { field: label })}
        onClick={() => {
          setSaved(null);
          setDraft({ value });
        }}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {saved && isSame(saved.after, current) ? (
        <span role="status" className={classes.saved}>
          {t("campaign:saved")}{" "}
          <Button variant="subtle" onClick={() => void send(saved.before, null)}>
            {t("campaign:undo")}
          </Button>
        </span>
      ) : null}
    </span>
  );
}

type EditorProps = { label: string; field: ReactNode; onCancel: () => void; onSubmit: () => void };

function Editor({ label, field, onCancel, onSubmit }: EditorProps) {
  const { t } = useTranslation(["campaigns", "base"]);
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it is gone: the field takes the focus.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "Escape") onCancel();
  };
  return (
    <form ref={form} className={classes.editor} aria-label={label} onSubmit={submit} onKeyDown={press}>
      {field}
      <Group gap="xs">
        <Button type="submit">{t("campaigns:actions.save")}</Button>
        <Button variant="default" onClick={onCancel}>
          {t("base:cancel")}
        </Button>
      </Group>
    </form>
  );
}

/** The first reason at any field: the editor has only one. */
const toReason = (fields: Readonly<Record<string, readonly string[] | undefined>>): string | undefined =>
  Object.values(fields).flatMap((reasons) => reasons ?? [])[0];
