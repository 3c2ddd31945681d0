import { useTranslation } from "react-i18next";
import { BarList } from "#base/web/charts/bar-list.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import type { ReportScope } from "../../contract/report-scope.ts";
import { useReportTable } from "../report-tables.queries.ts";
import { OpenRows } from "./open-rows.tsx";
import { readMetric } from "./read-metric.ts";
import { ReportValue } from "./report-value.tsx";
import { RowName } from "./row-name.tsx";

/** What each platform brought, with its return; each opens to its campaigns. */
export function PlatformBars({ scope }: { scope: ReportScope }) {
  const { t } = useTranslation("reports_tabs");
  const table = useReportTable("campaigns", scope, { by: "platform", sort: "sales_placed_halalas" }).data;
  if (!table) return <SkeletonRows count={3} />;
  const bars = table.rows.map((row) => ({
    key: row.key,
    name: (
      <OpenRows to={{ tab: "campaigns", by: "campaign", platform: row.platform ?? undefined } as never}>
        <RowName row={row} />
      </OpenRows>
    ),
    value: readMetric(table, row.values, "sales_placed_halalas") ?? 0,
    text: (
      <>
        <ReportValue value={readMetric(table, row.values, "sales_placed_halalas")} unit="halalas" signed /> ·{" "}
        <ReportValue value={readMetric(table, row.values, "roas_placed")} unit="ratio" />
      </>
    ),
  }));
  return (
    <Card title={t("overview.platforms")}>
      {bars.length === 0 ? (
        <p>{t("overview.no_platforms")}</p>
      ) : (
        <BarList label={t("overview.platforms")} bars={bars} />
      )}
    </Card>
  );
}
