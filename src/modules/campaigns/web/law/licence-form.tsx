import { Button, Group, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { type LicenceKind, licenceKinds } from "../../contract/ad-law-rules.ts";
import type { AdLicence } from "../../contract/ad-licences.calls.ts";
import classes from "./law.module.css";
import { useSaveLicence } from "./licences.queries.ts";

type Props = {
  /** The licence to correct; null: a new one. */
  licence: AdLicence | null;
  /** Where only one kind is of use, it is not asked for. */
  kind?: LicenceKind;
  onSaved: () => void;
  onCancel: () => void;
};

/**
 * A licence's number and days. It is no form of its own, since it stands within one: its button and the Enter key in its
 * fields save it, and submit nothing else.
 */
export function LicenceForm({ licence, kind: only, onSaved, onCancel }: Props) {
  const { t } = useTranslation(["campaigns_law", "base"]);
  const today = toRiyadhDay(useNow(60));
  const [fields, setFields] = useState({
    kind: licence?.kind ?? only ?? "discount",
    number: licence?.number ?? "",
    starts_on: (licence?.starts_on ?? today) as RiyadhDay,
    ends_on: (licence?.ends_on ?? addDays(today, 30)) as RiyadhDay,
  });
  const save = useSaveLicence(licence?.id ?? null);
  const submission = useSubmission(["kind", "number", "starts_on", "ends_on"]);
  const { errors } = submission;
  const set = (changed: Partial<typeof fields>) => {
    for (const field of Object.keys(changed)) submission.clearError(field as keyof typeof fields);
    setFields({ ...fields, ...changed });
  };
  const submit = () => submission.run(() => save.mutateAsync(fields).then(onSaved));
  return (
    <fieldset
      className={classes.licenceForm}
      aria-label={t(`licences.kinds.${fields.kind}`)}
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement;
        if (event.key !== "Enter" || event.defaultPrevented || !isField) return;
        event.preventDefault();
        void submit();
      }}
    >
      {only ? null : (
        <Select
          label={t("licences.kind")}
          data={licenceKinds.map((kind) => ({ value: kind, label: t(`licences.kinds.${kind}`) }))}
          value={fields.kind}
          error={errors.kind}
          allowDeselect={false}
          onChange={(kind) => kind && set({ kind: kind as LicenceKind })}
        />
      )}
      <LtrField
        label={t("licences.number")}
        maxLength={40}
        value={fields.number}
        error={errors.number}
        onChange={(number) => set({ number })}
      />
      <DayField
        label={t("licences.starts_on")}
        value={fields.starts_on}
        error={errors.starts_on}
        onChange={(day) => day && set({ starts_on: day })}
      />
      <DayField
        label={t("licences.ends_on")}
        value={fields.ends_on}
        error={errors.ends_on}
        onChange={(day) => day && set({ ends_on: day })}
      />
      <Group gap="sm">
        <Button loading={submission.isSubmitting} onClick={submit}>
          {t("licences.save")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("base:cancel")}
        </Button>
      </Group>
    </fieldset>
  );
}
