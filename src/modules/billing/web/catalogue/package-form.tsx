import { Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode, LtrField, NumberField, TextField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import type { CataloguePackage } from "../../contract/catalogue-packages.calls.ts";
import { stockServices } from "../../contract/stock.enums.ts";
import classes from "./catalogue.module.css";
import { call } from "./catalogue-calls.ts";
import { ConflictBanner } from "./conflict-banner.tsx";
import { FormActions } from "./form-actions.tsx";
import { fromLimit, type Limit, LimitField, requireLimit, requireNumber, toLimit } from "./limit-field.tsx";
import { PriceField } from "./price-field.tsx";
import { useItemForm } from "./use-item-form.ts";

type Values = Omit<CataloguePackage, "id" | "revision" | "units" | "price_halalas" | "valid_days"> & {
  units: number | null;
  price_halalas: number | null;
  valid_days: Limit;
};

const fields = [
  "service",
  "units",
  "price_halalas",
  "valid_days",
  "title_ar",
  "title_en",
  "description_ar",
  "description_en",
  "is_active",
] as const;

const toValues = (item: CataloguePackage | null): Values => ({
  service: item?.service ?? "writer_words",
  units: item?.units ?? null,
  price_halalas: item?.price_halalas ?? null,
  valid_days: toLimit(item?.valid_days),
  title_ar: item?.title_ar ?? "",
  title_en: item?.title_en ?? "",
  description_ar: item?.description_ar ?? "",
  description_en: item?.description_en ?? "",
  is_active: item?.is_active ?? true,
});

/** What a call takes of a form that was found complete. */
const readValues = ({ units, price_halalas, valid_days, ...values }: Values) => ({
  ...values,
  units: units ?? 0,
  price_halalas: price_halalas ?? 0,
  valid_days: fromLimit(valid_days),
});

type Props = { item: CataloguePackage | null; onClose: () => void };

/** A package; without one, a new one. */
export function PackageForm({ item, onClose }: Props) {
  const { t } = useTranslation("billing_catalogue");
  const { form, conflict } = useItemForm({
    item,
    kind: "package",
    toValues,
    validate: { units: requireNumber, price_halalas: requireNumber, valid_days: requireLimit },
    fields,
    create(values, toKey) {
      const body = readValues(values);
      return call("POST Staff/Billing/packages", { body, idempotencyKey: toKey(body), quiet: true });
    },
    change: ({ id, revision }, values) =>
      call("PUT Staff/Billing/packages/{id}", {
        params: { id },
        body: { ...readValues(values), revision },
        quiet: true,
      }),
    onClose,
  });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <ConflictBanner conflict={conflict} toLabel={(field) => t(`package.${field}`)} />
      <Fields form={form} />
      <Switch label={t("package.is_active")} {...form.getInputProps("is_active", { type: "checkbox" })} />
      <FormActions isSending={form.isSending} onClose={onClose} />
    </form>
  );
}

function Fields({ form }: { form: ServerForm<Values> }) {
  const { t } = useTranslation("billing_catalogue");
  const service = form.getInputProps("service");
  return (
    <div className={classes.fields}>
      <Select
        {...service}
        label={t("package.service")}
        allowDeselect={false}
        data={stockServices.map((value) => ({ value, label: t(`service.${value}`) }))}
        error={errorNode(service.error)}
      />
      <NumberField label={t("package.units")} {...form.getInputProps("units")} />
      <PriceField label={t("package.price_halalas")} {...form.getInputProps("price_halalas")} />
      <LimitField
        label={t("package.valid_days")}
        unlimited={t("packages.no_end")}
        {...form.getInputProps("valid_days")}
      />
      <TextField label={t("package.title_ar")} dir="rtl" maxLength={80} {...form.getInputProps("title_ar")} />
      <LtrField label={t("package.title_en")} maxLength={80} {...form.getInputProps("title_en")} />
      <TextField
        label={t("package.description_ar")}
        dir="rtl"
        maxLength={300}
        {...form.getInputProps("description_ar")}
      />
      <LtrField
        label={t("package.description_en")}
        maxLength={300}
        {...form.getInputProps("description_en")}
      />
    </div>
  );
}
