import { useTranslation } from "react-i18next";
import { Waterfall, type WaterfallRow } from "#base/web/charts/waterfall.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { FigureSources } from "../figure-sources.tsx";
import type { TabProps } from "../report-tabs.ts";
import { DayName } from "./day-name.tsx";
import { OpenRows } from "./open-rows.tsx";
import { readMetric } from "./read-metric.ts";
import { ReportTableView } from "./report-table-view.tsx";
import { SumCards } from "./sum-cards.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

const cards = ["ad_spend_settled_halalas", "ad_spend_vat_halalas", "fees_halalas", "spend_halalas"];

/** What the wallet paid, as the ledger has it: ad spend with its VAT, and plans and services. */
export function MoneyTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("money", scope, 31);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <SumCards table={table} metrics={cards} exact />
          <Paid table={table} />
          <ReportTableView
            tab="money"
            title={t("money.title")}
            table={table}
            view={view}
            exact
            name={(row) =>
              row.campaign_id ? (
                <OpenRows to={{ tab: "ads", campaign_ids: [row.campaign_id] }}>
                  <UserText>{row.name}</UserText>
                </OpenRows>
              ) : view.by === "campaign" ? (
                <UserText>{row.name}</UserText>
              ) : (
                <DayName day={row.key} />
              )
            }
            isUnsettled={({ key }) => view.by === "day" && key >= table.unsettled_from}
          />
          <FigureSources />
        </>
      )}
    </TabBody>
  );
}

/** How ad spend, its VAT and the fees add up to what was paid. */
function Paid({ table }: { table: ReportTable }) {
  const { t } = useTranslation("reports_tabs");
  const read = (metric: string) => readMetric(table, table.total, metric) ?? 0;
  const settled = read("ad_spend_settled_halalas");
  const vat = read("ad_spend_vat_halalas");
  const fees = read("fees_halalas");
  const hasFees = table.columns.some(({ metric }) => metric === "fees_halalas");
  const rows: WaterfallRow[] = [
    { key: "ads", kind: "in", name: t("money.ads_net"), amount: settled - vat },
    { key: "vat", kind: "in", name: t("money.vat"), amount: vat },
    ...(hasFees ? [{ key: "fees", kind: "in", name: t("money.fees"), amount: fees } as const] : []),
    { key: "total", kind: "total", name: t("money.total"), amount: settled + fees },
  ];
  return (
    <Card
      title={t("money.paid")}
      aside={
        <LinkButton to="/financial-transaction/operations-table" variant="subtle">
          {t("money.statement")}
        </LinkButton>
      }
    >
      <Waterfall
        label={t("money.paid")}
        rows={rows}
        amountText={({ amount }) => <Money halalas={amount} />}
      />
    </Card>
  );
}
