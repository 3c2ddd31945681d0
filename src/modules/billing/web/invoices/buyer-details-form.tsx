import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { type BuyerDetails, call } from "../billing-calls.ts";
import classes from "./invoices.module.css";
import { buyerDetailsQuery } from "./invoices.queries.ts";

type Props = { details: BuyerDetails; onClose: () => void };

/** Digits are written left to right; the order is that of the national address. */
const fields = [
  { name: "name", isNumber: false, max: 120, autoComplete: "organization" },
  { name: "vat_number", isNumber: true, max: 20, autoComplete: "off" },
  { name: "registration_number", isNumber: true, max: 14, autoComplete: "off" },
  { name: "building_number", isNumber: true, max: 8, autoComplete: "off" },
  { name: "street", isNumber: false, max: 120, autoComplete: "address-line1" },
  { name: "district", isNumber: false, max: 80, autoComplete: "address-level3" },
  { name: "city", isNumber: false, max: 80, autoComplete: "address-level2" },
  { name: "postal_code", isNumber: true, max: 8, autoComplete: "postal-code" },
  { name: "contact_phone", isNumber: true, max: 20, autoComplete: "tel" },
  { name: "contact_email", isNumber: false, max: 254, autoComplete: "email" },
] as const;

export function BuyerDetailsForm({ details, onClose }: Props) {
  const { t } = useTranslation("billing_invoices");
  const client = useQueryClient();
  const form = useServerForm<BuyerDetails>({
    initialValues: details,
    async send(values) {
      const saved = await call("PUT Clients/Billing/invoice-details", { body: values, quiet: true });
      client.setQueryData(buyerDetailsQuery.queryKey, saved);
      notify(t("saved"), "success");
      onClose();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <p className={classes.words}>{t("form_words")}</p>
      <div className={classes.fields}>
        {fields.map(({ name, isNumber, max, autoComplete }) => {
          const Field = isNumber || name === "contact_email" ? LtrField : TextField;
          return (
            <Field
              key={name}
              label={t(`fields.${name}`)}
              name={name}
              maxLength={max}
              autoComplete={autoComplete}
              {...(isNumber
                ? { inputMode: name === "contact_phone" ? ("tel" as const) : ("numeric" as const) }
                : {})}
              {...form.getInputProps(name)}
            />
          );
        })}
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={form.isSending}>
          {t("save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
