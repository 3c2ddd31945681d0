import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { CustomReport } from "../../contract/custom-reports.calls.ts";
import { BackLink } from "./back-link.tsx";
import { useCustomReport, useSaveReport } from "./custom.queries.ts";
import { ReportEditor } from "./report-editor.tsx";

/** Another composition of a saved report. */
export function OwnReportEditPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const report = useCustomReport(id);
  return (
    <>
      <BackLink />
      <QueryBoundary query={report} fallback={<SkeletonPage kind="form" />}>
        {(data) => <Edit key={data.id} report={data} />}
      </QueryBoundary>
    </>
  );
}

function Edit({ report: { id, name, definition, is_own } }: { report: CustomReport }) {
  const { t } = useTranslation(["reports_custom", "reports"]);
  const navigate = useNavigate();
  const save = useSaveReport(id, () => {
    notify(t("saved"), "success");
    void navigate({ to: "/reports/own/$id", params: { id }, replace: true });
  });
  return (
    <>
      <PageHeader title={t("editor.edit")} />
      {is_own ? (
        <ReportEditor initial={{ name, definition }} save={save} label={t("editor.save_changes")} />
      ) : (
        <Banner>{t("reports:custom_not_own")}</Banner>
      )}
    </>
  );
}
