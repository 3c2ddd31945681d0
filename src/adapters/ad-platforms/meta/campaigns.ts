import { z } from "zod";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { adSetChanges } from "./ad-sets.ts";
import { amountsOf, checkValueBidding, strategyOf } from "./bidding.ts";
import { rejected } from "./faults.ts";
import type { Graph, Json } from "./graph.ts";
import { findNamed } from "./named.ts";
import { adSetShape, nameMax, onlyId } from "./shapes.ts";

const objectives = { sales: "OUTCOME_SALES", traffic: "OUTCOME_TRAFFIC" } as const;
const standing = z.looseObject({ bid_strategy: z.string().optional() });

/** Campaigns carry the daily budget, over all their ad sets (Marketing API, Campaign budget); their ad sets carry the times. */
export function makeCampaigns(graph: Graph): CampaignsPart {
  return {
    async createCampaign(account, order) {
      check(order, account);
      const found = await campaignWith(graph, account, order.reference);
      if (found) return { platformId: readAs(onlyId, found).id };
      const made = await graph.write(account.accessToken, `/act_${account.adAccountId}/campaigns`, {
        ...fieldsOf(order),
        objective: objectives[order.objective],
        status: "PAUSED",
        buying_type: "AUCTION",
        // Demanded of everybody. Shops that sell credit, housing or work are not served by the product.
        special_ad_categories: [],
      });
      return { platformId: readAs(onlyId, made).id };
    },
    /** First the campaign, then each ad set whose times or amounts are others now: asked again, it goes on where it was cut. */
    async updateCampaign(account, platformId, order) {
      check(order, account);
      const { accessToken } = account;
      const current = readAs(
        standing,
        await graph.read(accessToken, `/${platformId}`, { fields: "id,bid_strategy" }),
      );
      const adSets = await adSetsUnder(graph, accessToken, platformId);
      const strategy = strategyOf(order);
      if (adSets.length > 0) refuseNewFloor(current.bid_strategy, strategy);
      const { bid_amount } = amountsOf(order);
      const amounts = Object.fromEntries(adSets.map(({ id }) => [id, bid_amount]));
      const capped = bid_amount === undefined || adSets.length === 0 ? {} : { adset_bid_amounts: amounts };
      await graph.write(accessToken, `/${platformId}`, { ...fieldsOf(order), ...capped });
      for (const adSet of adSets) {
        const changes = adSetChanges(adSet, order, account);
        if (changes) await graph.write(accessToken, `/${adSet.id}`, changes);
      }
    },
  };
}

function check(order: CampaignSpec, account: AdAccountContext): void {
  checkCampaign("meta", order, account);
  checkValueBidding(order);
}

function fieldsOf(order: CampaignSpec): Json {
  return {
    name: nameWith(order.reference, order.name, nameMax),
    daily_budget: order.dailyBudget,
    bid_strategy: strategyOf(order),
  };
}

async function adSetsUnder(graph: Graph, token: string, campaignId: string) {
  const fields = "id,start_time,end_time,optimization_goal,bid_amount,bid_constraints,targeting";
  const found: z.output<typeof adSetShape>[] = [];
  for await (const page of graph.pages(token, `/${campaignId}/adsets`, { fields }))
    found.push(...page.map((raw) => readAs(adSetShape, raw)));
  return found;
}

/** A floor stands on the ad sets and needs the strategy on the campaign, and the other way round: no one call makes both. */
function refuseNewFloor(before: string | undefined, after: string): void {
  const floor = "LOWEST_COST_WITH_MIN_ROAS";
  if (before !== undefined && before !== after && (before === floor || after === floor))
    throw rejected(
      `not sent: ${before} to ${after} with ad sets standing`,
      "ad_accounts:bidding_cannot_change",
    );
}

/** The campaign that bears our reference, as Meta lists it, or null. */
export function campaignWith(graph: Graph, account: AdAccountContext, reference: string): Promise<Json | null> {
  return findNamed(graph, account, `/act_${account.adAccountId}/campaigns`, "campaign", reference);
}
