import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { bears, nameWith } from "../shared/reference.ts";
import { targetingOf } from "./targeting.ts";
import type { Json, Wire } from "./wire.ts";
import { named, nameMax, onlyId } from "./wire-shapes.ts";

/**
 * Our ad group is Snapchat's ad squad. It has no budget (the campaign holds it) and no times: it runs as its campaign
 * does, so that a change of schedule is one write that either stands or does not.
 */
export function makeAdSquads(wire: Wire): AdGroupsPart {
  return {
    async createAdGroup(account, order) {
      checkAdGroup("snapchat", order, account);
      const standing = await squadWith(wire, account, order.reference, order.platformCampaignId);
      if (standing) return { platformId: readAs(onlyId, standing).id };
      const path = `/v1/campaigns/${order.platformCampaignId}/adsquads`;
      // Without a status a new ad squad is ACTIVE.
      const fields = { ...fieldsOf(order, account), type: "SNAP_ADS", status: "PAUSED" };
      const made = await wire.write(account.accessToken, "POST", path, "adsquads", fields);
      return { platformId: readAs(onlyId, made).id };
    },
    async updateAdGroup(account, platformId, order) {
      checkAdGroup("snapchat", order, account);
      const current = await wire.readOne(account.accessToken, `/v1/adsquads/${platformId}`, "adsquads");
      const { bid_micro: _bid, pixel_id: _pixel, ...kept } = current;
      const path = `/v1/campaigns/${order.platformCampaignId}/adsquads`;
      await wire.write(account.accessToken, "PUT", path, "adsquads", {
        ...kept,
        ...fieldsOf(order, account),
      });
    },
  };
}

function fieldsOf(order: AdGroupSpec, account: AdAccountContext): Json {
  return {
    campaign_id: order.platformCampaignId,
    name: nameWith(order.reference, order.name, nameMax),
    billing_event: "IMPRESSION",
    placement_v2: { config: "AUTOMATIC" },
    delivery_constraint: "DAILY_BUDGET",
    targeting: targetingOf(order),
    ...biddingOf(order, account),
  };
}

/** What the ad squad looks for, and what a result may cost. Without a pixel the nearest thing to a sale is a swipe. */
function biddingOf({ campaign }: AdGroupSpec, { pixelId }: AdAccountContext): Json {
  const goal =
    campaign.objective === "sales" && pixelId !== null
      ? { optimization_goal: "PIXEL_PURCHASE", pixel_id: pixelId }
      : { optimization_goal: "SWIPES" };
  return campaign.biddingStrategy === "target_cpa" && campaign.targetCpa !== null
    ? { ...goal, bid_strategy: "TARGET_COST", bid_micro: toMicro(campaign.targetCpa) }
    : { ...goal, bid_strategy: "AUTO_BID" };
}

/** The ad squad that bears our reference, in the named campaign or anywhere in the account. */
export async function squadWith(
  wire: Wire,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const above = campaignId ? `campaigns/${campaignId}` : `adaccounts/${account.adAccountId}`;
  for await (const raw of wire.list(account.accessToken, `/v1/${above}/adsquads`, "adsquads")) {
    if (bears(readAs(named, raw).name, reference)) return raw;
  }
  return null;
}
