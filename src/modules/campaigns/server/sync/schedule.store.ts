import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Status, Sync } from "../../contract/enums.ts";
import { isClosed } from "../../domain/status.ts";
import { campaignsWithSync, disconnectCampaigns, saveSync } from "../campaigns.store.ts";
import type { CampaignRecord } from "../records.ts";

/** When a campaign is synced and polled next. All times are the system clock's. */

/** The first poll after a sync, unless an ad's review has set an earlier one. */
const firstPollMs = 60_000;

/**
 * A change is to be sent: pending, or disconnected while access to the ad account is lost. Ends our own backoff, but not
 * a wait that the platform imposed.
 */
export async function recordPending(
  ctx: Context,
  campaignId: string,
): Promise<Extract<Sync, "pending" | "disconnected">> {
  const { is_lost } = await ctx.tx.one<{ is_lost: boolean }>(sql`
    update campaigns.campaign_sync set failures = 0, retry_at = case when retry_imposed then retry_at end
    where id = ${campaignId} returning connection_lost_at is not null as is_lost`);
  const sync = is_lost ? "disconnected" : "pending";
  ctx.tx.defer(saveSync(ctx, campaignId, sync));
  return sync;
}

/** Counts a failed run, and returns how many failed in a row. */
export async function countFailure({ tx }: Context, campaignId: string): Promise<number> {
  const { failures } = await tx.one<Pick<CampaignRecord, "failures">>(sql`
    update campaigns.campaign_sync set failures = failures + 1 where id = ${campaignId} returning failures`);
  return failures;
}

export async function recordRetry(
  { tx }: Context,
  campaignId: string,
  { at, isImposed, reasonKey }: { at: Date; isImposed: boolean; reasonKey: string | null },
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync
    set retry_at = ${at}, retry_imposed = ${isImposed}, retry_reason_key = ${reasonKey} where id = ${campaignId}`);
}

/** A run ended at `at`: nothing waits for a retry, and what has not ended is polled. */
export async function recordRunEnd(
  ctx: Context,
  { id, status }: Pick<CampaignRecord, "id" | "status">,
  { sync, at }: { sync: Sync; at: Date },
): Promise<void> {
  await ctx.tx.run(sql`
    update campaigns.campaign_sync set failures = 0, retry_at = null, retry_imposed = false, retry_reason_key = null,
      next_poll_at = case when ${isClosed(status)}::boolean then null
        else coalesce(next_poll_at, ${new Date(at.getTime() + firstPollMs)}) end
    where id = ${id}`);
  await saveSync(ctx, id, sync);
}

/** The next sync sets the first poll. */
export async function clearNextPoll({ tx }: Context, campaignId: string): Promise<void> {
  await tx.run(sql`update campaigns.campaign_sync set next_poll_at = null where id = ${campaignId}`);
}

/** Something was sent that the platform will review: poll at `at`, and restart the poll intervals. */
export async function restartPolls({ tx }: Context, campaignId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set poll_count = 0, next_poll_at = ${at} where id = ${campaignId}`);
}

export type PolledCampaign = { id: string; status: Status; poll_count: number; is_under_review: boolean };

/** The merchant's campaigns that were just polled, with what decides about their next poll; locked in order. */
export function lockPolled(
  { tx, actor }: Context,
  campaignIds: readonly string[],
): Promise<PolledCampaign[]> {
  return tx.many(sql`
    select id, status, poll_count, exists (
      select 1 from campaigns.ads join campaigns.ad_sync using (id)
      where ads.campaign_id = campaign_sync.id and review_outcome = 'pending' and ad_sync.platform_id is not null
        and ads.status not in ('archived', 'deleted')) as is_under_review
    from ${campaignsWithSync}
    where id = any(${[...campaignIds]}::text[]) and merchant_id = ${actor.merchantId}
    order by id for update of campaign_sync`);
}

/** Counts one poll of each, and records when the next one is due. */
export async function recordPolls(
  { tx }: Context,
  next: readonly { id: string; at: Date | null }[],
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set poll_count = poll_count + 1, next_poll_at = next.at
    from unnest(${next.map(({ id }) => id)}::text[], ${next.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
      as next (id, at)
    where campaign_sync.id = next.id`);
}

/** Access to the ad account is lost since `at`. Returns the campaigns that were connected until now. */
export async function recordConnectionLost(ctx: Context, adAccountId: string, at: Date): Promise<string[]> {
  const ids = await disconnectCampaigns(ctx, adAccountId);
  await recordDisconnected(ctx, ids, at);
  return ids;
}

/** Nothing is sent for these campaigns before their ad account is linked again. */
export async function recordDisconnected(
  { tx }: Context,
  campaignIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set connection_lost_at = coalesce(connection_lost_at, ${at})
    where id in (
      select id from campaigns.campaign_sync where id = any(${[...campaignIds]}::text[]) order by id for update)`);
}

type Reconnected = Pick<CampaignRecord, "id" | "platform" | "published">;

/** The ad account is linked again; returns its campaigns that were disconnected. */
export async function recordReconnected({ tx, actor }: Context, adAccountId: string): Promise<Reconnected[]> {
  const isAccount = sql`merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId}`;
  // A sync run that is recording the lost connection holds the row lock: wait, or its campaign would stay lost.
  await tx.run(sql`select 1 from ${campaignsWithSync} where ${isAccount} order by id for update`);
  return tx.many(sql`
    update campaigns.campaign_sync set connection_lost_at = null from campaigns.campaigns
    where campaigns.id = campaign_sync.id and ${isAccount} and connection_lost_at is not null
    returning campaigns.id, campaigns.platform, published`);
}
