import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { BackLink } from "./back-link.tsx";
import { useSaveReport } from "./custom.queries.ts";
import { ReportEditor } from "./report-editor.tsx";

/** What most merchants ask first: what each campaign brought back. */
const firstDefinition: ReportDefinition = {
  measures: ["sales_placed_halalas", "spend_halalas", "roas_placed"],
  by: ["day"],
  filter: {},
  period: { name: "last_30" },
  display: "line",
};

/** A new report, shown while it is composed. */
export function OwnReportNewPage() {
  const { t } = useTranslation("reports_custom");
  const navigate = useNavigate();
  const save = useSaveReport(null, (report) => {
    notify(t("saved"), "success");
    void navigate({ to: "/reports/own/$id", params: { id: report.id }, replace: true });
  });
  return (
    <>
      <BackLink />
      <PageHeader title={t("editor.create")} />
      <ReportEditor
        initial={{ name: "", definition: firstDefinition }}
        save={save}
        label={t("editor.save")}
      />
    </>
  );
}
