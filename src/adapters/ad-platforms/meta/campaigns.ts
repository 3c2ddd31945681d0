import { z } from "zod";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import { diffAdSet } from "./ad-sets.ts";
import { checkValueBidding, toBidAmounts, toBidStrategy } from "./bidding.ts";
import { rejected } from "./faults.ts";
import { findByReference } from "./find-by-reference.ts";
import type { Graph, Json } from "./graph.ts";
import { adSetSchema, idSchema, nameMax } from "./response-schemas.ts";

const objectives = { sales: "OUTCOME_SALES", traffic: "OUTCOME_TRAFFIC" } as const;
const bidStrategySchema = z.looseObject({ bid_strategy: z.string().optional() });

/**
 * Campaigns hold the daily budget over all their ad sets (Marketing API, Campaign budget); their ad sets hold the
 * times.
 */
export function makeCampaigns(graph: Graph): CampaignsPart {
  return {
    async createCampaign(account, spec) {
      check(spec, account);
      const found = await findCampaign(graph, account, spec.reference);
      if (found) return { platformId: parseAs(idSchema, found).id };
      const created = await graph.write(account.accessToken, `/act_${account.adAccountId}/campaigns`, {
        ...toFields(spec),
        objective: objectives[spec.objective],
        status: "PAUSED",
        buying_type: "AUCTION",
        // Required from every advertiser. The product does not serve shops that sell credit, housing or jobs.
        special_ad_categories: [],
      });
      return { platformId: parseAs(idSchema, created).id };
    },
    /**
     * Updates the campaign, then each ad set whose times or amounts differ. A repeated call continues where the last
     * one stopped.
     */
    async updateCampaign(account, platformId, spec) {
      check(spec, account);
      const { accessToken } = account;
      const current = parseAs(
        bidStrategySchema,
        await graph.read(accessToken, `/${platformId}`, { fields: "id,bid_strategy" }),
      );
      const adSets = await listAdSets(graph, accessToken, platformId);
      const strategy = toBidStrategy(spec);
      if (adSets.length > 0) refuseFloorChange(current.bid_strategy, strategy);
      const { bid_amount } = toBidAmounts(spec);
      const amounts = Object.fromEntries(adSets.map(({ id }) => [id, bid_amount]));
      const capped = bid_amount === undefined || adSets.length === 0 ? {} : { adset_bid_amounts: amounts };
      await graph.write(accessToken, `/${platformId}`, { ...toFields(spec), ...capped });
      for (const adSet of adSets) {
        const changes = diffAdSet(adSet, spec, account);
        if (changes) await graph.write(accessToken, `/${adSet.id}`, changes);
      }
    },
  };
}

function check(spec: CampaignSpec, account: AdAccountContext): void {
  checkCampaign("meta", spec, account);
  checkValueBidding(spec);
}

function toFields(spec: CampaignSpec): Json {
  return {
    name: formatObjectName(spec.reference, spec.name, nameMax),
    daily_budget: spec.dailyBudget,
    bid_strategy: toBidStrategy(spec),
  };
}

async function listAdSets(graph: Graph, token: string, campaignId: string) {
  const fields = "id,start_time,end_time,optimization_goal,bid_amount,bid_constraints,targeting";
  const found: z.output<typeof adSetSchema>[] = [];
  for await (const page of graph.pages(token, `/${campaignId}/adsets`, { fields }))
    found.push(...page.map((raw) => parseAs(adSetSchema, raw)));
  return found;
}

/**
 * A minimum ROAS is set on the ad sets and needs the strategy on the campaign, and the other way round: no single call
 * changes both.
 */
function refuseFloorChange(before: string | undefined, after: string): void {
  const floor = "LOWEST_COST_WITH_MIN_ROAS";
  if (before !== undefined && before !== after && (before === floor || after === floor))
    throw rejected(
      `not sent: ${before} to ${after} with existing ad sets`,
      "ad_accounts:bidding_cannot_change",
    );
}

/** The campaign with our reference, as Meta lists it, or null. */
export function findCampaign(
  graph: Graph,
  account: AdAccountContext,
  reference: string,
): Promise<Json | null> {
  return findByReference(graph, account, `/act_${account.adAccountId}/campaigns`, "campaign", reference);
}
