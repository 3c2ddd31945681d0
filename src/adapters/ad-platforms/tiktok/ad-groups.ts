import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import type { AdGroupPlan } from "./ad-group-plan.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { rethrowFlowFault } from "./flow-choice.ts";
import { type Flow, levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";
import { findObject, listObjects, loadObject } from "./objects.ts";
import type { Places } from "./places.ts";
import { computeRequestId } from "./request-id.ts";
import {
  adGroupIdSchema,
  adGroup as adGroupShape,
  campaign as campaignShape,
  nameMax,
  plainName,
} from "./response-schemas.ts";
import { toTargeting } from "./targeting.ts";

/** An ad group has no budget (the campaign holds it); its targeting, schedule and optimization goal are set on it. */
export function makeAdGroups(client: ApiClient, plan: AdGroupPlan, places: Places): AdGroupsPart {
  async function loadParent(account: AdAccountContext, platformCampaignId: string) {
    const { raw } = await loadObject(client, account, "campaign", platformCampaignId);
    const { objective_type: objective } = parseAs(campaignShape, raw);
    const kingdom = await places.loadKingdomId(account.accessToken, account.adAccountId, objective);
    return { objective, kingdom };
  }

  /**
   * An ad group's optimization goal: that of the campaign's other ad groups. In Smart+, where every campaign has the
   * sales objective, the first ad group follows the spec.
   */
  async function loadGoal(account: AdAccountContext, spec: AdGroupSpec, objective: string): Promise<string> {
    const { flow, id } = parsePlatformId(spec.platformCampaignId);
    if (flow === "manual") return objective === "WEB_CONVERSIONS" ? "CONVERT" : "CLICK";
    for await (const { raw } of listObjects(client, account, flow, "ad_group", { campaign_ids: [id] }))
      return parseAs(adGroupShape, raw).optimization_goal ?? "CONVERT";
    return spec.campaign.objective === "sales" && account.pixelId !== null ? "CONVERT" : "CLICK";
  }

  return {
    async createAdGroup(account, spec) {
      checkAdGroup("tiktok", spec, account);
      const parent = spec.platformCampaignId;
      const existing = await findObject(client, account, "ad_group", spec.reference, parent);
      if (existing) return { platformId: existing.platformId };
      const { objective, kingdom } = await loadParent(account, parent);
      const goalFields = toGoalFields(await loadGoal(account, spec, objective), account);
      const { flow, id } = parsePlatformId(parent);
      const created = await client
        .post(account.accessToken, `${levelEndpoints[flow].ad_group.path}/create/`, {
          ...toContent(flow, spec, account, kingdom),
          ...goalFields,
          ...plan.toSchedule(spec.campaign, null),
          ...plan.toHours(spec.campaign, account, null),
          ...plan.toBid(spec.campaign, String(goalFields.billing_event)),
          ...fixedFields[flow],
          campaign_id: id,
          promotion_type: "WEBSITE",
          operation_status: "DISABLE",
          request_id: computeRequestId(flow, spec.reference),
        })
        .catch(rethrowFlowFault(flow));
      return { platformId: toPlatformId(flow, parseAs(adGroupIdSchema, created).adgroup_id) };
    },
    async updateAdGroup(account, platformId, spec) {
      checkAdGroup("tiktok", spec, account);
      const { flow, id } = parsePlatformId(platformId);
      const current = await loadObject(client, account, "ad_group", platformId);
      const { kingdom } = await loadParent(account, spec.platformCampaignId);
      await client.post(account.accessToken, `${levelEndpoints[flow].ad_group.path}/update/`, {
        ...toContent(flow, spec, account, kingdom),
        ...plan.toChange(flow, spec.campaign, account, current.raw),
        adgroup_id: id,
      });
    },
  };
}

/** Fields sent only on creation: automatic placement in the manual flow; Smart+ chooses placements by default. */
const fixedFields: Record<Flow, Json> = {
  manual: { placement_type: "PLACEMENT_TYPE_AUTOMATIC", creative_material_mode: "CUSTOM" },
  smart_plus: {},
};

function toContent(flow: Flow, spec: AdGroupSpec, account: AdAccountContext, kingdom: string): Json {
  const shared = {
    advertiser_id: account.adAccountId,
    adgroup_name: formatObjectName(spec.reference, plainName(spec.name), nameMax),
  };
  const targeting = toTargeting(spec, kingdom);
  return flow === "smart_plus"
    ? // Otherwise TikTok would treat ages and gender only as suggestions.
      { ...shared, targeting_optimization_mode: "MANUAL", targeting_spec: targeting }
    : // Keywords are not supported; search results are a separate placement.
      { ...shared, search_result_enabled: false, ...targeting };
}

function toGoalFields(goal: string, { pixelId }: AdAccountContext): Json {
  return goal === "CONVERT"
    ? {
        optimization_goal: "CONVERT",
        billing_event: "OCPM",
        pixel_id: pixelId,
        optimization_event: "SHOPPING",
      }
    : { optimization_goal: "CLICK", billing_event: "CPC" };
}
