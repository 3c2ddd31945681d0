import { type Db, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdGroupRow, AdRow, CampaignDetails } from "../contract/shapes.ts";
import {
  type PresentContext,
  presentAd,
  presentAdGroup,
  presentDetails,
  toAdGroupDisplayState,
} from "./campaigns.present.ts";
import { loadCampaignTree } from "./campaigns.store.ts";
import type { CampaignRecord } from "./records.ts";

/**
 * One campaign with its ad groups and ads. A deleted one is still shown (its figures remain); another merchant's is not
 * found.
 */
export async function showCampaign(
  db: Db,
  merchantId: string,
  campaignId: string,
  context: PresentContext,
): Promise<CampaignDetails> {
  return presentDetails(await loadOwnCampaignTree(db, merchantId, campaignId), context);
}

export async function showAdGroup(
  db: Db,
  merchantId: string,
  adGroupId: string,
  context: PresentContext,
): Promise<AdGroupRow> {
  const row = await db.maybeOne<{ campaign_id: string }>(sql`
    select campaign_id from campaigns.ad_groups where id = ${adGroupId} and merchant_id = ${merchantId}`);
  if (!row) return baseRefusals.refuse("base.not_found");
  const { campaign, adGroups, ads } = await loadOwnCampaignTree(db, merchantId, row.campaign_id);
  const group = adGroups.find((one) => one.id === adGroupId);
  if (!group) return baseRefusals.refuse("base.not_found");
  const own = ads.filter((ad) => ad.ad_group_id === adGroupId);
  return presentAdGroup(group, own, campaign, context);
}

export async function showAd(
  db: Db,
  merchantId: string,
  adId: string,
  context: PresentContext,
): Promise<AdRow> {
  const row = await db.maybeOne<{ campaign_id: string }>(sql`
    select campaign_id from campaigns.ads where id = ${adId} and merchant_id = ${merchantId}`);
  if (!row) return baseRefusals.refuse("base.not_found");
  const { campaign, adGroups, ads } = await loadOwnCampaignTree(db, merchantId, row.campaign_id);
  const ad = ads.find((one) => one.id === adId);
  const group = adGroups.find((one) => one.id === ad?.ad_group_id);
  if (!ad || !group) return baseRefusals.refuse("base.not_found");
  return presentAd(ad, toAdGroupDisplayState(group, campaign), campaign, context);
}

async function loadOwnCampaignTree(db: Db, merchantId: string, campaignId: string) {
  const campaign = await db.maybeOne<CampaignRecord>(sql`
    select * from campaigns.campaigns where id = ${campaignId} and merchant_id = ${merchantId}`);
  if (!campaign) return baseRefusals.refuse("base.not_found");
  return loadCampaignTree(db, campaign);
}
