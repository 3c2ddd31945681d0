import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql, together } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

import type { OpenCampaigns } from "../domain/poll-gap.ts";
import { schedulePoll } from "./poll-schedule.store.ts";

/** Who is measured: the module's own table of campaigns and ads, written by campaigns through the facade. */

/**
 * `platform_id` is its id on the platform, null while it does not exist there. `may_spend_since` is business time when
 * "active" was first sent; null: it can never have cost anything. `updated_at` is when its status last changed, for
 * campaigns that no longer run.
 */
export type MeasuredCampaign = Omit<Row<"figures.campaigns">, "merchant_id"> & { platform: Platform };

export type MeasuredAd = Omit<Row<"figures.ads">, "merchant_id">;

/** A campaign was created or changed. Repeating it changes nothing. */
export async function recordCampaign(ctx: Context, campaign: MeasuredCampaign): Promise<void> {
  const hasFigures = campaign.platform_id !== null && campaign.may_spend_since !== null;
  await together(upsertCampaign(ctx, campaign), hasFigures ? schedulePoll(ctx, campaign) : null);
}

async function upsertCampaign({ tx, actor }: Context, campaign: MeasuredCampaign): Promise<void> {
  await tx.run(sql`
    insert into figures.campaigns as known (campaign_id, merchant_id, platform, ad_account_id, platform_id, name,
      status, starts_at, may_spend_since, updated_at)
    values (${campaign.campaign_id}, ${actor.merchantId}, ${campaign.platform}, ${campaign.ad_account_id},
      ${campaign.platform_id}, ${campaign.name}, ${campaign.status}, ${campaign.starts_at},
      ${campaign.may_spend_since}, ${campaign.updated_at})
    on conflict (campaign_id) do update set platform = excluded.platform, ad_account_id = excluded.ad_account_id,
      platform_id = excluded.platform_id, name = excluded.name, status = excluded.status,
      starts_at = excluded.starts_at, may_spend_since = excluded.may_spend_since, updated_at = excluded.updated_at
    where known.merchant_id = excluded.merchant_id`);
}

/** Ads were created or changed, all of the merchant. Repeating it changes nothing. */
export async function recordAds({ tx, actor }: Context, ads: readonly MeasuredAd[]): Promise<void> {
  if (ads.length === 0) return;
  await tx.run(sql`
    insert into figures.ads as known (ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at)
    select ad_id, ${actor.merchantId}, campaign_id, platform_id, name, status, updated_at
    from unnest(${ads.map((ad) => ad.ad_id)}::text[], ${ads.map((ad) => ad.campaign_id)}::text[],
      ${ads.map((ad) => ad.platform_id)}::text[], ${ads.map((ad) => ad.name)}::text[],
      ${ads.map((ad) => ad.status)}::text[], ${ads.map((ad) => ad.updated_at)}::timestamptz[])
      as recorded (ad_id, campaign_id, platform_id, name, status, updated_at)
    order by ad_id
    on conflict (ad_id) do update set platform_id = excluded.platform_id, name = excluded.name,
      status = excluded.status, updated_at = excluded.updated_at
    where known.merchant_id = excluded.merchant_id`);
}

/** The campaign's platform; null when the merchant has no such campaign. */
export async function findPlatform({ db, actor }: ReadContext, campaignId: string): Promise<Platform | null> {
  const row = await db.maybeOne<Pick<MeasuredCampaign, "platform">>(sql`
    select platform from figures.campaigns where campaign_id = ${campaignId} and merchant_id = ${actor.merchantId}`);
  return row?.platform ?? null;
}

/** The platforms of these campaigns; one that the merchant does not have is left out. */
export function listPlatforms(
  { db, actor }: ReadContext,
  campaignIds: readonly string[],
): Promise<Pick<MeasuredCampaign, "campaign_id" | "platform">[]> {
  return db.many(sql`
    select campaign_id, platform from figures.campaigns
    where campaign_id = any(${[...campaignIds]}::text[]) and merchant_id = ${actor.merchantId}`);
}

type OpenCampaign = Pick<
  MeasuredCampaign,
  "campaign_id" | "ad_account_id" | "status" | "starts_at" | "may_spend_since" | "updated_at"
> & { platform_id: string };

/** The merchant's campaigns whose figures may still change: running, or stopped after `since` (business time). */
function listOpenCampaigns(
  { db, actor }: ReadContext,
  { since, adAccountId }: { since: Date; adAccountId?: string },
): Promise<OpenCampaign[]> {
  return db.many(sql`
    select campaign_id, ad_account_id, platform_id, status, starts_at, may_spend_since, updated_at
    from figures.campaigns
    where platform_id is not null and may_spend_since is not null and (status = 'active' or updated_at >= ${since})
      and merchant_id = ${actor.merchantId}
      ${adAccountId === undefined ? empty : sql`and ad_account_id = ${adAccountId}`}
    order by campaign_id`);
}

export type MeasuredObjects = {
  campaigns: { campaignId: string; platformCampaignId: string; startsAt: Date }[];
  /** Platform ad id → our ad, deleted ads included: their past figures still change. */
  ads: ReadonlyMap<string, { adId: string; campaignId: string }>;
};

/** The account's campaigns that may have new figures, and their ads on the platform. */
export async function loadMeasuredObjects(
  ctx: ReadContext,
  { adAccountId, ranAfter }: { adAccountId: string; ranAfter: Date },
): Promise<MeasuredObjects & OpenCampaigns> {
  const open = await listOpenCampaigns(ctx, { since: ranAfter, adAccountId });
  const stops = open
    .filter(({ status }) => status !== "active")
    .map(({ updated_at }) => updated_at.getTime());
  const ads = await ctx.db.many<Row<"figures.ads", "ad_id" | "campaign_id"> & { platform_id: string }>(sql`
    select ad_id, campaign_id, platform_id from figures.ads
    where campaign_id = any(${open.map(({ campaign_id }) => campaign_id)}::text[]) and platform_id is not null
    order by ad_id`);
  return {
    isRunning: open.length > stops.length,
    stoppedAt: stops.length > 0 ? new Date(Math.max(...stops)) : null,
    campaigns: open.map(({ campaign_id, platform_id, may_spend_since, starts_at }) => ({
      campaignId: campaign_id,
      platformCampaignId: platform_id,
      startsAt: may_spend_since ?? starts_at,
    })),
    ads: new Map(
      ads.map(({ platform_id, ad_id, campaign_id }) => [
        platform_id,
        { adId: ad_id, campaignId: campaign_id },
      ]),
    ),
  };
}
