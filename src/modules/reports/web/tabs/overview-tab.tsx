import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonFigures } from "#base/web/kit/skeletons.tsx";
import { useReportTable } from "../report-tables.queries.ts";
import type { TabProps } from "../report-tabs.ts";
import { ReportTableView } from "./report-table-view.tsx";

/** What the ads cost and brought, day by day. */
export function OverviewTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const query = useReportTable("overview", scope, { size: 100 });
  return (
    <QueryBoundary query={query} fallback={<SkeletonFigures />}>
      {(table) => (
        <Card title={t("overview.days")}>
          <ReportTableView table={table} caption={t("overview.days")} isBusy={query.isPlaceholderData} />
        </Card>
      )}
    </QueryBoundary>
  );
}
