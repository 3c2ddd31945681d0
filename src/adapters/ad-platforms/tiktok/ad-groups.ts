import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import type { AdGroupPlan } from "./ad-group-plan.ts";
import { tellIfClosed } from "./flow-choice.ts";
import { type Flow, homes, platformIdOf, readPlatformId } from "./flows.ts";
import { objectById, objectsOf, objectWith } from "./objects.ts";
import type { Places } from "./places.ts";
import { requestIdOf } from "./request-id.ts";
import { targetingOf } from "./targeting.ts";
import type { Json, Wire } from "./wire.ts";
import {
  adGroup as adGroupShape,
  campaign as campaignShape,
  madeAdGroup,
  nameMax,
  plainName,
} from "./wire-shapes.ts";

/** An ad group has no budget (the campaign holds it); whom it reaches, when it runs and what it looks for stand on it. */
export function makeAdGroups(wire: Wire, plan: AdGroupPlan, places: Places): AdGroupsPart {
  async function above(account: AdAccountContext, platformCampaignId: string) {
    const { raw } = await objectById(wire, account, "campaign", platformCampaignId);
    const { objective_type: objective } = readAs(campaignShape, raw);
    const kingdom = await places.kingdom(account.accessToken, account.adAccountId, objective);
    return { objective, kingdom };
  }

  /** What an ad group looks for: as the ones beside it do; the first in Smart+, where every campaign is one of sales, as ordered. */
  async function goalOf(account: AdAccountContext, order: AdGroupSpec, objective: string): Promise<string> {
    const { flow, id } = readPlatformId(order.platformCampaignId);
    if (flow === "manual") return objective === "WEB_CONVERSIONS" ? "CONVERT" : "CLICK";
    for await (const { raw } of objectsOf(wire, account, flow, "ad_group", { campaign_ids: [id] }))
      return readAs(adGroupShape, raw).optimization_goal ?? "CONVERT";
    return order.campaign.objective === "sales" && account.pixelId !== null ? "CONVERT" : "CLICK";
  }

  return {
    async createAdGroup(account, order) {
      checkAdGroup("tiktok", order, account);
      const parent = order.platformCampaignId;
      const standing = await objectWith(wire, account, "ad_group", order.reference, parent);
      if (standing) return { platformId: standing.platformId };
      const { objective, kingdom } = await above(account, parent);
      const aim = aimOf(await goalOf(account, order, objective), account);
      const { flow, id } = readPlatformId(parent);
      const made = await wire
        .post(account.accessToken, `${homes[flow].ad_group.path}/create/`, {
          ...contentOf(flow, order, account, kingdom),
          ...aim,
          ...plan.scheduleOf(order.campaign, null),
          ...plan.bidOf(order.campaign, String(aim.billing_event)),
          ...setting[flow],
          campaign_id: id,
          promotion_type: "WEBSITE",
          operation_status: "DISABLE",
          request_id: requestIdOf(flow, order.reference),
        })
        .catch(tellIfClosed(flow));
      return { platformId: platformIdOf(flow, readAs(madeAdGroup, made).adgroup_id) };
    },
    async updateAdGroup(account, platformId, order) {
      checkAdGroup("tiktok", order, account);
      const { flow, id } = readPlatformId(platformId);
      const current = await objectById(wire, account, "ad_group", platformId);
      const { kingdom } = await above(account, order.platformCampaignId);
      await wire.post(account.accessToken, `${homes[flow].ad_group.path}/update/`, {
        ...contentOf(flow, order, account, kingdom),
        ...plan.changeOf(flow, order.campaign, current.raw),
        adgroup_id: id,
      });
    },
  };
}

/** What TikTok wants said once: films run in its feed and beside it; Smart+ places by itself unless it is told. */
const setting: Record<Flow, Json> = {
  manual: { placement_type: "PLACEMENT_TYPE_AUTOMATIC", creative_material_mode: "CUSTOM" },
  smart_plus: {},
};

function contentOf(flow: Flow, order: AdGroupSpec, account: AdAccountContext, kingdom: string): Json {
  const shared = {
    advertiser_id: account.adAccountId,
    adgroup_name: nameWith(order.reference, plainName(order.name), nameMax),
  };
  const targeting = targetingOf(order, kingdom);
  return flow === "smart_plus"
    ? // Otherwise ages and gender would only be advice to TikTok.
      { ...shared, targeting_optimization_mode: "MANUAL", targeting_spec: targeting }
    : // Words that people search for decide nothing here; the search page is a place of its own.
      { ...shared, search_result_enabled: false, ...targeting };
}

function aimOf(goal: string, { pixelId }: AdAccountContext): Json {
  return goal === "CONVERT"
    ? {
        optimization_goal: "CONVERT",
        billing_event: "OCPM",
        pixel_id: pixelId,
        optimization_event: "SHOPPING",
      }
    : { optimization_goal: "CLICK", billing_event: "CPC" };
}
