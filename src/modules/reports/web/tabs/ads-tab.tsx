import { useTranslation } from "react-i18next";
import type { TabProps } from "../report-tabs.ts";
import { OpenRows } from "./open-rows.tsx";
import { ReportTableView } from "./report-table-view.tsx";
import { RowName } from "./row-name.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

const cards = ["spend_halalas", "click_share", "cpc_halalas", "cost_per_order_halalas"];

/** What each ad, with its picture, and each ad group cost and brought; both open to the orders of their campaign. */
export function AdsTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("ads", scope);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <SumCards table={table} metrics={cards} />
          <ReportTableView
            tab="ads"
            title={t("ads.title")}
            table={table}
            view={view}
            name={(row) =>
              row.campaign_id ? (
                <OpenRows to={{ tab: "orders", campaign_ids: [row.campaign_id] }}>
                  <RowName row={row} />
                </OpenRows>
              ) : (
                <RowName row={row} />
              )
            }
          />
        </>
      )}
    </TabBody>
  );
}
