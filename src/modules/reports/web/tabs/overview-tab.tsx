import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonFigures } from "#base/web/kit/skeletons.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { FigureSources } from "../figure-sources.tsx";
import { useReportTable } from "../report-tables.queries.ts";
import type { TabProps } from "../report-tabs.ts";
import { DayName } from "./day-name.tsx";
import { DaysChart } from "./days-chart.tsx";
import { EmptyTab } from "./empty-tab.tsx";
import { PlatformBars } from "./platform-bars.tsx";
import { readMetric } from "./read-metric.ts";
import { ReportTableView } from "./report-table-view.tsx";
import { ValueChange } from "./report-value.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TableNotes } from "./table-notes.tsx";
import classes from "./tabs.module.css";
import { useTab } from "./use-tab.ts";

const toCards = (counted: CountedOrders) => [
  "spend_halalas",
  "store_sales_halalas",
  `roas_${counted}`,
  `sales_${counted}_halalas`,
  `orders_${counted}`,
  "cost_per_order_halalas",
];
/** Every day of the longest period in one answer: the chart needs them all. */
const allDays = 1_000;

/** What each riyal of ads stands beside, what ads cost and brought, day by day. */
export function OverviewTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const counted = useCountedOrders();
  const days = useReportTable("overview", scope, { by: "day", size: allDays });
  const view = useTab("overview", scope, 31);
  return (
    <QueryBoundary query={days} fallback={<SkeletonFigures />}>
      {(table) =>
        table.emptiness ? (
          <EmptyTab why={table.emptiness} />
        ) : (
          <div className={classes.stack}>
            <Finding table={table} />
            <SumCards table={table} metrics={toCards(counted)} />
            <div className={classes.split}>
              <Card title={t("overview.chart")}>
                <DaysChart
                  table={table}
                  title={t("overview.chart")}
                  metrics={[firstSales(table), "spend_halalas"]}
                />
              </Card>
              <PlatformBars scope={scope} />
            </div>
            {view.table.data ? (
              <ReportTableView
                tab="overview"
                title={t("overview.days")}
                table={view.table.data}
                view={view}
                name={(row) => <DayName day={row.key} />}
                isUnsettled={({ key }) => key >= table.unsettled_from}
              />
            ) : null}
            <TableNotes notes={table.notes} />
            <FigureSources />
          </div>
        )
      }
    </QueryBoundary>
  );
}

/** All that the store sold; with campaigns chosen, what they brought. */
const firstSales = (table: ReportTable): string =>
  table.columns.some(({ metric }) => metric === "store_sales_halalas")
    ? "store_sales_halalas"
    : "sales_placed_halalas";

/** The first number: what a riyal of ads stands beside, in a sentence. */
function Finding({ table }: { table: ReportTable }) {
  const { t } = useTranslation("reports_tabs");
  const format = useFormat();
  const metric = firstSales(table) === "store_sales_halalas" ? "store_sales_per_riyal" : "roas_placed";
  const now = readMetric(table, table.total, metric);
  const before = readMetric(table, table.total_before, metric);
  return (
    <Card tone="palm">
      <div className={classes.finding}>
        <h2>
          {now === null ? t("finding.none") : t(`finding.${metric}`, { riyals: format.number(now, 2) })}
        </h2>
        <p className={classes.change}>
          <ValueChange metric={metric} now={now} before={before} />
          {before === null
            ? t(`finding.${metric}_words`)
            : t("finding.before", { riyals: format.number(before, 2) })}
        </p>
      </div>
    </Card>
  );
}
