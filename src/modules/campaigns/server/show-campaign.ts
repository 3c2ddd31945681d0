import { type Db, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdGroupRow, AdRow, CampaignWhole } from "../contract/shapes.ts";
import { adGroupTold, presentAd, presentAdGroup, presentWhole, type Reader } from "./campaigns.present.ts";
import { familyOf } from "./campaigns.store.ts";
import type { CampaignRecord } from "./records.ts";

/** One campaign with its ad groups and ads. A deleted one is still shown (its figures remain); another's is not found. */
export async function showCampaign(
  db: Db,
  merchantId: string,
  campaignId: string,
  reader: Reader,
): Promise<CampaignWhole> {
  return presentWhole(await familyById(db, merchantId, campaignId), reader);
}

export async function showAdGroup(
  db: Db,
  merchantId: string,
  adGroupId: string,
  reader: Reader,
): Promise<AdGroupRow> {
  const place = await db.maybeOne<{ campaign_id: string }>(sql`
    select campaign_id from campaigns.ad_groups where id = ${adGroupId} and merchant_id = ${merchantId}`);
  if (!place) return baseRefusals.refuse("base.not_found");
  const { campaign, adGroups, ads } = await familyById(db, merchantId, place.campaign_id);
  const group = adGroups.find((one) => one.id === adGroupId);
  if (!group) return baseRefusals.refuse("base.not_found");
  const own = ads.filter((ad) => ad.ad_group_id === adGroupId);
  return presentAdGroup(group, own, campaign, reader);
}

export async function showAd(db: Db, merchantId: string, adId: string, reader: Reader): Promise<AdRow> {
  const place = await db.maybeOne<{ campaign_id: string }>(sql`
    select campaign_id from campaigns.ads where id = ${adId} and merchant_id = ${merchantId}`);
  if (!place) return baseRefusals.refuse("base.not_found");
  const { campaign, adGroups, ads } = await familyById(db, merchantId, place.campaign_id);
  const ad = ads.find((one) => one.id === adId);
  const group = adGroups.find((one) => one.id === ad?.ad_group_id);
  if (!ad || !group) return baseRefusals.refuse("base.not_found");
  return presentAd(ad, adGroupTold(group, campaign), campaign, reader);
}

async function familyById(db: Db, merchantId: string, campaignId: string) {
  const campaign = await db.maybeOne<CampaignRecord>(sql`
    select * from campaigns.campaigns where id = ${campaignId} and merchant_id = ${merchantId}`);
  if (!campaign) return baseRefusals.refuse("base.not_found");
  return familyOf(db, campaign);
}
