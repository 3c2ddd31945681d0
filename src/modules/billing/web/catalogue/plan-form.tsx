import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import type { CataloguePlan } from "../../contract/catalogue-plans.calls.ts";
import { planFeatures } from "../../contract/enums.ts";
import classes from "./catalogue.module.css";
import { call } from "./catalogue-calls.ts";
import { ConflictBanner } from "./conflict-banner.tsx";
import { FormActions } from "./form-actions.tsx";
import { LimitField } from "./limit-field.tsx";
import {
  type PlanValues,
  planFields,
  planRules,
  priceFields,
  readPlanValues,
  toPlanValues,
} from "./plan-values.ts";
import { PriceField } from "./price-field.tsx";
import { useItemForm } from "./use-item-form.ts";

type Props = { plan: CataloguePlan | null; onClose: () => void };

/** A plan's terms; without a plan, those of a new one. */
export function PlanForm({ plan, onClose }: Props) {
  const { t } = useTranslation("billing_catalogue");
  const { form, conflict } = useItemForm({
    item: plan,
    kind: "plan",
    toValues: toPlanValues,
    validate: planRules,
    fields: planFields,
    create(values: PlanValues, toKey) {
      const body = { ...readPlanValues(values), code: values.code };
      return call("POST Staff/Billing/plans", { body, idempotencyKey: toKey(body), quiet: true });
    },
    change: ({ code, revision }, values) =>
      call("PUT Staff/Billing/plans/{code}", {
        params: { code },
        body: { ...readPlanValues(values), revision },
        quiet: true,
      }),
    onClose,
  });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <ConflictBanner conflict={conflict} toLabel={(field) => t(`plan.${field}`)} />
      <Names form={form} isNew={plan === null} />
      <Terms form={form} />
      <Switch label={t("plan.is_offered")} {...form.getInputProps("is_offered", { type: "checkbox" })} />
      <FormActions isSending={form.isSending} onClose={onClose} />
    </form>
  );
}

type PartProps = { form: ServerForm<PlanValues> };

function Names({ form, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <div className={classes.fields}>
      {isNew ? (
        <LtrField
          label={t("plan.code")}
          description={t("plans.code_words")}
          maxLength={31}
          {...form.getInputProps("code")}
        />
      ) : null}
      <TextField label={t("plan.name_ar")} dir="rtl" maxLength={60} {...form.getInputProps("name_ar")} />
      <LtrField label={t("plan.name_en")} maxLength={60} {...form.getInputProps("name_en")} />
      <TextField
        label={t("plan.description_ar")}
        dir="rtl"
        maxLength={300}
        {...form.getInputProps("description_ar")}
      />
      <LtrField label={t("plan.description_en")} maxLength={300} {...form.getInputProps("description_en")} />
    </div>
  );
}

function Terms({ form }: PartProps) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <>
      <div className={classes.fields}>
        {priceFields.map((field) => (
          <PriceField key={field} label={t(`plan.${field}`)} {...form.getInputProps(field)} />
        ))}
      </div>
      <p className={classes.quiet}>{t("plans.opens_words")}</p>
      <div className={classes.fields}>
        {planFeatures.map((feature) => (
          <LimitField
            key={feature}
            label={t(`plan.${feature}`)}
            unlimited={t("unlimited")}
            {...form.getInputProps(feature)}
          />
        ))}
      </div>
    </>
  );
}
