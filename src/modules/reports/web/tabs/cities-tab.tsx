import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonChart } from "#base/web/kit/skeletons.tsx";
import type { TableRow } from "../../contract/report-table.calls.ts";
import type { TabProps } from "../report-tabs.ts";
import { OpenRows } from "./open-rows.tsx";
import { ReportTableView } from "./report-table-view.tsx";
import { RowName } from "./row-name.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

const CitiesMap = lazy(async () => ({ default: (await import("./cities-map.tsx")).CitiesMap }));
const cards = ["store_sales_halalas", "store_orders", "average_order_halalas", "store_delivery_share"];

/** Where orders were sent: a map, and the same as a list; a city opens to its orders. */
export function CitiesTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("cities", scope);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <SumCards table={table} metrics={cards} />
          {view.by === "city" ? (
            <Card title={t("cities.map")}>
              <Suspense fallback={<SkeletonChart />}>
                <CitiesMap table={table} label={t("cities.map")} />
              </Suspense>
            </Card>
          ) : null}
          <ReportTableView
            tab="cities"
            title={t("cities.title")}
            table={table}
            view={view}
            name={(row) => <Name row={row} isCity={view.by === "city"} />}
          />
        </>
      )}
    </TabBody>
  );
}

function Name({ row, isCity }: { row: TableRow; isCity: boolean }) {
  if (!isCity || row.key === "") return <RowName row={row} />;
  return <OpenRows to={{ tab: "orders", city: row.key }}>{row.name}</OpenRows>;
}
