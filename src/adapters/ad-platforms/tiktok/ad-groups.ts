import type { ActingFor, AdGroupOrder } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import type { AdGroupPlan } from "./ad-group-plan.ts";
import { objectById, objectWith } from "./objects.ts";
import type { Places } from "./places.ts";
import { requestIdOf } from "./request-id.ts";
import { targetingOf } from "./targeting.ts";
import type { Json, Wire } from "./wire.ts";
import { campaign as campaignShape, madeAdGroup, nameMax, plainName } from "./wire-shapes.ts";

/** An ad group has no budget (the campaign holds it); whom it reaches, when it runs and what it looks for stand on it. */
export function makeAdGroups(wire: Wire, plan: AdGroupPlan, places: Places): AdGroupsPart {
  async function above(account: ActingFor, campaignId: string) {
    const found = await objectById(wire, account, "campaign", campaignId);
    const { objective_type: objective } = readAs(campaignShape, found);
    const kingdom = await places.kingdom(account.accessToken, account.adAccountId, objective);
    return { objective, kingdom };
  }

  return {
    async createAdGroup(account, order) {
      checkAdGroup("tiktok", order, account);
      const parent = order.platformCampaignId;
      const standing = await objectWith(wire, account, "ad_group", order.reference, parent);
      if (standing) return { platformId: readAs(madeAdGroup, standing).adgroup_id };
      const { objective, kingdom } = await above(account, order.platformCampaignId);
      const aim = aimOf(objective, account);
      const made = await wire.post(account.accessToken, "/adgroup/create/", {
        ...contentOf(order, account, kingdom),
        ...aim,
        ...plan.scheduleOf(order.campaign, null),
        ...plan.bidOf(order.campaign, String(aim.billing_event)),
        campaign_id: order.platformCampaignId,
        promotion_type: "WEBSITE",
        // Films run in TikTok's feed, still pictures on the apps beside it: both are let in.
        placement_type: "PLACEMENT_TYPE_AUTOMATIC",
        creative_material_mode: "CUSTOM",
        operation_status: "DISABLE",
        request_id: requestIdOf(order.reference),
      });
      return { platformId: readAs(madeAdGroup, made).adgroup_id };
    },
    async updateAdGroup(account, platformId, order) {
      checkAdGroup("tiktok", order, account);
      const current = await objectById(wire, account, "ad_group", platformId);
      const { kingdom } = await above(account, order.platformCampaignId);
      await wire.post(account.accessToken, "/adgroup/update/", {
        ...contentOf(order, account, kingdom),
        ...plan.changeOf(order.campaign, current),
        adgroup_id: platformId,
      });
    },
  };
}

function contentOf(order: AdGroupOrder, account: ActingFor, kingdom: string): Json {
  return {
    advertiser_id: account.adAccountId,
    adgroup_name: nameWith(order.reference, plainName(order.name), nameMax),
    // Words that people search for decide nothing here; the search page is a place of its own.
    search_result_enabled: false,
    ...targetingOf(order, kingdom),
  };
}

/** What the ad group looks for follows from its campaign as it stands on TikTok, not from what we would make today. */
function aimOf(objective: string, { pixelId }: ActingFor): Json {
  return objective === "WEB_CONVERSIONS"
    ? {
        optimization_goal: "CONVERT",
        billing_event: "OCPM",
        pixel_id: pixelId,
        optimization_event: "SHOPPING",
      }
    : { optimization_goal: "CLICK", billing_event: "CPC" };
}
