import { Button, Checkbox, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorNode, NumberField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { Card } from "#base/web/kit/page.tsx";
import { CityField } from "#base/web/maps/city-field.tsx";
import { textChannels } from "#modules/messages/contract/enums.ts";
import { useFurtherNumbers } from "#modules/messages/web/messages.queries.ts";
import { toNational } from "#modules/messages/web/numbers.parts.tsx";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import { changes, indicators } from "../../contract/enums.ts";
import classes from "../rules.module.css";
import { useTestCommunication } from "./communication.queries.ts";
import { MessagePreview } from "./message-preview.tsx";
import { useCommunicationText } from "./use-communication-text.ts";

type Draft = Omit<CommunicationRuleFields, "value" | "days"> & { value: number | null; days: number | null };

type Props = {
  initial: CommunicationRuleFields;
  submitLabel: string;
  onSave: (fields: CommunicationRuleFields) => Promise<unknown>;
  onCancel: () => void;
  hasWhatsApp: boolean;
};

/** The specification's rule. It reads back as one sentence as one types, and can be tried on one's own phone. */
export function CommunicationForm({ initial, submitLabel, onSave, onCancel, hasWhatsApp }: Props) {
  const { t } = useTranslation("rules");
  const { toSentence } = useCommunicationText();
  const test = useTestCommunication();
  const required = (value: number | null) =>
    value === null || value < 1 ? t("communication.form.required") : null;
  const toFields = (draft: Draft): CommunicationRuleFields => ({
    ...draft,
    value: draft.value ?? initial.value,
    days: draft.days ?? initial.days,
  });
  const form = useServerForm<Draft>({
    initialValues: initial,
    validate: {
      value: (value, { change }) =>
        required(value) ?? (change === "decreased" && (value ?? 0) > 100 ? t("fall_too_large") : null),
      days: (days) => required(days) ?? ((days ?? 0) > 30 ? t("communication.form.days_max") : null),
    },
    send: (draft) => onSave(toFields(draft)),
  });
  const fields = toFields(form.getValues());
  const select = <Name extends "indicator" | "change" | "channel">(
    name: Name,
    values: readonly string[],
    label: string,
    toLabel: (value: string) => string,
  ) => (
    <Select
      label={label}
      data={values.map((value) => ({ value, label: toLabel(value) }))}
      allowDeselect={false}
      {...form.getInputProps(name)}
      error={errorNode(form.errors[name])}
    />
  );
  return (
    <Card>
      <form className={classes.stack} onSubmit={form.submit} noValidate>
        <div className={classes.sentence} data-large="true">
          <p aria-live="polite">{toSentence(fields)}</p>
        </div>
        <div className={classes.fields}>
          {select("indicator", indicators, t("communication.form.indicator"), (value) =>
            t(`communication.indicators.${value as "sales"}`),
          )}
          {select("change", changes, t("communication.form.change"), (value) =>
            t(`communication.changes.${value as "increased"}`),
          )}
          <NumberField label={t("communication.form.value")} {...form.getInputProps("value")} />
          <NumberField
            label={t("communication.form.days")}
            description={t("communication.form.days_hint")}
            {...form.getInputProps("days")}
          />
          {select("channel", textChannels, t("communication.form.channel"), (value) =>
            t(`communication.channels.${value as "sms"}`),
          )}
          <NumbersField
            value={fields.numbers}
            error={form.errors.numbers}
            onChange={(numbers) => form.setFieldValue("numbers", numbers)}
          />
          <CityField
            label={t("communication.form.city")}
            description={t("communication.form.city_hint")}
            value={fields.city}
            onChange={(city) => form.setFieldValue("city", city)}
          />
        </div>
        <MessagePreview fields={fields} hasWhatsApp={hasWhatsApp} />
        <p className={classes.quiet}>{t("communication.peace")}</p>
        <div className={classes.actions}>
          <Button type="submit" loading={form.isSending}>
            {submitLabel}
          </Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(fields)}>
            {t("communication.form.test")}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {t("communication.form.cancel")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type NumbersProps = { value: string[]; error: ReactNode; onChange: (numbers: string[]) => void };

/** Nothing while the merchant has proven no further number. */
function NumbersField({ value, error, onChange }: NumbersProps) {
  const { t } = useTranslation("rules");
  const { data } = useFurtherNumbers();
  const numbers = data?.items.map(({ number }) => number) ?? [];
  if (numbers.length === 0) return null;
  return (
    <Checkbox.Group
      label={t("communication.form.numbers")}
      value={value}
      error={errorNode(error)}
      onChange={onChange}
    >
      {numbers.map((number) => (
        <Checkbox key={number} value={number} label={<bdi dir="ltr">{toNational(number)}</bdi>} />
      ))}
    </Checkbox.Group>
  );
}
