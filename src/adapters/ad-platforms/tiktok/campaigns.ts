import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkCampaign, refuse } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { CampaignsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import type { AdGroupPlan } from "./ad-group-plan.ts";
import type { ApiClient, Json } from "./api-client.ts";
import type { FlowChoice } from "./flow-choice.ts";
import { type Flow, levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";
import { toUnits } from "./money.ts";
import { findObject } from "./objects.ts";
import { computeRequestId } from "./request-id.ts";
import { campaignIdSchema, nameMax, plainName } from "./response-schemas.ts";

/**
 * A campaign has one budget over all its ad groups (campaign budget optimization). It has no schedule and no bid: those
 * are set on the ad groups, and a change of the campaign updates them.
 */
export function makeCampaigns(client: ApiClient, plan: AdGroupPlan, choice: FlowChoice): CampaignsPart {
  return {
    async createCampaign(account, spec) {
      check(spec, account);
      const existing = await findObject(client, account, "campaign", spec.reference, null);
      if (existing) return { platformId: existing.platformId };
      const objective = toObjective(spec, account);
      return choice.createInOpenFlow(account, objective, async (flow) => {
        const created = await client.post(
          account.accessToken,
          `${levelEndpoints[flow].campaign.path}/create/`,
          {
            ...toFields(spec, account),
            ...toObjectiveFields(flow, objective),
            budget_optimize_on: true,
            budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
            operation_status: "DISABLE",
            request_id: computeRequestId(flow, spec.reference),
          },
        );
        return { platformId: toPlatformId(flow, parseAs(campaignIdSchema, created).campaign_id) };
      });
    },
    async updateCampaign(account, platformId, spec) {
      check(spec, account);
      const { flow, id } = parsePlatformId(platformId);
      const changes = await plan.loadChanges(account, platformId, spec);
      const change = { ...toFields(spec, account), campaign_id: id };
      await client.post(account.accessToken, `${levelEndpoints[flow].campaign.path}/update/`, change);
      for (const each of changes)
        await client.post(account.accessToken, `${levelEndpoints[flow].ad_group.path}/update/`, each);
    },
  };
}

function check(spec: CampaignSpec, account: AdAccountContext): void {
  checkCampaign("tiktok", spec, account);
  if (spec.biddingStrategy === "target_cpa" && Number(spec.targetCpa) >= spec.dailyBudget)
    refuse("target_cpa_out_of_range", "the bid must be lower than the budget");
}

function toFields(spec: CampaignSpec, account: AdAccountContext): Json {
  return {
    advertiser_id: account.adAccountId,
    campaign_name: formatObjectName(spec.reference, plainName(spec.name), nameMax),
    budget: toUnits(spec.dailyBudget),
  };
}

/** A pixel counts conversions; without one the closest goal to a sale is a click. */
function toObjective({ objective }: CampaignSpec, { pixelId }: AdAccountContext): string {
  return objective === "sales" && pixelId !== null ? "WEB_CONVERSIONS" : "TRAFFIC";
}

/** Smart+ supports only sales on a website; an optimization for clicks is set on its ad groups. */
function toObjectiveFields(flow: Flow, objective: string): Json {
  return flow === "smart_plus"
    ? { objective_type: "WEB_CONVERSIONS", sales_destination: "WEBSITE" }
    : { objective_type: objective };
}
