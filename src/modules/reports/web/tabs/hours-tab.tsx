import { useTranslation } from "react-i18next";
import { HeatMap } from "#base/web/charts/heat-map.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { useReportTable } from "../report-tables.queries.ts";
import type { TabProps } from "../report-tabs.ts";
import { readMetric } from "./read-metric.ts";
import { ReportTableView } from "./report-table-view.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import classes from "./tabs.module.css";
import { useTab } from "./use-tab.ts";

const cards = ["store_orders", "store_sales_halalas", "orders_placed", "sales_placed_halalas"];
const weekdays = [0, 1, 2, 3, 4, 5, 6];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** When shoppers order: a heat map of weekdays and hours in Riyadh, and the same as a list. */
export function HoursTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("hours", scope, 24);
  const week = useReportTable("hours", scope, { by: "weekday_hour", size: 168 }).data;
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <Card title={t("hours.map")}>{week ? <WeekMap table={week} /> : null}</Card>
          <SumCards table={table} metrics={cards} />
          <ReportTableView
            tab="hours"
            title={t("hours.title")}
            table={table}
            view={view}
            name={(row) => <bdi>{row.name}</bdi>}
          />
        </>
      )}
    </TabBody>
  );
}

function WeekMap({ table }: { table: ReportTable }) {
  const { t } = useTranslation(["reports_tabs", "reports"]);
  const format = useFormat();
  const byKey = new Map(table.rows.map((row) => [row.key, row]));
  const read = (weekday: number, hour: number) => {
    const row = byKey.get(`${weekday}:${String(hour).padStart(2, "0")}`);
    return row ? readMetric(table, row.values, "store_orders") : 0;
  };
  const best = table.rows
    .map((row) => ({ row, orders: readMetric(table, row.values, "store_orders") ?? 0 }))
    .sort((one, other) => other.orders - one.orders)[0];
  return (
    <div className={classes.stack}>
      {best && best.orders > 0 ? (
        <p className={classes.best}>
          {t("hours.best", { when: best.row.name, orders: t("hours.orders", { count: best.orders }) })}
        </p>
      ) : null}
      <HeatMap
        label={t("hours.map")}
        corner={t("by.weekday")}
        rows={weekdays.map((weekday) => ({ key: String(weekday), name: t(`reports:weekdays.${weekday}`) }))}
        columns={hours.map((hour) => ({
          key: String(hour),
          name: format.number(hour),
          label: `${format.number(hour)}:${format.number(0)}${format.number(0)}`,
        }))}
        value={(row, column) => read(Number(row), Number(column))}
        valueText={(value) => t("hours.orders", { count: value })}
      />
    </div>
  );
}
