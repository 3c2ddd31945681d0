import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import classes from "./stores.module.css";

type Props = {
  addressKind: "shopify_domain" | "site_address";
  action: string;
  /** The page is about to change: the button keeps its busy state. */
  isLeaving?: boolean;
  /** The form closes after sending; otherwise the page is about to change anyway. */
  staysHere?: boolean;
  send(address: string): Promise<unknown>;
};

/** Form for a store's address, before connecting can start; the server says when no store can be there. */
export function AddressForm({ addressKind, action, isLeaving = false, staysHere = false, send }: Props) {
  const { t } = useTranslation("stores");
  const form = useServerForm({
    initialValues: { address: "" },
    validate: { address: (typed) => (typed.trim() === "" ? t("base:field_required") : null) },
    send: async ({ address }) => {
      await send(address);
      if (staysHere) form.reset();
    },
  });
  return (
    <form className={classes.addressForm} onSubmit={form.submit} noValidate>
      <LtrField
        label={t(`asks.${addressKind}`)}
        placeholder={addressKind === "shopify_domain" ? "noura.myshopify.com" : "https://noura.sa"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps("address")}
      />
      <Button type="submit" variant="default" loading={form.isSending || isLeaving}>
        {action}
      </Button>
    </form>
  );
}
