import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useEraseShopper } from "../use-conversion-actions.ts";
import classes from "./conversions.module.css";

/** A shopper asked to be erased: by mobile number or e-mail. */
export function EraseCard() {
  const { t } = useTranslation("conversions_health");
  const erase = useEraseShopper();
  const [contact, setContact] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (contact.trim() === "") return;
    erase.mutate(contact, {
      onSuccess: ({ was_known }) => {
        setContact("");
        notify(t(was_known ? "erase.done" : "erase.unknown"), "success");
      },
    });
  };
  return (
    <Card title={t("erase.title")}>
      <p className={classes.words}>{t("erase.words")}</p>
      <form className={classes.erase} onSubmit={submit}>
        <TextInput
          className={classes.grow}
          label={t("erase.label")}
          value={contact}
          dir="ltr"
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setContact(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={erase.isPending} disabled={contact.trim() === ""}>
          {t("erase.submit")}
        </Button>
      </form>
    </Card>
  );
}
