import { sql } from "#base/server/db/db.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { stop } from "./stop-campaign.ts";

const batchSize = 100;

/** Archives campaigns whose end time has passed, in batches, each with its events and its reserve. */
export async function archiveEnded(deps: Pick<CampaignsDeps, "db" | "wallet" | "worldClock">): Promise<void> {
  const now = deps.worldClock.now();
  for (;;) {
    const ended = await deps.db.transaction(async (tx) => {
      const batch = await tx.many<CampaignRecord>(sql`
        select * from campaigns.campaigns
        where ends_at <= ${now} and status in ('created', 'active', 'paused')
        order by ends_at limit ${batchSize} for update skip locked`);
      for (const campaign of batch) await stop(deps, tx, campaign, ["archived"], "ended");
      return batch.length;
    });
    if (ended < batchSize) return;
  }
}
