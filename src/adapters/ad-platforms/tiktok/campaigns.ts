import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign, refuse } from "../shared/checks.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import type { AdGroupPlan } from "./ad-group-plan.ts";
import type { FlowChoice } from "./flow-choice.ts";
import { type Flow, homes, platformIdOf, readPlatformId } from "./flows.ts";
import { toUnits } from "./money.ts";
import { objectWith } from "./objects.ts";
import { requestIdOf } from "./request-id.ts";
import type { Json, Wire } from "./wire.ts";
import { madeCampaign, nameMax, plainName } from "./wire-shapes.ts";

/** Portal doc 1737585839634433: 50 units of the account's own currency, for every currency that an account of ours has. */
const leastBudget = 50_00;

/**
 * A campaign carries one budget over all its ad groups (campaign budget optimization). It has no times and no bid: those
 * stand on the ad groups, and a change of the campaign is carried on to them.
 */
export function makeCampaigns(wire: Wire, plan: AdGroupPlan, choice: FlowChoice): CampaignsPart {
  return {
    async createCampaign(account, order) {
      check(order, account);
      const standing = await objectWith(wire, account, "campaign", order.reference, null);
      if (standing) return { platformId: standing.platformId };
      const objective = objectiveOf(order, account);
      return choice.inOpenFlow(account, objective, async (flow) => {
        const made = await wire.post(account.accessToken, `${homes[flow].campaign.path}/create/`, {
          ...fieldsOf(order, account),
          ...aimOf(flow, objective),
          budget_optimize_on: true,
          budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
          operation_status: "DISABLE",
          request_id: requestIdOf(flow, order.reference),
        });
        return { platformId: platformIdOf(flow, readAs(madeCampaign, made).campaign_id) };
      });
    },
    async updateCampaign(account, platformId, order) {
      check(order, account);
      const { flow, id } = readPlatformId(platformId);
      const changes = await plan.changesFor(account, platformId, order);
      const change = { ...fieldsOf(order, account), campaign_id: id };
      await wire.post(account.accessToken, `${homes[flow].campaign.path}/update/`, change);
      for (const each of changes)
        await wire.post(account.accessToken, `${homes[flow].ad_group.path}/update/`, each);
    },
  };
}

function check(order: CampaignSpec, account: AdAccountContext): void {
  checkCampaign("tiktok", order, account);
  if (order.dailyBudget < leastBudget)
    refuse("budget_below_minimum", `${order.dailyBudget} hundredths of ${account.currency}`);
  if (order.biddingStrategy === "target_cpa" && Number(order.targetCpa) >= order.dailyBudget)
    refuse("target_cpa_out_of_range", "the bid must be lower than the budget");
}

function fieldsOf(order: CampaignSpec, account: AdAccountContext): Json {
  return {
    advertiser_id: account.adAccountId,
    campaign_name: nameWith(order.reference, plainName(order.name), nameMax),
    budget: toUnits(order.dailyBudget),
  };
}

/** Conversions are counted by a pixel; without one the nearest thing to a sale is a click. */
function objectiveOf({ objective }: CampaignSpec, { pixelId }: AdAccountContext): string {
  return objective === "sales" && pixelId !== null ? "WEB_CONVERSIONS" : "TRAFFIC";
}

/** Smart+ knows sales on a website alone; that clicks are looked for stands on its ad groups. */
function aimOf(flow: Flow, objective: string): Json {
  return flow === "smart_plus"
    ? { objective_type: "WEB_CONVERSIONS", sales_destination: "WEBSITE" }
    : { objective_type: objective };
}
