import { useTranslation } from "react-i18next";
import { BarList } from "#base/web/charts/bar-list.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import type { TabProps } from "../report-tabs.ts";
import { readMetric } from "./read-metric.ts";
import { ReportTableView } from "./report-table-view.tsx";
import { ReportValue } from "./report-value.tsx";
import { RowName } from "./row-name.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

const cards = ["product_sales_halalas", "units_sold", "product_sales_by_ads_halalas", "units_returned"];
const shownBars = 6;

/** What each product sold, in all and by ads. */
export function ProductsTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("products", scope);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <SumCards table={table} metrics={cards} />
          <Card title={t("products.first")}>
            <BarList label={t("products.first")} bars={listBars(table)} />
          </Card>
          <ReportTableView
            tab="products"
            title={t("products.title")}
            table={table}
            view={view}
            name={(row) => <RowName row={row} />}
          />
        </>
      )}
    </TabBody>
  );
}

const listBars = (table: ReportTable) =>
  table.rows.slice(0, shownBars).map((row) => {
    const value = readMetric(table, row.values, "product_sales_halalas");
    return {
      key: row.key,
      name: <UserText>{row.name}</UserText>,
      value: value ?? 0,
      text: <ReportValue value={value} unit="halalas" signed />,
    };
  });
