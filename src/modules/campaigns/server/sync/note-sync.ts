import { empty, sql, type Tx } from "#base/server/db/db.ts";
import type { CampaignRecord } from "../records.ts";

/** The first look back at what stands there, unless an ad's review has set an earlier one. */
const firstLookMs = 60_000;

/** A run's end in one word; a change of it is news. Failures of the way are forgotten. */
export async function noteSync(
  tx: Tx,
  campaign: CampaignRecord,
  sync: "synced" | "failed",
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns
    set sync = ${sync}, failures = 0, retry_at = null, retry_ordered = false,
      next_reading_at = coalesce(next_reading_at, ${new Date(now.getTime() + firstLookMs)})
      ${sync === "synced" ? sql`, connection_lost_at = null` : empty}
    where id = ${campaign.id}`);
  if (sync === campaign.sync) return;
  const name = sync === "synced" ? "campaign.synced" : "campaign.sync_failed";
  await tx.announce({ name, merchant_id: campaign.merchant_id, campaign_id: campaign.id });
}
