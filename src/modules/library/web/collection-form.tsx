import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import classes from "./library.module.css";

type Props = {
  name?: string;
  submit: string;
  isSending: boolean;
  onSubmit: (name: string) => void;
  onCancel?: () => void;
};

/** The name of a collection, a new one's or another one. */
export function CollectionForm({ name = "", submit, isSending, onSubmit, onCancel }: Props) {
  const { t } = useTranslation("library");
  const [typed, setTyped] = useState(name);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") onSubmit(typed.trim());
  };
  return (
    <form className={classes.nameForm} onSubmit={send}>
      <TextField
        aria-label={t("collections.name")}
        placeholder={t("collections.name")}
        maxLength={60}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="default" loading={isSending} disabled={typed.trim() === ""}>
        {submit}
      </Button>
      {onCancel ? (
        <Button variant="subtle" onClick={onCancel}>
          {t("collections.cancel")}
        </Button>
      ) : null}
    </form>
  );
}
