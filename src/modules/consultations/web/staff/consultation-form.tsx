import { Button, Select, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { errorNode, LtrField, MoneyField, NumberField, TextField } from "#base/web/forms/fields.tsx";
import { type ServerForm, useServerForm } from "#base/web/forms/form.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Promises } from "../../contract/promises.ts";
import type { CatalogueConsultation } from "../../contract/staff-catalogue.calls.ts";
import { toValues, type Values } from "./consultation-values.ts";
import { QuestionFields } from "./question-fields.tsx";
import classes from "./staff-consultations.module.css";
import { call, useRefreshCatalogue } from "./staff-consultations.queries.ts";

export type Consultant = { id: string; name: string; promises: Promises };
type Props = {
  /** Null for a new one. */
  item: CatalogueConsultation | null;
  consultants: readonly Consultant[];
  onClose: () => void;
};

/** A consultation's fields and questions. Over what a colleague saved meanwhile nothing is written. */
export function ConsultationForm({ item, consultants, onClose }: Props) {
  const { t } = useTranslation("consultations_staff");
  const refresh = useRefreshCatalogue();
  const key = useIdempotencyKey("consultations.create");
  const [base, setBase] = useState(item);
  const [current, setCurrent] = useState<CatalogueConsultation | null>(null);
  const form = useServerForm<Values>({
    initialValues: toValues(item),
    schema: () => import("../../contract/staff-catalogue.calls.ts").then((file) => file.consultationFields),
    async send({ price_halalas, minutes, ...values }) {
      const body = { ...values, price_halalas: price_halalas ?? 0, minutes: minutes ?? 0 };
      try {
        await (base
          ? call("PUT Staff/Consultations/{id}", {
              params: { id: base.id },
              body: { ...body, revision: base.revision },
              quiet: true,
            })
          : call("POST Staff/Consultations/create", { body, idempotencyKey: key.for(body), quiet: true }));
      } catch (error) {
        if (!isApiError(error) || error.code !== "consultations.edited_meanwhile") throw error;
        return setCurrent(error.current as CatalogueConsultation);
      }
      key.done();
      notify(t("catalogue.saved"), "success");
      await refresh();
      onClose();
    },
  });
  const keep = (newer: CatalogueConsultation) => {
    setBase(newer);
    setCurrent(null);
  };
  const take = (newer: CatalogueConsultation) => {
    form.setValues(toValues(newer));
    keep(newer);
  };
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      {current ? (
        <Banner
          tone="waiting"
          urgent
          title={t("conflict.title")}
          action={
            <div className={classes.acts}>
              <Button onClick={() => take(current)}>{t("conflict.take")}</Button>
              <Button variant="default" onClick={() => keep(current)}>
                {t("conflict.keep")}
              </Button>
            </div>
          }
        >
          {t("conflict.words")}
        </Banner>
      ) : null}
      <Fields form={form} consultants={consultants} />
      <QuestionFields form={form} />
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form, consultants }: { form: ServerForm<Values>; consultants: readonly Consultant[] }) {
  const { t } = useTranslation("consultations_staff");
  const { error, ...consultant } = form.getInputProps("consultant_id");
  return (
    <div className={classes.fields}>
      <TextField
        label={t("fields.title_ar")}
        dir="rtl"
        maxLength={120}
        withAsterisk
        {...form.getInputProps("title_ar")}
      />
      <LtrField
        label={t("fields.title_en")}
        maxLength={120}
        withAsterisk
        {...form.getInputProps("title_en")}
      />
      {(["outcome_ar", "outcome_en"] as const).map((name) => (
        <Textarea
          key={name}
          {...form.getInputProps(name)}
          label={t(`fields.${name}`)}
          dir={name === "outcome_ar" ? "rtl" : "ltr"}
          rows={3}
          maxLength={500}
          withAsterisk
          error={errorNode(form.errors[name])}
        />
      ))}
      <MoneyField label={t("fields.price_halalas")} withAsterisk {...form.getInputProps("price_halalas")} />
      <NumberField label={t("fields.minutes")} withAsterisk {...form.getInputProps("minutes")} />
      <Select
        {...consultant}
        label={t("fields.consultant_id")}
        withAsterisk
        allowDeselect={false}
        data={consultants.map(({ id, name }) => ({ value: id, label: name }))}
        error={errorNode(error)}
      />
      <LtrField
        label={t("fields.scheduling_url")}
        description={t("fields.scheduling_words")}
        placeholder="https://cal.com/…"
        maxLength={500}
        withAsterisk
        {...form.getInputProps("scheduling_url")}
      />
      <Switch label={t("fields.is_active")} {...form.getInputProps("is_active", { type: "checkbox" })} />
    </div>
  );
}
