import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { DateText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { User } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { useUpdateProfile } from "./use-update-profile.ts";

/** Name and e-mail; the number, by which one signs in, has a card of its own. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const update = useUpdateProfile();
  const form = useServerForm({
    initialValues: { name: user.name, email: user.email ?? "" },
    validate: { name: (name) => (name.trim() === "" ? t("base:field_required") : null) },
    async send(values) {
      const saved = await update.mutateAsync(values);
      form.resetDirty({ name: saved.name, email: saved.email ?? "" });
      notify(t("account.saved"), "success");
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <TextField
        label={t("auth.name")}
        name="name"
        autoComplete="name"
        maxLength={80}
        {...form.getInputProps("name")}
      />
      <LtrField
        label={t("auth.email_optional")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps("email")}
      />
      <dl className={classes.facts}>
        <div>
          <dt>{t("account.since")}</dt>
          <dd>
            <DateText at={user.created_at} />
          </dd>
        </div>
      </dl>
      <div>
        <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
          {t("account.save")}
        </Button>
      </div>
    </form>
  );
}
