import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { toMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { formatObjectName, hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { idSchema, namedSchema, nameMax } from "./response-schemas.ts";
import { toTargeting } from "./targeting.ts";

/**
 * Our ad group is Snapchat's ad squad. It has no budget (the campaign holds it) and no times: it runs as long as its
 * campaign, so a change of schedule is one atomic write.
 */
export function makeAdSquads(client: ApiClient): AdGroupsPart {
  return {
    async createAdGroup(account, spec) {
      checkAdGroup("snapchat", spec, account);
      const existing = await findAdSquad(client, account, spec.reference, spec.platformCampaignId);
      if (existing) return { platformId: parseAs(idSchema, existing).id };
      const path = `/v1/campaigns/${spec.platformCampaignId}/adsquads`;
      // Without a status a new ad squad is ACTIVE.
      const fields = { ...toFields(spec, account), type: "SNAP_ADS", status: "PAUSED" };
      const created = await client.write(account.accessToken, "POST", path, "adsquads", fields);
      return { platformId: parseAs(idSchema, created).id };
    },
    async updateAdGroup(account, platformId, spec) {
      checkAdGroup("snapchat", spec, account);
      const current = await client.readOne(account.accessToken, `/v1/adsquads/${platformId}`, "adsquads");
      const { bid_micro: _bid, pixel_id: _pixel, ...unchanged } = current;
      const path = `/v1/campaigns/${spec.platformCampaignId}/adsquads`;
      await client.write(account.accessToken, "PUT", path, "adsquads", {
        ...unchanged,
        ...toFields(spec, account),
      });
    },
  };
}

function toFields(spec: AdGroupSpec, account: AdAccountContext): Json {
  return {
    campaign_id: spec.platformCampaignId,
    name: formatObjectName(spec.reference, spec.name, nameMax),
    billing_event: "IMPRESSION",
    placement_v2: { config: "AUTOMATIC" },
    delivery_constraint: "DAILY_BUDGET",
    targeting: toTargeting(spec),
    ...toBidding(spec, account),
  };
}

/** The ad squad's optimization goal and bid. Without a pixel the closest goal to a sale is a swipe. */
function toBidding({ campaign }: AdGroupSpec, { pixelId }: AdAccountContext): Json {
  const goal =
    campaign.objective === "sales" && pixelId !== null
      ? { optimization_goal: "PIXEL_PURCHASE", pixel_id: pixelId }
      : { optimization_goal: "SWIPES" };
  return campaign.biddingStrategy === "target_cpa" && campaign.targetCpa !== null
    ? { ...goal, bid_strategy: "TARGET_COST", bid_micro: toMicro(campaign.targetCpa) }
    : { ...goal, bid_strategy: "AUTO_BID" };
}

/** The ad squad with our reference, in the given campaign or anywhere in the account. */
export async function findAdSquad(
  client: ApiClient,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const parentPath = campaignId ? `campaigns/${campaignId}` : `adaccounts/${account.adAccountId}`;
  for await (const raw of client.list(account.accessToken, `/v1/${parentPath}/adsquads`, "adsquads")) {
    if (hasReference(parseAs(namedSchema, raw).name, reference)) return raw;
  }
  return null;
}
