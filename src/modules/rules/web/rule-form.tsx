import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorNode, MoneyField, NumberField, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { Card } from "#base/web/kit/page.tsx";
import { useChoosableCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { productQuery } from "#modules/stores/web/stores.queries.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import { actions, changesByValue, comparisons, targets } from "../contract/enums.ts";
import { ruleNameMax } from "../contract/guardrails.ts";
import { ValueField } from "./condition-fields.tsx";
import { type RuleDraft, type RuleForm, toRule } from "./rule-draft.ts";
import { RuleFormMore } from "./rule-form-more.tsx";
import { RuleSentence } from "./rule-sentence.tsx";
import classes from "./rules.module.css";

type Props = {
  initial: ControlRuleFields;
  submitLabel: string;
  onSave: (fields: ControlRuleFields) => Promise<unknown>;
  /** Tries the rule as it is typed, without saving it. */
  onTry?: (rule: ControlRuleFields) => void;
  onCancel?: () => void;
};

/** The specification's rule by default; figures, reach and guardrails below. It reads back as one sentence as one types. */
export function RuleFormCard({ initial, submitLabel, onSave, onTry, onCancel }: Props) {
  const { t } = useTranslation("rules");
  const required = (value: number | null) => (value === null || value <= 0 ? t("form.required") : null);
  const form = useServerForm<RuleDraft>({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() === "" ? t("form.required") : null),
      value: required,
      window_days: required,
      change_value: (value, { action }) => (changesByValue({ action }) ? required(value) : null),
      more_conditions: { value: required },
    },
    send: (draft) => onSave(toRule(draft, initial)),
  });
  const draft = form.getValues();
  const names = useReachNames(draft);
  return (
    <Card>
      <form className={classes.stack} onSubmit={form.submit} noValidate>
        <RuleSentence rule={{ ...toRule(draft, initial), ...names }} isLarge />
        <TextField
          label={t("form.name")}
          description={t("form.name_hint")}
          maxLength={ruleNameMax}
          {...form.getInputProps("name")}
        />
        <Condition form={form} />
        <Effect form={form} />
        <RuleFormMore form={form} />
        <div className={classes.actions}>
          <Button type="submit" loading={form.isSending}>
            {submitLabel}
          </Button>
          {onTry ? (
            <Button variant="default" onClick={() => onTry(toRule(form.getValues(), initial))}>
              {t("test.run")}
            </Button>
          ) : null}
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t("form.cancel")}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}

/** The names that the sentence says of what a rule reaches. */
function useReachNames({ product_id, campaign_ids }: RuleDraft) {
  const product = useQuery(productQuery(product_id ?? "")).data ?? null;
  const campaigns = useChoosableCampaigns().data?.items ?? [];
  return { product, campaigns: campaigns.filter(({ id }) => campaign_ids.includes(id)) };
}

function Condition({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const { target, basis, value } = form.getValues();
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t("form.when")}</legend>
      <div className={classes.fields}>
        <Select
          label={t("form.target")}
          data={targets.map((one) => ({ value: one, label: t(`targets.${one}`) }))}
          allowDeselect={false}
          {...form.getInputProps("target")}
          error={errorNode(form.errors.target)}
        />
        <Select
          label={t("form.comparison")}
          data={comparisons.map((one) => ({ value: one, label: t(`comparisons.${one}`) }))}
          allowDeselect={false}
          {...form.getInputProps("comparison")}
          error={errorNode(form.errors.comparison)}
        />
        <ValueField
          target={target}
          basis={basis}
          value={value}
          error={form.errors.value}
          onChange={(next) => form.setFieldValue("value", next)}
        />
        <NumberField
          label={t("form.window")}
          description={t("form.window_hint")}
          {...form.getInputProps("window_days")}
        />
      </div>
    </fieldset>
  );
}

function Effect({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const { action, change_unit, change_value } = form.getValues();
  const setAction = (picked: string | null) => {
    const next = actions.find((one) => one === picked) ?? action;
    form.setFieldValue("action", next);
    if (!changesByValue({ action: next })) form.setValues({ change_unit: null, change_value: null });
    else if (change_unit === null) form.setValues({ change_unit: "percent", change_value: 15 });
  };
  const amount = {
    value: change_value,
    error: form.errors.change_value,
    onChange: (value: number | null) => form.setFieldValue("change_value", value),
  };
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t("form.then")}</legend>
      <div className={classes.fields}>
        <Select
          label={t("form.action")}
          data={actions.map((one) => ({ value: one, label: t(`actions.${one}`) }))}
          allowDeselect={false}
          value={action}
          error={errorNode(form.errors.action)}
          onChange={setAction}
        />
        {!changesByValue({ action }) ? null : (
          <>
            <Select
              label={t("form.unit")}
              data={(["percent", "amount"] as const).map((one) => ({ value: one, label: t(`units.${one}`) }))}
              allowDeselect={false}
              value={change_unit}
              onChange={(unit) =>
                form.setValues(
                  unit === "amount"
                    ? { change_unit: "amount", change_value: 2_000 }
                    : { change_unit: "percent", change_value: 15 },
                )
              }
            />
            {change_unit === "amount" ? (
              <MoneyField label={t("form.change")} {...amount} />
            ) : (
              <NumberField label={t("form.change_percent")} {...amount} />
            )}
          </>
        )}
      </div>
    </fieldset>
  );
}
