import { useTranslation } from "react-i18next";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { TableRow } from "../../contract/report-table.calls.ts";
import type { TabProps } from "../report-tabs.ts";
import { OpenRows } from "./open-rows.tsx";
import { ReportTableView } from "./report-table-view.tsx";
import { RowName } from "./row-name.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

const toCards = (counted: CountedOrders) => [
  "spend_halalas",
  `sales_${counted}_halalas`,
  `roas_${counted}`,
  `orders_${counted}`,
];

/** What each platform, and each campaign, cost and brought: a platform opens to its campaigns, a campaign to its ads. */
export function CampaignsTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const counted = useCountedOrders();
  const view = useTab("campaigns", scope);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <SumCards table={table} metrics={toCards(counted)} />
          <ReportTableView
            tab="campaigns"
            title={t("campaigns.title")}
            table={table}
            view={view}
            name={(row) => <Name row={row} />}
          />
        </>
      )}
    </TabBody>
  );
}

function Name({ row }: { row: TableRow }) {
  if (row.campaign_id)
    return (
      <OpenRows to={{ tab: "ads", campaign_ids: [row.campaign_id] }}>
        <RowName row={row} />
      </OpenRows>
    );
  if (!row.platform) return <RowName row={row} />;
  return (
    <OpenRows to={{ tab: "campaigns", by: "campaign", platform: row.platform }}>
      <RowName row={row} />
    </OpenRows>
  );
}
