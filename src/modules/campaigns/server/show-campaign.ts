import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { AdGroupRow, AdRow, CampaignDetails } from "../contract/shapes.ts";
import {
  type PresentDeps,
  presentAd,
  presentAdGroup,
  presentDetails,
  toAdGroupDisplayState,
} from "./campaigns.present.ts";
import { findCampaignTree } from "./campaigns.store.ts";
import type { CampaignTree } from "./records.ts";

/**
 * One campaign with its ad groups and ads. A deleted one is still shown (its figures remain); another merchant's is not
 * found.
 */
export const showCampaign =
  (deps: PresentDeps) =>
  async (
    ctx: ReadContext,
    { campaignId, language }: { campaignId: string; language: Language },
  ): Promise<CampaignDetails> =>
    presentDetails(await loadOwnCampaignTree(ctx, campaignId), { ...deps, language, now: ctx.now });

export const showAdGroup =
  (deps: PresentDeps) =>
  async (
    ctx: ReadContext,
    { adGroupId, language }: { adGroupId: string; language: Language },
  ): Promise<AdGroupRow> => {
    const row = await ctx.db.maybeOne<{ campaign_id: string }>(sql`
      select campaign_id from campaigns.ad_groups where id = ${adGroupId} and merchant_id = ${ctx.actor.merchantId}`);
    if (!row) return baseRefusals.refuse("base.not_found");
    const { campaign, adGroups, ads } = await loadOwnCampaignTree(ctx, row.campaign_id);
    const group = adGroups.find((one) => one.id === adGroupId);
    if (!group) return baseRefusals.refuse("base.not_found");
    const own = ads.filter((ad) => ad.ad_group_id === adGroupId);
    return presentAdGroup(group, own, campaign, { ...deps, language, now: ctx.now });
  };

export const showAd =
  (deps: PresentDeps) =>
  async (ctx: ReadContext, { adId, language }: { adId: string; language: Language }): Promise<AdRow> => {
    const row = await ctx.db.maybeOne<{ campaign_id: string }>(sql`
      select campaign_id from campaigns.ads where id = ${adId} and merchant_id = ${ctx.actor.merchantId}`);
    if (!row) return baseRefusals.refuse("base.not_found");
    const { campaign, adGroups, ads } = await loadOwnCampaignTree(ctx, row.campaign_id);
    const ad = ads.find((one) => one.id === adId);
    const group = adGroups.find((one) => one.id === ad?.ad_group_id);
    if (!ad || !group) return baseRefusals.refuse("base.not_found");
    const display = toAdGroupDisplayState(group, campaign);
    return presentAd(ad, display, campaign, { ...deps, language, now: ctx.now });
  };

async function loadOwnCampaignTree(ctx: ReadContext, campaignId: string): Promise<CampaignTree> {
  return (await findCampaignTree(ctx, campaignId)) ?? baseRefusals.refuse("base.not_found");
}
