import { Select, TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { tagsMax } from "../../contract/link-enums.ts";
import type { LinkOptions } from "../../contract/link-shapes.ts";
import type { LinkFormState } from "./link-values.ts";
import classes from "./links.module.css";

const foldedFields = [
  "project_name",
  "campaign_id",
  "ad_group_id",
  "ad_id",
  "tags",
  "utm",
  "expires_at",
  "domain_id",
];

type Props = { form: LinkFormState; options: LinkOptions; isOpen: boolean };

/** What few links need: folded until it is asked for, or has an error. */
export function MoreFields({ form, options, isOpen }: Props) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const hasError = Object.keys(form.errors).some((name) => foldedFields.includes(name.split(".")[0] ?? ""));
  const domains = options.domains.filter(({ status }) => status === "verified");
  return (
    <details className={classes.more} open={isOpen || hasError || undefined}>
      <summary>{t("form.more")}</summary>
      <div className={classes.stack}>
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
          data={options.tags.map(({ tag }) => tag)}
          {...form.getInputProps("tags")}
        />
        <UtmFields form={form} habits={options.habits} />
        <DayField
          label={t("form.expires")}
          description={t("form.expires_hint")}
          clearable
          value={parseRiyadhDay(form.values.expires_at)}
          onChange={(day) => form.setFieldValue("expires_at", day ?? "")}
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
      </div>
    </details>
  );
}

function UtmFields({ form, habits }: { form: LinkFormState; habits: LinkOptions["habits"] }) {
  const { t } = useTranslation("tracking_links");
  const hint = (values: readonly string[]) =>
    values.length > 0 ? t("form.habits", { values: values.slice(0, 3).join(t("form.comma")) }) : undefined;
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t("form.utm")}</legend>
      <p className={classes.quiet}>{t("form.utm_hint")}</p>
      <div className={classes.pair}>
        {(["source", "medium", "campaign", "content"] as const).map((name) => (
          <LtrField
            key={name}
            label={t(`form.utm_fields.${name}`)}
            description={name === "content" ? undefined : hint(habits[name])}
            {...form.getInputProps(`utm.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}
