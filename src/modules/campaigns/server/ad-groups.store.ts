import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { AdGroupFields } from "../contract/shapes.ts";
import type { StatusMove } from "../domain/status.ts";
import type { AdGroupRecord } from "./records.ts";
import { insertSyncRow } from "./sync/sync-tables.store.ts";

/** The only file that writes `campaigns.ad_groups`. Its callers hold the campaign's lock. */

export const adGroupsWithSync = sql`campaigns.ad_groups join campaigns.ad_group_sync using (id)`;

/** The campaign of the merchant's ad group. */
export async function findCampaignOfAdGroup({ tx, actor }: Context, adGroupId: string): Promise<string> {
  const row = await tx.maybeOne<Pick<AdGroupRecord, "campaign_id">>(sql`
    select campaign_id from campaigns.ad_groups where id = ${adGroupId} and merchant_id = ${actor.merchantId}`);
  return row?.campaign_id ?? baseRefusals.refuse("base.not_found");
}

/** An ad group that is not deleted. */
export async function loadAdGroup({ tx, actor }: Context, adGroupId: string): Promise<AdGroupRecord> {
  const row = await tx.maybeOne<AdGroupRecord>(sql`
    select * from ${adGroupsWithSync}
    where id = ${adGroupId} and merchant_id = ${actor.merchantId} and status <> 'deleted'`);
  return row ?? baseRefusals.refuse("base.not_found");
}

export async function countAdGroups({ tx }: Context, campaignId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.ad_groups where campaign_id = ${campaignId} and status <> 'deleted'`);
  return count;
}

export async function insertAdGroup(
  ctx: Context,
  { id, campaignId, fields }: { id: string; campaignId: string; fields: AdGroupFields },
): Promise<void> {
  const { tx, actor, now } = ctx;
  await tx.run(sql`
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
    values (${id}, ${actor.merchantId}, ${campaignId}, ${fields.name}, ${JSON.stringify(fields.age_ranges)},
      ${JSON.stringify(fields.excluded_age_ranges)}, ${fields.gender}, ${JSON.stringify(fields.locations)},
      ${JSON.stringify(fields.devices)}, ${fields.optimized_targeting}, ${JSON.stringify(fields.keywords)},
      'created', ${now}, ${now})`);
  await insertSyncRow(ctx, { level: "ad_group", id });
}

/** Writes the fields as a new generation. */
export async function saveAdGroup(
  { tx, actor, now }: Context,
  { id, fields }: { id: string; fields: AdGroupFields },
): Promise<void> {
  await tx.run(sql`
    update campaigns.ad_groups set name = ${fields.name}, age_ranges = ${JSON.stringify(fields.age_ranges)},
      excluded_age_ranges = ${JSON.stringify(fields.excluded_age_ranges)}, gender = ${fields.gender},
      locations = ${JSON.stringify(fields.locations)}, devices = ${JSON.stringify(fields.devices)},
      optimized_targeting = ${fields.optimized_targeting}, keywords = ${JSON.stringify(fields.keywords)},
      desired_generation = desired_generation + 1, updated_at = ${now}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** Counts a change of a campaign's open ad groups, so that they are sent again; returns which. */
export async function bumpAdGroups({ tx, actor }: Context, campaignId: string): Promise<string[]> {
  const bumped = await tx.many<{ id: string }>(sql`
    update campaigns.ad_groups set desired_generation = desired_generation + 1
    where campaign_id = ${campaignId} and merchant_id = ${actor.merchantId} and status not in ('archived', 'deleted')
    returning id`);
  return bumped.map(({ id }) => id);
}

/** All ad groups of a campaign, or one. */
export type AdGroupFilter = { campaign_id: string } | { id: string };

/** Moves ad groups from one status to another; returns those that had it. */
export async function moveAdGroups(
  { tx, actor, now }: Context,
  which: AdGroupFilter,
  { from, to }: StatusMove,
): Promise<string[]> {
  const condition = "id" in which ? sql`id = ${which.id}` : sql`campaign_id = ${which.campaign_id}`;
  const moved = await tx.many<{ id: string }>(sql`
    update campaigns.ad_groups set status = ${to}, updated_at = ${now}
    where ${condition} and merchant_id = ${actor.merchantId} and status = ${from} returning id`);
  return moved.map(({ id }) => id);
}
