import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import { claimRules } from "#modules/ad-accounts/contract/claims.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { DeliveryRates, FiguresFacade, StepSums } from "#modules/figures/server/figures.facade.ts";
import { addAmounts, type CampaignFacts, nothing } from "../../domain/bridge.ts";
import type { ResolvedScope } from "./resolve-scope.ts";

export type FactsDeps = {
  figures: Pick<
    FiguresFacade,
    | "query"
    | "loadOrderSums"
    | "loadDeliveredEstimates"
    | "loadRivalSums"
    | "loadPlacedAfter"
    | "loadClickedBefore"
  >;
};

/** A campaign's facts with its platform and what it cost. */
export type MeasuredCampaign = CampaignFacts & { platform: Platform; spend_halalas: number };

const measures = [
  "spend_halalas",
  "platform_reported_purchases",
  "platform_reported_sales_halalas",
  "platform_reported_view_purchases",
  "platform_reported_view_sales_halalas",
] as const;

type Input = { scope: ResolvedScope; days: Period; rates: DeliveryRates };

/** What is claimed, proven and delivered of each campaign in these days; campaigns without any of it are left out. */
export async function loadCampaignFacts(
  { figures }: FactsDeps,
  ctx: ReadContext,
  { scope, days, rates }: Input,
): Promise<MeasuredCampaign[]> {
  const filter = { ...scope.orders, ...days, isFromAds: true };
  const by = ["campaign", "platform"] as const;
  const facts = new Map<string, MeasuredCampaign>();
  const find = (campaignId: string, platform: Platform) => {
    const found = facts.get(campaignId) ?? noFacts(campaignId, platform);
    facts.set(campaignId, found);
    return found;
  };
  for (const row of await figures.query(ctx, { measures, by, filter: { ...scope.claims, ...days } })) {
    const found = find(row.campaign_id, row.platform);
    found.spend_halalas = row.spend_halalas;
    if (!scope.hasClaims) continue;
    found.claimed = {
      orders: row.platform_reported_purchases,
      halalas: row.platform_reported_sales_halalas,
    };
    found.views = {
      orders: row.platform_reported_view_purchases,
      halalas: row.platform_reported_view_sales_halalas,
    };
  }
  for (const row of await figures.loadOrderSums(ctx, { filter, by })) {
    if (row.platform === "") continue;
    const found = find(row.campaign_id, row.platform);
    const sum = (
      ...states: readonly ("preparing" | "on_the_way" | "delivered" | "refused" | "cancelled" | "refunded")[]
    ) =>
      states.reduce(
        (total, state) =>
          addAmounts(total, { orders: row[`orders_${state}`], halalas: row[`sales_${state}_halalas`] }),
        nothing,
      );
    const all = sum("preparing", "on_the_way", "delivered", "refused", "cancelled", "refunded");
    found.proven = addAmounts(found.proven, all);
    found.cancelled = addAmounts(found.cancelled, sum("cancelled"));
    found.refused = addAmounts(found.refused, sum("refused"));
    found.open = addAmounts(found.open, sum("preparing", "on_the_way"));
    const returned = { orders: row.orders_returned, halalas: row.refunded_halalas };
    found.returned = addAmounts(found.returned, returned);
  }
  for (const row of await figures.loadDeliveredEstimates(ctx, { filter, by, rates })) {
    if (row.platform === "") continue;
    find(row.campaign_id, row.platform).expected = {
      orders: row.expected_orders,
      halalas: row.expected_halalas,
    };
  }
  const addSteps = (rows: readonly StepSums[], name: "rival" | "placedAfter" | "clickedBefore") => {
    for (const { campaign_id, platform, orders, halalas } of rows)
      find(campaign_id, platform)[name] = { orders, halalas };
  };
  if (scope.hasClaims) {
    addSteps(await figures.loadRivalSums(ctx, filter), "rival");
    addSteps(await figures.loadPlacedAfter(ctx, filter), "placedAfter");
    addSteps(await figures.loadClickedBefore(ctx, filter), "clickedBefore");
  }
  return [...facts.values()];
}

const noFacts = (campaignId: string, platform: Platform): MeasuredCampaign => ({
  campaignId,
  platform,
  rules: claimRules[platform],
  spend_halalas: 0,
  claimed: nothing,
  views: nothing,
  rival: nothing,
  placedAfter: nothing,
  clickedBefore: nothing,
  proven: nothing,
  cancelled: nothing,
  refused: nothing,
  returned: nothing,
  open: nothing,
  expected: nothing,
});
