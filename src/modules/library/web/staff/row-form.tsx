import { Button, Select, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { errorNode, LtrField, TextField } from "#base/web/forms/fields.tsx";
import { type ServerForm, useServerForm } from "#base/web/forms/form.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { noteMax } from "../../contract/library-enums.ts";
import type { LibraryRow, RowFields } from "../../contract/staff-library.calls.ts";
import { type ListedColumn, listedValues } from "../../domain/read-import.ts";
import classes from "./staff-library.module.css";
import { useRefresh } from "./staff-library.queries.ts";
import { call } from "./staff-library-calls.ts";
import { useListedNames } from "./use-listed-names.ts";

type Values = Omit<RowFields, "link"> & { link: string };
type Props = { row: LibraryRow | null; onClose: () => void };

const listed = Object.keys(listedValues) as ListedColumn[];

/** A row's fields; without one, a new one. Over what a colleague saved meanwhile nothing is written. */
export function RowForm({ row, onClose }: Props) {
  const { t } = useTranslation(["library_staff", "library"]);
  const refresh = useRefresh();
  const [base, setBase] = useState(row);
  const [current, setCurrent] = useState<LibraryRow | null>(null);
  const form: ServerForm<Values> = useServerForm<Values>({
    initialValues: toValues(row),
    validate: { reference: (typed) => (typed.trim() === "" ? t("library_staff:reference_missing") : null) },
    async send(values) {
      const body = { ...values, link: values.link.trim() };
      try {
        await (base
          ? call("PUT Staff/AdsLibrary/rows/{id}", {
              params: { id: base.id },
              body: { ...body, revision: base.revision },
              quiet: true,
            })
          : call("POST Staff/AdsLibrary/rows", { body, quiet: true }));
      } catch (error) {
        if (!isApiError(error) || error.code !== "library.row_changed") throw error;
        return setCurrent(error.current as LibraryRow);
      }
      notify(t("library_staff:saved"), "success");
      await refresh();
      onClose();
    },
  });
  const take = (newer: LibraryRow) => {
    form.setValues(toValues(newer));
    keep(newer);
  };
  const keep = (newer: LibraryRow) => {
    setBase(newer);
    setCurrent(null);
  };
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      {current ? (
        <Banner
          tone="waiting"
          urgent
          title={t("library_staff:conflict.title")}
          action={
            <div className={classes.acts}>
              <Button onClick={() => take(current)}>{t("library_staff:conflict.take")}</Button>
              <Button variant="default" onClick={() => keep(current)}>
                {t("library_staff:conflict.keep")}
              </Button>
            </div>
          }
        >
          {t("library_staff:conflict.words")}
        </Banner>
      ) : null}
      <Fields form={form} />
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("library_staff:save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("library_staff:cancel")}
        </Button>
      </div>
    </form>
  );
}

function Fields({ form }: { form: ServerForm<Values> }) {
  const { t } = useTranslation("library");
  const toName = useListedNames();
  const notes = form.getInputProps("notes");
  return (
    <div className={classes.fields}>
      <TextField
        label={t("columns.reference")}
        maxLength={60}
        withAsterisk
        dir="auto"
        {...form.getInputProps("reference")}
      />
      {listed.map((column) => {
        const { error, ...input } = form.getInputProps(column);
        const isRequired = column === "type";
        return (
          <Select
            key={column}
            {...input}
            label={t(`columns.${column}`)}
            clearable={!isRequired}
            allowDeselect={!isRequired}
            withAsterisk={isRequired}
            searchable={listedValues[column].length > 8}
            data={listedValues[column].map((value) => ({ value, label: toName(column, value) }))}
            error={errorNode(error)}
          />
        );
      })}
      <DayField
        label={t("columns.ad_day")}
        clearable
        value={form.values.ad_day as RiyadhDay | null}
        onChange={(day) => form.setFieldValue("ad_day", day)}
      />
      <LtrField label={t("columns.link")} placeholder="https://" {...form.getInputProps("link")} />
      <TextField label={t("columns.editor")} maxLength={120} {...form.getInputProps("editor")} />
      <TextField label={t("columns.writer")} maxLength={120} {...form.getInputProps("writer")} />
      <Textarea
        {...notes}
        className={classes.wide ?? ""}
        label={t("columns.notes")}
        rows={3}
        maxLength={noteMax}
        dir="auto"
        error={errorNode(notes.error)}
      />
    </div>
  );
}

const toValues = (row: LibraryRow | null): Values => ({
  reference: row?.reference ?? "",
  type: row?.type ?? "image",
  link: row?.link ?? "",
  ad_day: row?.ad_day ?? null,
  season: row?.season ?? null,
  style: row?.style ?? null,
  platform: row?.platform ?? null,
  sector: row?.sector ?? null,
  hook: row?.hook ?? null,
  proof: row?.proof ?? null,
  offer: row?.offer ?? null,
  call_to_action: row?.call_to_action ?? null,
  editor: row?.editor ?? "",
  writer: row?.writer ?? "",
  notes: row?.notes ?? "",
});
