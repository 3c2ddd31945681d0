import type { Context } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdFields } from "../contract/shapes.ts";
import type { StatusMove } from "../domain/status.ts";
import { recordMeasured, recordMeasuredAds } from "./record-measured.ts";
import type { AdRecord } from "./records.ts";
import { insertSyncRow } from "./sync/sync-tables.store.ts";

/** The only file that writes `campaigns.ads`. Its callers hold the campaign's lock. */

export const adsWithSync = sql`campaigns.ads join campaigns.ad_sync using (id)`;

/** The ad group of the merchant's ad. */
export async function findAdGroupOfAd({ tx, actor }: Context, adId: string): Promise<string> {
  const row = await tx.maybeOne<Pick<AdRecord, "ad_group_id">>(sql`
    select ad_group_id from campaigns.ads where id = ${adId} and merchant_id = ${actor.merchantId}`);
  return row?.ad_group_id ?? baseRefusals.refuse("base.not_found");
}

/** An ad that is not deleted. */
export async function loadAd({ tx, actor }: Context, adId: string): Promise<AdRecord> {
  const row = await tx.maybeOne<AdRecord>(sql`
    select * from ${adsWithSync}
    where id = ${adId} and merchant_id = ${actor.merchantId} and status <> 'deleted'`);
  return row ?? baseRefusals.refuse("base.not_found");
}

export async function countAds({ tx }: Context, adGroupId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ads where ad_group_id = ${adGroupId} and status <> 'deleted'`);
  return count;
}

/** The tracking link that the ad leads to. */
type Link = { id: string; url: string };
type NewAd = { id: string; campaignId: string; adGroupId: string; fields: AdFields; link: Link };

export async function insertAd(
  ctx: Context,
  { id, campaignId, adGroupId, fields, link }: NewAd,
): Promise<void> {
  const { tx, actor, now } = ctx;
  await tx.run(sql`
    insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, more_headlines, body,
      description, more_descriptions, target_url, tracking_id, tracking_url, media_id, call_to_action, brand_name,
      automatic_enhancements, profile_id, status, created_at, updated_at)
    values (${id}, ${actor.merchantId}, ${campaignId}, ${adGroupId}, ${fields.name}, ${fields.headline},
      ${JSON.stringify(fields.more_headlines)}, ${fields.text}, ${fields.description},
      ${JSON.stringify(fields.more_descriptions)}, ${fields.target_url}, ${link.id}, ${link.url}, ${fields.media_id},
      ${fields.call_to_action}, ${fields.brand_name}, ${fields.automatic_enhancements}, ${fields.profile_id}, 'created',
      ${now}, ${now})`);
  await insertSyncRow(ctx, { level: "ad", id });
  await recordMeasured(ctx, "ad", id);
}

/** Writes the fields as a new generation. */
export async function saveAd(
  ctx: Context,
  { id, fields, link }: Pick<NewAd, "id" | "fields" | "link">,
): Promise<void> {
  const { tx, actor, now } = ctx;
  await tx.run(sql`
    update campaigns.ads set name = ${fields.name}, headline = ${fields.headline},
      more_headlines = ${JSON.stringify(fields.more_headlines)}, body = ${fields.text},
      description = ${fields.description}, more_descriptions = ${JSON.stringify(fields.more_descriptions)},
      target_url = ${fields.target_url}, tracking_id = ${link.id}, tracking_url = ${link.url},
      media_id = ${fields.media_id}, call_to_action = ${fields.call_to_action}, brand_name = ${fields.brand_name},
      automatic_enhancements = ${fields.automatic_enhancements}, profile_id = ${fields.profile_id},
      desired_generation = desired_generation + 1,
      updated_at = ${now}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
  await recordMeasured(ctx, "ad", id);
}

/** The campaign moved to another ad account, whose own public profile its ads appear under now. */
export async function clearAdProfiles({ tx, actor }: Context, campaignId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.ads set profile_id = null
    where campaign_id = ${campaignId} and merchant_id = ${actor.merchantId} and profile_id is not null`);
}

/** Counts a change of a campaign's open ads, so that they are sent again; returns which. */
export async function bumpAds({ tx, actor }: Context, campaignId: string): Promise<string[]> {
  const bumped = await tx.many<{ id: string }>(sql`
    update campaigns.ads set desired_generation = desired_generation + 1
    where campaign_id = ${campaignId} and merchant_id = ${actor.merchantId} and status not in ('archived', 'deleted')
    returning id`);
  return bumped.map(({ id }) => id);
}

/** All ads of a campaign, those of an ad group, or one. */
export type AdFilter = { campaign_id: string } | { ad_group_id: string } | { id: string };

/** Moves ads from one status to another; returns those that had it. */
export async function moveAds(ctx: Context, which: AdFilter, { from, to }: StatusMove): Promise<string[]> {
  const { tx, actor, now } = ctx;
  const moved = await tx.many<{ id: string }>(sql`
    update campaigns.ads set status = ${to}, updated_at = ${now}
    where ${toCondition(which)} and merchant_id = ${actor.merchantId} and status = ${from} returning id`);
  await recordMeasuredAds(ctx, toCondition(which));
  return moved.map(({ id }) => id);
}

function toCondition(which: AdFilter): Sql {
  if ("id" in which) return sql`id = ${which.id}`;
  return "campaign_id" in which
    ? sql`campaign_id = ${which.campaign_id}`
    : sql`ad_group_id = ${which.ad_group_id}`;
}
