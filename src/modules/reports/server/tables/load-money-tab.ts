import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import { computeVatInside } from "#modules/billing/server/invoices/invoices.facade.ts";
import type { Metric } from "#modules/figures/contract/metrics.ts";
import type { AdSpendInvoicing } from "#modules/wallet/contract/enums.ts";
import { loadAdSums } from "./ad-sums.ts";
import { loadBothPeriods } from "./both-periods.ts";
import { nameCampaigns } from "./load-campaigns-tab.ts";
import { addSums, groupSums, mergeSums, type PeriodSums, plainLabel, toPeriodSums } from "./report-table.ts";
import type { LoadTab, ResolvedScope, TableDeps } from "./table-deps.ts";

const ledgerMetrics = [
  "ad_spend_settled_halalas",
  "ad_spend_vat_halalas",
] as const satisfies readonly Metric[];

/**
 * What the wallet paid: the ad spend that the ledger captured with the VAT inside it, beside what the platforms report,
 * and what plans and services cost. It is the ledger's to the halala; VAT is taken out of each row's amount, and of the
 * whole for the total, as invoices do, so that rows may differ from the total by their rounding.
 */
export const loadMoneyTab: LoadTab = async (deps, ctx, scope) => {
  const isByCampaign = scope.by === "campaign";
  const hasFees = !isByCampaign && scope.spendCampaignIds === null;
  const invoicing = await loadInvoicing(deps, ctx);
  const periods = await loadBothPeriods(scope, async (period) => {
    const settled = await loadSettled(deps, ctx, scope, period, invoicing);
    const reported = await loadReported(deps, ctx, scope, period);
    const both = mergeSums(settled, reported);
    return hasFees ? mergeSums(both, await loadFees(deps, ctx, scope, period)) : both;
  });
  return {
    metrics: [...ledgerMetrics, ...(hasFees ? (["fees_halalas"] as const) : []), "spend_halalas"],
    ...periods,
    labels: isByCampaign ? await nameCampaigns(deps, ctx, scope, periods) : plainLabel,
    sort: isByCampaign ? "ad_spend_settled_halalas" : "key",
    keyOrder: "desc",
    notes: [
      ...(hasFees ? [] : (["fees_not_by_campaign"] as const)),
      ...(scope.store_id === undefined ? [] : (["spend_of_store_campaigns"] as const)),
      ...(scope.city === undefined ? [] : (["not_by_city"] as const)),
      ...(invoicing.usual === "none" ? (["vat_on_platforms_invoices"] as const) : []),
    ],
  };
};

type Invoicing = { usual: AdSpendInvoicing; byMonth: ReadonlyMap<string, AdSpendInvoicing> };

async function loadInvoicing({ wallet }: TableDeps, { db }: ReadContext): Promise<Invoicing> {
  const months = await wallet.listAdSpendMonths(db);
  return {
    usual: wallet.adSpendInvoicing,
    byMonth: new Map(months.map(({ month, invoicing }) => [month, invoicing])),
  };
}

/** Whether the month's ad spend is sold with VAT, or passed through. */
const hasVat = ({ usual, byMonth }: Invoicing, day: string): boolean =>
  (byMonth.get(day.slice(0, 7)) ?? usual) === "monthly";

async function loadSettled(
  { wallet }: TableDeps,
  ctx: ReadContext,
  { by, spendCampaignIds }: ResolvedScope,
  { from, to }: Period,
  invoicing: Invoicing,
): Promise<PeriodSums> {
  const input = { from, to, campaignIds: spendCampaignIds ?? undefined };
  const rows =
    by === "campaign"
      ? (await wallet.sumSettledSpend(ctx, { ...input, by: ["campaign", "month"] })).map((row) => ({
          ...row,
          key: row.campaign_id,
          time: row.month,
        }))
      : (await wallet.sumSettledSpend(ctx, { ...input, by: ["day"] })).map((row) => ({
          ...row,
          key: by === "month" ? row.day.slice(0, 7) : row.day,
          time: row.day,
        }));
  // VAT is taken out of the amount of a whole row, once.
  const taxed = new Map<string, number>();
  for (const { key, time, settled_halalas } of rows)
    if (hasVat(invoicing, time)) taxed.set(key, (taxed.get(key) ?? 0) + settled_halalas);
  const sums = toPeriodSums(
    ["ad_spend_settled_halalas"],
    rows.map(({ key, settled_halalas }) => [key, { ad_spend_settled_halalas: settled_halalas }]),
  );
  const all = [...taxed.values()].reduce((total, amount) => total + amount, 0);
  return {
    total: { ...sums.total, ad_spend_vat_halalas: computeVatInside(all) },
    rows: new Map(
      [...sums.rows].map(([key, row]) => [
        key,
        addSums(row, { ad_spend_vat_halalas: computeVatInside(taxed.get(key) ?? 0) }),
      ]),
    ),
  };
}

async function loadReported(deps: TableDeps, ctx: ReadContext, scope: ResolvedScope, period: Period) {
  const campaigns = { ...scope, store_id: undefined, city: undefined, campaignIds: scope.spendCampaignIds };
  const by = scope.by === "campaign" ? "campaign" : "day";
  const sums = await loadAdSums(deps, ctx, campaigns, { by, sums: ["spend_halalas"], period });
  return scope.by === "month" ? groupSums(sums, (day) => day.slice(0, 7)) : sums;
}

async function loadFees(
  { wallet }: TableDeps,
  ctx: ReadContext,
  { by }: ResolvedScope,
  { from, to }: Period,
): Promise<PeriodSums> {
  const days = await wallet.sumFees(ctx, { from, to });
  return toPeriodSums(
    ["fees_halalas"],
    days.map(({ day, fees_halalas }) => [by === "month" ? day.slice(0, 7) : day, { fees_halalas }]),
  );
}
