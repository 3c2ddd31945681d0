import { Button, Select } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorNode, MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import { bases, comparisons, joins, targets } from "../contract/enums.ts";
import { moreConditionsMax } from "../contract/guardrails.ts";
import { type ConditionDraft, type RuleForm, toFirstValue } from "./rule-draft.ts";
import classes from "./rules.module.css";

type ValueProps = Pick<ConditionDraft, "target" | "basis" | "value"> & {
  error?: ReactNode;
  onChange: (value: number | null) => void;
};

/** The value of a condition in its own unit: a return, riyals, or whole percent of the week before. */
export function ValueField({ target, basis, value, error, onChange }: ValueProps) {
  const { t } = useTranslation("rules");
  if (basis === "own_week")
    return <NumberField label={t("form.value_percent")} value={value} error={error} onChange={onChange} />;
  if (target !== "roas")
    return <MoneyField label={t("form.value")} value={value} error={error} onChange={onChange} />;
  return (
    <NumberField
      label={t("form.value_roas")}
      decimals={2}
      error={error}
      value={value === null ? null : value / 100}
      onChange={(times) => onChange(times === null ? null : Math.round(times * 100))}
    />
  );
}

/** What the first condition compares with, and the conditions after it. */
export function MoreConditions({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const { basis, target, more_conditions: conditions } = form.getValues();
  const setConditions = (next: ConditionDraft[]) => form.setFieldValue("more_conditions", next);
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t("form.conditions")}</legend>
      <div className={classes.stack}>
        <Select
          label={t("form.basis")}
          description={t("form.basis_hint")}
          data={bases.map((one) => ({ value: one, label: t(`bases.${one}`) }))}
          allowDeselect={false}
          value={basis}
          onChange={(picked) => {
            const next = bases.find((one) => one === picked) ?? basis;
            if (next !== basis) form.setValues({ basis: next, value: toFirstValue({ target, basis: next }) });
          }}
        />
        {conditions.length === 0 ? null : <p className={classes.quiet}>{t("form.conditions_hint")}</p>}
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
            key={index}
            condition={condition}
            error={form.errors[`more_conditions.${index}.value`]}
            onChange={(next) => setConditions(conditions.map((one, at) => (at === index ? next : one)))}
            onRemove={() => setConditions(conditions.filter((_, at) => at !== index))}
          />
        ))}
        {errorNode(form.errors.more_conditions)}
        {conditions.length < moreConditionsMax ? (
          <Button
            variant="subtle"
            className={classes.more ?? ""}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setConditions([...conditions, newCondition])}
          >
            {t("form.add_condition")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

const newCondition: ConditionDraft = {
  join: "and",
  target: "spend",
  comparison: "greater",
  basis: "value",
  value: toFirstValue({ target: "spend", basis: "value" }),
};

type RowProps = {
  condition: ConditionDraft;
  error: ReactNode;
  onChange: (next: ConditionDraft) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation("rules");
  const change = (part: Partial<ConditionDraft>) => onChange({ ...condition, ...part });
  /** Another unit begins with its own value. */
  const changeUnit = (part: Partial<Pick<ConditionDraft, "target" | "basis">>) =>
    change({ ...part, value: toFirstValue({ ...condition, ...part }) });
  return (
    <div className={classes.fields}>
      <Select
        label={t("form.join")}
        data={joins.map((one) => ({ value: one, label: t(`joins.${one}`) }))}
        allowDeselect={false}
        value={condition.join}
        onChange={(picked) => change({ join: joins.find((one) => one === picked) ?? condition.join })}
      />
      <Select
        label={t("form.target")}
        data={targets.map((one) => ({ value: one, label: t(`targets.${one}`) }))}
        allowDeselect={false}
        value={condition.target}
        onChange={(picked) =>
          changeUnit({ target: targets.find((one) => one === picked) ?? condition.target })
        }
      />
      <Select
        label={t("form.comparison")}
        data={comparisons.map((one) => ({ value: one, label: t(`comparisons.${one}`) }))}
        allowDeselect={false}
        value={condition.comparison}
        onChange={(picked) =>
          change({ comparison: comparisons.find((one) => one === picked) ?? condition.comparison })
        }
      />
      <Select
        label={t("form.basis")}
        data={bases.map((one) => ({ value: one, label: t(`bases.${one}`) }))}
        allowDeselect={false}
        value={condition.basis}
        onChange={(picked) => changeUnit({ basis: bases.find((one) => one === picked) ?? condition.basis })}
      />
      <ValueField {...condition} error={error} onChange={(value) => change({ value })} />
      <Button
        variant="subtle"
        color="bad"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={onRemove}
      >
        {t("form.remove_condition")}
      </Button>
    </div>
  );
}
