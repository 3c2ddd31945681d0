import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { schedules } from "../contract/enums.ts";
import type { RuleForm } from "./rule-draft.ts";
import classes from "./rules.module.css";
import { useRuleText } from "./use-rule-text.ts";

/** How often a rule looks, at which hours of Riyadh, and in which season. */
export function ScheduleFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation(["rules", "seasons"]);
  const { schedule, at_hour } = form.getValues();
  const setSchedule = (picked: string | null) => {
    const next = schedules.find((one) => one === picked) ?? schedule;
    form.setValues(
      next === "daily"
        ? { schedule: next, at_hour: at_hour ?? 10, hours_from: null, hours_to: null }
        : { schedule: next, at_hour: null },
    );
  };
  return (
    <div className={classes.fields}>
      <Select
        label={t("form.schedule")}
        data={schedules.map((one) => ({ value: one, label: t(`schedules.${one}`) }))}
        allowDeselect={false}
        value={schedule}
        onChange={setSchedule}
      />
      {schedule === "daily" ? <HourField form={form} name="at_hour" /> : <HourFields form={form} />}
      <Select
        label={t("form.season")}
        placeholder={t("form.all_year")}
        data={seasonKeys.map((one) => ({ value: one, label: t(`seasons:names.${one}`) }))}
        clearable
        {...form.getInputProps("season")}
        error={errorNode(form.errors.season)}
      />
    </div>
  );
}

function HourFields({ form }: { form: RuleForm }) {
  return (
    <>
      <HourField form={form} name="hours_from" />
      <HourField form={form} name="hours_to" />
    </>
  );
}

/** The hour of a daily rule, or a bound of the hours in which any other looks: without it, all day. */
function HourField({ form, name }: { form: RuleForm; name: "at_hour" | "hours_from" | "hours_to" }) {
  const { t } = useTranslation("rules");
  const { toHour } = useRuleText();
  const isBound = name !== "at_hour";
  const hour = form.getValues()[name];
  return (
    <Select
      label={t(`form.${name}`)}
      data={Array.from({ length: 24 }, (_, each) => ({ value: String(each), label: toHour(each) }))}
      allowDeselect={isBound}
      clearable={isBound}
      placeholder={isBound ? t("form.all_day") : undefined}
      value={hour === null ? null : String(hour)}
      error={errorNode(form.errors[name])}
      onChange={(picked) => form.setFieldValue(name, picked === null ? null : Number(picked))}
    />
  );
}
