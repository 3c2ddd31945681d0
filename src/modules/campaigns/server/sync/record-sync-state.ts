import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { CampaignRecord } from "../records.ts";

/** The first poll after a sync, unless an ad's review has set an earlier one. */
const firstPollMs = 60_000;

type RunEnd = "synced" | "failed" | "disconnected";
const events = {
  synced: "campaign.synced",
  failed: "campaign.sync_failed",
  disconnected: "campaign.disconnected",
} as const satisfies Record<RunEnd, string>;

/**
 * Records the result of a run and publishes an event when it changes. Resets the failure counter. `at`: system clock.
 */
export async function recordSyncState(
  { tx, actor }: Context,
  campaign: CampaignRecord,
  sync: RunEnd,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns
    set sync = ${sync}, failures = 0, retry_at = null, retry_imposed = false,
      next_poll_at = coalesce(next_poll_at, ${new Date(at.getTime() + firstPollMs)})
    where id = ${campaign.id}`);
  if (sync === campaign.sync) return;
  await tx.publish({ name: events[sync], merchant_id: actor.merchantId, campaign_id: campaign.id });
}
