import { Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode, MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import { changesByValue, comparisons, targets } from "#modules/rules/contract/enums.ts";
import { advisedActions } from "../../contract/consultations-enums.ts";
import type { AdviceValues } from "./advice-values.ts";
import classes from "./staff-consultations.module.css";

type Props = { form: ServerForm<AdviceValues> };

/** A rule's condition and what it does. The return is typed as it is read, 1.20 for 1.20x. */
export function RuleFields({ form }: Props) {
  const { t } = useTranslation(["consultations_staff", "consultations"]);
  const { target, action } = form.getValues().rule;
  return (
    <>
      <TextInput
        {...form.getInputProps("rule.name")}
        label={t("advice.rule_name")}
        maxLength={80}
        dir="auto"
      />
      <div className={classes.fields}>
        <Select
          {...form.getInputProps("rule.target")}
          label={t("advice.rule_target")}
          allowDeselect={false}
          data={targets.map((value) => ({ value, label: t(`consultations:advice.target.${value}`) }))}
        />
        <Select
          {...form.getInputProps("rule.comparison")}
          label={t("advice.rule_comparison")}
          allowDeselect={false}
          data={comparisons.map((value) => ({ value, label: t(`consultations:advice.comparison.${value}`) }))}
        />
        {target === "roas" ? (
          <NumberField label={t("advice.rule_roas")} decimals={2} {...form.getInputProps("rule.roas")} />
        ) : (
          <MoneyField label={t("advice.rule_amount")} {...form.getInputProps("rule.amount")} />
        )}
        <NumberField label={t("advice.rule_days")} {...form.getInputProps("rule.window_days")} />
        <Select
          {...form.getInputProps("rule.action")}
          label={t("advice.rule_action")}
          allowDeselect={false}
          data={advisedActions.map((value) => ({ value, label: t(`consultations:advice.action.${value}`) }))}
        />
        {changesByValue({ action }) ? (
          <NumberField label={t("advice.rule_percent")} {...form.getInputProps("rule.change_percent")} />
        ) : null}
      </div>
    </>
  );
}

export function AdFields({ form }: Props) {
  const { t } = useTranslation("consultations_staff");
  return (
    <>
      <TextInput
        {...form.getInputProps("ad.headline")}
        label={t("advice.ad_headline")}
        maxLength={80}
        dir="auto"
        error={errorNode(form.errors["ad.headline"])}
      />
      <Textarea
        {...form.getInputProps("ad.text")}
        label={t("advice.ad_text")}
        rows={3}
        maxLength={500}
        dir="auto"
        error={errorNode(form.errors["ad.text"])}
      />
    </>
  );
}
