import { Button, Select, TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { manualPlatforms, tagsMax } from "../../contract/link-enums.ts";
import type { LinkDetails } from "../../contract/link-shapes.ts";
import { useLinkOptions } from "../tracking.queries.ts";
import classes from "./links.module.css";

type Values = {
  name: string;
  destination_url: string;
  platform: string;
  project_name: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  tags: string[];
  source: string;
  medium: string;
  campaign: string;
  content: string;
  expires_on: string;
  domain_id: string;
};

/** The end of a Riyadh day as the link's end; null without one. */
const toEnd = (day: string) => (day ? `${day}T23:59:59+03:00` : null);

function toBody({ source, medium, campaign, content, expires_on, domain_id, ...fields }: Values) {
  return {
    ...fields,
    platform: fields.platform as (typeof manualPlatforms)[number],
    utm: {
      source: source || null,
      medium: medium || null,
      campaign: campaign || null,
      content: content || null,
    },
    expires_at: toEnd(expires_on),
    domain_id: domain_id || null,
  };
}
export type LinkBody = ReturnType<typeof toBody>;

const toValues = (link: LinkDetails | null): Values => ({
  name: link?.name ?? "",
  destination_url: link?.destination_url ?? "",
  platform: link?.platform ?? "instagram",
  project_name: link?.project_name ?? "",
  campaign_id: link?.campaign_id ?? "",
  ad_group_id: link?.ad_group_id ?? "",
  ad_id: link?.ad_id ?? "",
  tags: [...(link?.tags ?? [])],
  source: link?.utm.source ?? "",
  medium: link?.utm.medium ?? "",
  campaign: link?.utm.campaign ?? "",
  content: link?.utm.content ?? "",
  expires_on: link?.expires_at
    ? new Date(Date.parse(link.expires_at) + 3 * 3_600_000).toISOString().slice(0, 10)
    : "",
  domain_id: link?.domain_id ?? "",
});

type Props = { link: LinkDetails | null; onSend: (body: LinkBody) => Promise<unknown> };

/** The fields of a link made by hand; empty tags and codes leave those of its platform. */
export function LinkForm({ link, onSend }: Props) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const options = useLinkOptions().data;
  const form = useServerForm<Values>({
    initialValues: toValues(link),
    send: (values) => onSend(toBody(values)),
  });
  const domains = options?.domains.filter(({ status }) => status === "verified") ?? [];
  const habits = options?.habits;
  const hint = (values: readonly string[] | undefined) =>
    values?.length ? t("form.habits", { values: values.slice(0, 3).join(t("form.comma")) }) : undefined;
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <TextField
        label={t("form.name")}
        description={t("form.name_hint")}
        {...form.getInputProps("name")}
        maxLength={120}
      />
      <LtrField
        label={t("form.destination")}
        description={
          options?.stores[0] ? t("form.destination_hint", { store: options.stores[0] }) : undefined
        }
        inputMode="url"
        {...form.getInputProps("destination_url")}
      />
      <Select
        label={t("form.platform")}
        allowDeselect={false}
        data={manualPlatforms.map((value) => ({ value, label: t(`tracking:platforms.${value}`) }))}
        {...form.getInputProps("platform")}
      />
      <TextField label={t("form.project")} maxLength={120} {...form.getInputProps("project_name")} />
      <div className={classes.pair}>
        {(["campaign_id", "ad_group_id", "ad_id"] as const).map((name) => (
          <LtrField
            key={name}
            label={t(`tracking:columns.${name}`)}
            inputMode="numeric"
            maxLength={8}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <TagsInput
        label={t("tracking:columns.tags")}
        maxTags={tagsMax}
        data={options?.tags.map(({ tag }) => tag) ?? []}
        {...form.getInputProps("tags")}
      />
      <fieldset>
        <legend>{t("form.utm")}</legend>
        <p className={classes.quiet}>{t("form.utm_hint")}</p>
        <div className={classes.pair}>
          <LtrField
            label={t("form.utm_fields.source")}
            description={hint(habits?.source)}
            {...form.getInputProps("source")}
          />
          <LtrField
            label={t("form.utm_fields.medium")}
            description={hint(habits?.medium)}
            {...form.getInputProps("medium")}
          />
          <LtrField
            label={t("form.utm_fields.campaign")}
            description={hint(habits?.campaign)}
            {...form.getInputProps("campaign")}
          />
          <LtrField label={t("form.utm_fields.content")} {...form.getInputProps("content")} />
        </div>
      </fieldset>
      <DayField
        label={t("form.expires")}
        description={t("form.expires_hint")}
        clearable
        value={parseRiyadhDay(form.values.expires_on)}
        onChange={(day) => form.setFieldValue("expires_on", day ?? "")}
        error={form.errors.expires_at ? String(form.errors.expires_at) : undefined}
      />
      {domains.length > 0 ? (
        <Select
          label={t("form.domain")}
          clearable
          data={domains.map(({ id, host }) => ({ value: id, label: host }))}
          {...form.getInputProps("domain_id")}
        />
      ) : null}
      <Button type="submit" loading={form.isSending}>
        {t(link ? "form.save" : "make")}
      </Button>
    </form>
  );
}
