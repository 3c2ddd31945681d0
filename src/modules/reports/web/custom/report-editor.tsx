import { Button } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { ErrorLine, TextField } from "#base/web/forms/fields.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonChart } from "#base/web/kit/skeletons.tsx";
import { customNameMax } from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import classes from "./custom.module.css";
import { usePreview, type useSaveReport } from "./custom.queries.ts";
import { BreakdownFields, DisplayField, MeasuresField } from "./definition-fields.tsx";
import { FilterFields, PeriodFields } from "./narrowing-fields.tsx";
import { ReportChart } from "./report-chart.tsx";
import { ReportEmpty } from "./report-empty.tsx";
import { ReportTable } from "./report-table.tsx";

type Props = {
  initial: { name: string; definition: ReportDefinition };
  save: ReturnType<typeof useSaveReport>;
  /** The button's words. */
  label: string;
};

/** A report's composition beside what it shows, which follows each change. */
export function ReportEditor({ initial, save, label }: Props) {
  const { t } = useTranslation(["reports_custom", "reports", "base"]);
  const [name, setName] = useState(initial.name);
  const [definition, setDefinition] = useState(initial.definition);
  const [wasSent, setSent] = useState(false);
  const change = (part: Partial<ReportDefinition>) => {
    save.reset();
    setDefinition((before) => ({ ...before, ...part }));
  };
  const error = isApiError(save.error) ? save.error : null;
  const nameError = wasSent && name.trim() === "" ? t("base:field_required") : error?.fields.name?.[0];
  const hasMeasure = definition.measures.length > 0;
  return (
    <div className={classes.editor}>
      <Card>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            setSent(true);
            if (name.trim() !== "" && hasMeasure) save.mutate({ name, definition });
          }}
        >
          <TextField
            label={t("editor.name")}
            placeholder={t("editor.name_hint")}
            value={name}
            maxLength={customNameMax}
            error={nameError}
            onChange={(typed) => {
              save.reset();
              setName(typed);
            }}
          />
          <MeasuresField definition={definition} onChange={change} />
          {hasMeasure ? null : <ErrorLine>{t("reports:custom_measure_required")}</ErrorLine>}
          <BreakdownFields definition={definition} onChange={change} />
          <DisplayField definition={definition} onChange={change} />
          <PeriodFields definition={definition} onChange={change} />
          <FilterFields definition={definition} onChange={change} />
          {error && !error.fields.name ? <ErrorLine>{error.message}</ErrorLine> : null}
          <div className={classes.buttons}>
            <Button type="submit" loading={save.isPending}>
              {label}
            </Button>
            <LinkButton to="/reports/own" variant="default">
              {t("editor.cancel")}
            </LinkButton>
          </div>
        </form>
      </Card>
      <Preview name={name.trim() === "" ? t("editor.preview") : name} definition={definition} />
    </div>
  );
}

/** Rows that a preview shows. */
const previewRows = 10;

function Preview({ name, definition }: { name: string; definition: ReportDefinition }) {
  const { t } = useTranslation("reports_custom");
  // Typing goes on while the figures follow.
  const shown = useDeferredValue(definition);
  const query = usePreview(shown, { size: previewRows });
  const figures = query.data;
  if (query.isPending && shown.measures.length > 0) return <SkeletonChart />;
  if (!figures) return null;
  return (
    <Card title={t("editor.preview")}>
      {figures.emptiness ? (
        <ReportEmpty emptiness={figures.emptiness} />
      ) : (
        <div className={classes.stack}>
          <ReportChart name={name} definition={shown} days={{}} />
          <div>
            <ReportTable name={name} figures={figures} isBusy={query.isPlaceholderData} />
          </div>
        </div>
      )}
    </Card>
  );
}
