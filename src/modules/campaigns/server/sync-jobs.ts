import { z } from "zod";
import type { Context } from "#base/server/context.ts";
import type { Tx } from "#base/server/db/db.ts";
import { defineJob, type JobDefinition } from "#base/server/jobs.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignRecord } from "./records.ts";
import { recordPending, restartPolls } from "./sync/schedule.store.ts";

/** One queue per platform, so that a slow platform delays only its own work. */
function forEachPlatform<Input>(
  define: (platform: Platform) => JobDefinition<Input>,
): Record<Platform, JobDefinition<Input>> {
  return Object.fromEntries(platforms.map((platform) => [platform, define(platform)])) as Record<
    Platform,
    JobDefinition<Input>
  >;
}

/**
 * Syncs one campaign with the platform. The timeout is longer than the slowest upload; a lost run is taken over sooner.
 */
export const syncCampaignJobs = forEachPlatform((platform) =>
  defineJob({
    name: `campaigns-sync-${platform}`,
    input: z.object({ campaign_id: z.string() }),
    expireSeconds: 900,
  }),
);

/** Polls reviews, and changes made on the platform itself, for all due campaigns of one ad account. */
export const pollStatusJobs = forEachPlatform((platform) =>
  defineJob({
    name: `campaigns-poll-status-${platform}`,
    input: z.object({ ad_account_id: z.string() }),
    retries: 0, // the next minute's run tries again
    concurrency: 20,
  }),
);

/**
 * Enqueues the sync of what was just changed. A campaign that was never started is not sent. Without access the change
 * waits until the ad account is linked again.
 */
export async function enqueueSync(
  ctx: Context,
  campaign: Pick<CampaignRecord, "id" | "platform" | "published">,
): Promise<void> {
  if (!campaign.published) return;
  const sync = await recordPending(ctx, campaign.id);
  if (sync === "disconnected") return;
  await ctx.tx.enqueue(
    syncCampaignJobs[campaign.platform],
    { campaign_id: campaign.id },
    { key: campaign.id },
  );
}

/** Enqueues the sync after a delay, under a key of its own: a waiting job must not swallow a new change. */
export async function enqueueSyncLater(
  { tx }: Context,
  { id, platform }: Pick<CampaignRecord, "id" | "platform">,
  seconds: number,
): Promise<void> {
  const options = { key: `later:${id}`, afterSeconds: Math.max(1, Math.ceil(seconds)) };
  await tx.enqueue(syncCampaignJobs[platform], { campaign_id: id }, options);
}

/** A review often ends within seconds: the first poll after a write comes soon, the next ones ever later. */
const firstPollSeconds = 5;

/**
 * Something was sent that the platform will review: poll soon, and restart the poll intervals. `sentAt`: system clock.
 */
export async function enqueuePoll(
  ctx: Context,
  { id, platform, ad_account_id }: Pick<CampaignRecord, "id" | "platform" | "ad_account_id">,
  sentAt: Date,
): Promise<void> {
  const soon = new Date(sentAt.getTime() + firstPollSeconds * 1_000);
  await restartPolls(ctx, id, soon);
  await enqueueAccountPoll(ctx.tx, { platform, ad_account_id }, firstPollSeconds);
}

type PolledAccount = Pick<CampaignRecord, "platform" | "ad_account_id">;

/** A poll after some seconds, before those of the minute. At most one of an ad account waits at a time. */
export async function enqueueAccountPoll(
  tx: Tx,
  { platform, ad_account_id }: PolledAccount,
  afterSeconds: number,
): Promise<void> {
  const options = { key: `soon:${ad_account_id}`, afterSeconds, isNeeded: true };
  await tx.enqueue(pollStatusJobs[platform], { ad_account_id }, options);
}

/** The scheduled poll of the minute. At most one of an ad account waits at a time. */
export async function enqueueDuePoll(
  tx: Tx,
  { platform, ad_account_id }: PolledAccount,
  { isNeeded }: { isNeeded: boolean },
): Promise<void> {
  await tx.enqueue(pollStatusJobs[platform], { ad_account_id }, { key: ad_account_id, isNeeded });
}
