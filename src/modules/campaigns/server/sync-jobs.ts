import { z } from "zod";
import { sql, type Tx } from "#base/server/db/db.ts";
import { defineJob, type JobDefinition } from "#base/server/jobs.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignRecord } from "./records.ts";

/** One queue for each platform: one that hangs holds up its own work and no other's. */
function forEachPlatform<Input>(
  define: (platform: Platform) => JobDefinition<Input>,
): Record<Platform, JobDefinition<Input>> {
  return Object.fromEntries(platforms.map((platform) => [platform, define(platform)])) as Record<
    Platform,
    JobDefinition<Input>
  >;
}

/** Carries out on the platform what a campaign's rows ask for. Longer than its worst upload; a lost run is taken over sooner. */
export const syncCampaignJobs = forEachPlatform((platform) =>
  defineJob({
    name: `campaigns-sync-${platform}`,
    input: z.object({ campaign_id: z.string() }),
    expireSeconds: 900,
  }),
);

/** Reads reviews, and changes made on the platform itself, for all campaigns of one ad account whose time has come. */
export const pollStatusJobs = forEachPlatform((platform) =>
  defineJob({
    name: `campaigns-poll-status-${platform}`,
    input: z.object({ ad_account_id: z.string() }),
    retries: 0, // the next minute asks again
  }),
);

/**
 * The platform shall follow what was just changed. A campaign that was never started stays with us. A wait of our own
 * making is over with a new wish; one that the platform ordered is kept. Without a permission the wish waits for the
 * ad account to be linked again.
 */
export async function enqueueSync(
  tx: Tx,
  campaign: Pick<CampaignRecord, "id" | "platform" | "published">,
): Promise<void> {
  if (!campaign.published) return;
  const { sync } = await tx.one<Pick<CampaignRecord, "sync">>(sql`
    update campaigns.campaigns
    set sync = case when connection_lost_at is null then 'pending' else 'disconnected' end, failures = 0,
      retry_at = case when retry_imposed then retry_at end
    where id = ${campaign.id} returning sync`);
  if (sync === "disconnected") return;
  await tx.enqueue(syncCampaignJobs[campaign.platform], { campaign_id: campaign.id }, { key: campaign.id });
}

/** The same run once more after a while, under a key of its own: a waiting one must not swallow a fresh wish. */
export async function enqueueSyncLater(
  tx: Tx,
  { id, platform }: Pick<CampaignRecord, "id" | "platform">,
  seconds: number,
): Promise<void> {
  const options = { key: `later:${id}`, afterSeconds: Math.max(1, Math.ceil(seconds)) };
  await tx.enqueue(syncCampaignJobs[platform], { campaign_id: id }, options);
}

/** A review often ends within seconds: the first look after sending comes soon, and the next ones ever later. */
const firstPollSeconds = 5;

/** Something was sent that the platform will review: it is asked soon, and again as often as it was at first. */
export async function enqueuePoll(
  tx: Tx,
  { id, platform, ad_account_id }: Pick<CampaignRecord, "id" | "platform" | "ad_account_id">,
  now: Date,
): Promise<void> {
  const soon = new Date(now.getTime() + firstPollSeconds * 1_000);
  await tx.run(sql`
    update campaigns.campaigns set poll_count = 0, next_poll_at = ${soon} where id = ${id}`);
  await enqueueAccountPoll(tx, { platform, ad_account_id }, firstPollSeconds);
}

/** One reading of an ad account waits at a time; `afterSeconds` zero is the minute's own round. */
export async function enqueueAccountPoll(
  tx: Tx,
  { platform, ad_account_id }: Pick<CampaignRecord, "platform" | "ad_account_id">,
  afterSeconds = 0,
): Promise<void> {
  const options = afterSeconds > 0 ? { key: `soon:${ad_account_id}`, afterSeconds } : { key: ad_account_id };
  await tx.enqueue(pollStatusJobs[platform], { ad_account_id }, options);
}
