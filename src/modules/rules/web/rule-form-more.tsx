import { Checkbox, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode, MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useChoosableCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { askChannels, reaches, stages } from "../contract/enums.ts";
import { MoreConditions } from "./condition-fields.tsx";
import { ProductChoice } from "./product-choice.tsx";
import type { RuleForm } from "./rule-draft.ts";
import classes from "./rules.module.css";
import { ScheduleFields } from "./schedule-fields.tsx";

/** What every rule has and few change: the figures that count, the campaigns it reaches, when, and its guardrails. */
export function RuleFormMore({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const hasError = Object.keys(form.errors).some((name) => foldedFields.includes(name.split(".")[0] ?? name));
  return (
    <details className={classes.details} open={hasError || undefined}>
      <summary>{t("form.more")}</summary>
      <div className={classes.stack}>
        <MoreConditions form={form} />
        <div className={classes.fields}>
          <Select
            label={t("form.stage")}
            description={t("form.stage_hint")}
            data={stages.map((one) => ({ value: one, label: t(`stages.${one}`) }))}
            allowDeselect={false}
            {...form.getInputProps("stage")}
            error={errorNode(form.errors.stage)}
          />
          <MoneyField
            label={t("form.min_spend")}
            description={t("form.min_spend_hint")}
            {...form.getInputProps("min_spend_halalas")}
          />
          <NumberField label={t("form.min_clicks")} {...form.getInputProps("min_clicks")} />
        </div>
        <ReachFields form={form} />
        <ScheduleFields form={form} />
        <AskField form={form} />
        <fieldset className={classes.fieldset}>
          <legend>{t("form.guardrails")}</legend>
          <div className={classes.fields}>
            <NumberField label={t("form.cooldown")} {...form.getInputProps("cooldown_hours")} />
            <NumberField label={t("form.max_acts")} {...form.getInputProps("max_acts_per_day")} />
            <NumberField label={t("form.max_change")} {...form.getInputProps("max_change_percent")} />
          </div>
        </fieldset>
      </div>
    </details>
  );
}

const foldedFields = [
  "more_conditions",
  "stage",
  "min_spend_halalas",
  "min_clicks",
  "reach",
  "platform",
  "product_id",
  "campaign_ids",
  "schedule",
  "at_hour",
  "hours_from",
  "hours_to",
  "season",
  "ask_channel",
  "cooldown_hours",
  "max_acts_per_day",
  "max_change_percent",
];

/** Whether the rule asks before it acts, and by which channel. */
function AskField({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const { ask_channel } = form.getValues();
  return (
    <Select
      label={t("form.ask_channel")}
      description={t("form.ask_hint")}
      data={["none" as const, ...askChannels].map((one) => ({ value: one, label: t(`ask_channels.${one}`) }))}
      allowDeselect={false}
      value={ask_channel ?? "none"}
      error={errorNode(form.errors.ask_channel)}
      onChange={(picked) =>
        form.setFieldValue("ask_channel", askChannels.find((one) => one === picked) ?? null)
      }
    />
  );
}

function ReachFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation(["rules", "campaigns"]);
  const { reach } = form.getValues();
  return (
    <div className={classes.fields}>
      <Select
        label={t("form.reach")}
        data={reaches.map((one) => ({ value: one, label: t(`reaches.${one}`) }))}
        allowDeselect={false}
        {...form.getInputProps("reach")}
        error={errorNode(form.errors.reach)}
      />
      {reach === "platform" ? (
        <Select
          label={t("form.platform")}
          data={platforms.map((one) => ({ value: one, label: t(`campaigns:platform_names.${one}`) }))}
          {...form.getInputProps("platform")}
          error={errorNode(form.errors.platform)}
        />
      ) : null}
      {reach === "product" ? <ProductChoice form={form} /> : null}
      {reach === "campaigns" ? <CampaignChoices form={form} /> : null}
    </div>
  );
}

function CampaignChoices({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const campaigns = useChoosableCampaigns().data?.items ?? [];
  const chosen = form.getValues().campaign_ids;
  return (
    <Checkbox.Group
      label={t("form.campaigns")}
      value={[...chosen]}
      error={errorNode(form.errors.campaign_ids)}
      onChange={(ids) => form.setFieldValue("campaign_ids", ids)}
    >
      <div className={classes.checks}>
        {campaigns.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
