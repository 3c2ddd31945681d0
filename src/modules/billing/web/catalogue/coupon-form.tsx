import { Checkbox, Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DayField } from "#base/web/forms/day-field.tsx";
import { errorNode, LtrField, MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import type { CatalogueCoupon } from "../../contract/catalogue-coupons.calls.ts";
import { couponScopes } from "../../contract/orders.enums.ts";
import classes from "./catalogue.module.css";
import { call } from "./catalogue-calls.ts";
import { ConflictBanner } from "./conflict-banner.tsx";
import {
  type CouponValues,
  couponFields,
  couponRules,
  effects,
  readCouponValues,
  toCouponValues,
} from "./coupon-values.ts";
import { FormActions } from "./form-actions.tsx";
import { LimitField } from "./limit-field.tsx";
import { useItemForm } from "./use-item-form.ts";

type Props = { coupon: CatalogueCoupon | null; onClose: () => void };

/** A coupon; without one, a new one. A coupon's code is never changed. */
export function CouponForm({ coupon, onClose }: Props) {
  const { t } = useTranslation("billing_catalogue");
  const { form, conflict } = useItemForm({
    item: coupon,
    kind: "coupon",
    toValues: toCouponValues,
    validate: couponRules,
    fields: couponFields,
    create(values: CouponValues, toKey) {
      const body = { ...readCouponValues(values), code: values.code };
      return call("POST Staff/Billing/coupons", { body, idempotencyKey: toKey(body), quiet: true });
    },
    change: ({ id, revision }, values) =>
      call("PUT Staff/Billing/coupons/{id}", {
        params: { id },
        body: { ...readCouponValues(values), revision },
        quiet: true,
      }),
    onClose,
  });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <ConflictBanner conflict={conflict} toLabel={(field) => t(`coupon.${field}`)} />
      <Effect form={form} isNew={coupon === null} />
      <Bounds form={form} />
      <Checkbox
        label={t("coupon.is_first_purchase_only")}
        {...form.getInputProps("is_first_purchase_only", { type: "checkbox" })}
      />
      <Switch label={t("coupon.is_active")} {...form.getInputProps("is_active", { type: "checkbox" })} />
      <FormActions isSending={form.isSending} onClose={onClose} />
    </form>
  );
}

type PartProps = { form: ServerForm<CouponValues> };

function Effect({ form, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation("billing_catalogue");
  const percent = form.getInputProps("percent_basis_points");
  const scope = form.getInputProps("scope");
  return (
    <div className={classes.fields}>
      {isNew ? (
        <LtrField
          label={t("coupon.code")}
          description={t("coupons.code_words")}
          maxLength={40}
          {...form.getInputProps("code")}
        />
      ) : null}
      <SegmentedControl
        aria-label={t("coupons.effect")}
        data={effects.map((value) => ({ value, label: t(`coupon.${value}`) }))}
        {...form.getInputProps("effect")}
      />
      {form.getValues().effect === "percent_basis_points" ? (
        <NumberField
          label={t("coupons.percent")}
          decimals={2}
          value={percent.value === null ? null : percent.value / 100}
          error={percent.error}
          onChange={(value) => percent.onChange(value === null ? null : Math.round(value * 100))}
        />
      ) : (
        <MoneyField label={t("coupons.amount")} {...form.getInputProps("amount_halalas")} />
      )}
      <Select
        {...scope}
        label={t("coupon.scope")}
        allowDeselect={false}
        data={couponScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        error={errorNode(scope.error)}
      />
    </div>
  );
}

function Bounds({ form }: PartProps) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <div className={classes.fields}>
      {(["starts_on", "ends_on"] as const).map((field) => {
        const { onChange, error } = form.getInputProps(field);
        return (
          <DayField
            key={field}
            clearable
            label={t(`coupon.${field}`)}
            value={form.getValues()[field]}
            error={error}
            onChange={onChange}
          />
        );
      })}
      <LimitField
        label={t("coupon.max_uses")}
        unlimited={t("unlimited")}
        {...form.getInputProps("max_uses")}
      />
      <LimitField
        label={t("coupon.max_uses_per_merchant")}
        unlimited={t("unlimited")}
        {...form.getInputProps("max_uses_per_merchant")}
      />
    </div>
  );
}
