import type { Context } from "#base/server/context.ts";
import { findCampaignOfAdGroup, loadAdGroup } from "./ad-groups.store.ts";
import { findAdGroupOfAd, loadAd } from "./ads.store.ts";
import { lockCampaign } from "./campaigns.store.ts";

/** The ad group with its campaign, the campaign locked: every change in a campaign takes that one lock. */
export async function lockAdGroup(ctx: Context, adGroupId: string) {
  const campaign = await lockCampaign(ctx, await findCampaignOfAdGroup(ctx, adGroupId));
  return { campaign, adGroup: await loadAdGroup(ctx, adGroupId) };
}

/** The ad with its ad group and campaign, the campaign locked. */
export async function lockAd(ctx: Context, adId: string) {
  const { campaign, adGroup } = await lockAdGroup(ctx, await findAdGroupOfAd(ctx, adId));
  return { campaign, adGroup, ad: await loadAd(ctx, adId) };
}
