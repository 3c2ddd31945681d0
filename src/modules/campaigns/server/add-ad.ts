import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { checkAd } from "../contract/check-ad.ts";
import type { AdFields } from "../contract/shapes.ts";
import { lockAdGroup } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems, requireCapabilities } from "./refuse-problems.ts";
import { enqueueSync } from "./sync-jobs.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media" | "worldClock">;
type Campaign = Pick<CampaignRecord, "id" | "merchant_id" | "platform" | "placements">;
type Place = { campaign: Campaign; adGroupId: string };
const adsMax = 50;

/** Adds an ad with its tracking link. In a running ad group it stays paused until it is started itself. */
export function addAd(
  deps: Deps,
  db: Db,
  merchantId: string,
  adGroupId: string,
  fields: AdFields,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { campaign, adGroup } = await lockAdGroup(tx, merchantId, adGroupId);
    refuseIfClosed(campaign);
    refuseIfClosed(adGroup);
    const id = await addAdTo(deps, tx, { campaign, adGroupId }, fields);
    await enqueueSync(tx, campaign);
    await tx.publish({ name: "campaign.edited", merchant_id: merchantId, campaign_id: campaign.id });
    return { id };
  });
}

export async function addAdTo(
  deps: Deps,
  tx: Tx,
  { campaign, adGroupId }: Place,
  fields: AdFields,
  inside = "",
): Promise<string> {
  const { id: campaignId, merchant_id: merchantId, platform, placements } = campaign;
  await refuseBadAd(deps, tx, campaign, fields, inside);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ads where ad_group_id = ${adGroupId} and status <> 'deleted'`);
  if (count >= adsMax) campaignsRefusals.refuse("campaigns.too_many", { max: adsMax });

  const id = newId("ad");
  const now = deps.worldClock.now();
  const link = await deps.tracking.upsertAdLink(tx, merchantId, {
    ad_id: id,
    ad_group_id: adGroupId,
    campaign_id: campaignId,
    platform,
    placements,
    destination_url: fields.target_url,
  });
  await tx.run(sql`
    insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, more_headlines, body,
      description, more_descriptions, target_url, tracking_id, tracking_url, media_id, call_to_action, brand_name,
      automatic_enhancements, status, created_at, updated_at)
    values (${id}, ${merchantId}, ${campaignId}, ${adGroupId}, ${fields.name}, ${fields.headline},
      ${JSON.stringify(fields.more_headlines)}, ${fields.text}, ${fields.description},
      ${JSON.stringify(fields.more_descriptions)}, ${fields.target_url}, ${link.id}, ${link.url}, ${fields.media_id},
      ${fields.call_to_action}, ${fields.brand_name}, ${fields.automatic_enhancements}, 'created', ${now}, ${now})`);
  return id;
}

/** Checks the ad's texts, link and media against the platform's limits. The media must be the merchant's own. */
export async function refuseBadAd(
  { adAccounts, stores, media }: Pick<Deps, "adAccounts" | "stores" | "media">,
  tx: Tx,
  campaign: Campaign,
  fields: AdFields,
  inside = "",
): Promise<void> {
  const { merchant_id: merchantId } = campaign;
  const limits = requireCapabilities(adAccounts, campaign);
  const places = await stores.registeredHosts(tx, merchantId);
  refuseProblems(checkAd(fields, limits, { places }), inside);
  if (fields.media_id === null) return;
  const file = await media.findMediaFile(tx, merchantId, fields.media_id);
  if (!file) return campaignsRefusals.refuse("campaigns.media_not_found", {}, `${inside}media_id`);
  refuseProblems(checkAd(fields, limits, { places, media: file }), inside);
}
