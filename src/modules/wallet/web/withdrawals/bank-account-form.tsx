import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { walletKeys } from "../wallet.queries.ts";
import { type BankAccount, call } from "../wallet-calls.ts";
import { IbanField } from "./iban-field.tsx";
import classes from "./withdrawals.module.css";

type Props = {
  /** The account until now; withdrawals rest after it is replaced, which is said before. */
  account: BankAccount;
  onSaved: () => void;
};

/** The bank account for withdrawals. A wrong checksum is marked on the IBAN before anything is sent. */
export function BankAccountForm({ account, onSaved }: Props) {
  const { t } = useTranslation("wallet_withdrawals");
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { iban: "", holder_name: account?.holder_name ?? "" },
    schema: () =>
      import("../../contract/withdrawals.calls.ts").then(
        ({ withdrawalCalls }) => withdrawalCalls["PUT Clients/Wallet/bank-account"].body,
      ),
    send: async (body) => {
      await call("PUT Clients/Wallet/bank-account", { body, quiet: true });
      await client.invalidateQueries({ queryKey: walletKeys.all });
      notify(t("saved"), "success");
      onSaved();
    },
  });
  return (
    <form className={classes.stack} onSubmit={form.submit} noValidate>
      <IbanField label={t("iban")} description={t("iban_help")} {...form.getInputProps("iban")} />
      <TextField
        label={t("holder")}
        description={t("holder_help")}
        autoComplete="name"
        maxLength={80}
        {...form.getInputProps("holder_name")}
      />
      {account ? <p className={classes.quiet}>{t("rest_words")}</p> : null}
      <Button type="submit" loading={form.isSending} fullWidth>
        {t("save")}
      </Button>
    </form>
  );
}
