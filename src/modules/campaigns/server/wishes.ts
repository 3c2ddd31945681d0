import { z } from "zod";
import { sql, type Tx } from "#base/server/db/db.ts";
import { defineJob } from "#base/server/jobs.ts";
import type { CampaignRecord } from "./records.ts";

/** Carries out on the platform what a campaign's rows ask for. Longer than its worst upload; a lost run is taken over sooner. */
export const syncCampaignJob = defineJob({
  name: "campaigns-sync",
  input: z.object({ campaign_id: z.string() }),
  expireSeconds: 900,
});

/** Reads reviews, and changes made on the platform itself. */
export const readBackJob = defineJob({
  name: "campaigns-read-back",
  input: z.object({ campaign_id: z.string() }),
  retries: 0, // the next minute asks again
});

/**
 * The platform shall follow what was just changed. A campaign that was never started stays with us. A wait of our own
 * making is over with a new wish; one that the platform ordered is kept.
 */
export async function askForSync(tx: Tx, campaign: Pick<CampaignRecord, "id" | "published">): Promise<void> {
  if (!campaign.published) return;
  await tx.run(sql`
    update campaigns.campaigns
    set sync = 'pending', failures = 0, retry_at = case when retry_ordered then retry_at end
    where id = ${campaign.id}`);
  await tx.later(syncCampaignJob, { campaign_id: campaign.id }, { key: campaign.id });
}

/** The same run once more after a while, under a key of its own: a waiting one must not swallow a fresh wish. */
export async function askForSyncLater(tx: Tx, campaignId: string, seconds: number): Promise<void> {
  const wish = { key: `later:${campaignId}`, afterSeconds: Math.max(1, Math.ceil(seconds)) };
  await tx.later(syncCampaignJob, { campaign_id: campaignId }, wish);
}
