import type { Context } from "#base/server/context.ts";
import { auditChange } from "../campaigns.audit.ts";
import type { CampaignRecord } from "../records.ts";
import { recordRunEnd } from "./schedule.store.ts";

type RunEnd = "synced" | "failed" | "disconnected";
const events = {
  synced: "campaign.synced",
  failed: "campaign.sync_failed",
  disconnected: "campaign.disconnected",
} as const satisfies Record<RunEnd, string>;

/**
 * Records the result of a run, and publishes and audits it when it changes: the change log tells by it what the platform
 * confirmed. Resets the failure counter. `at`: system clock.
 */
export async function recordSyncState(
  ctx: Context,
  campaign: CampaignRecord,
  sync: RunEnd,
  at: Date,
): Promise<void> {
  await recordRunEnd(ctx, campaign, { sync, at });
  if (sync === campaign.sync) return;
  const { tx, actor } = ctx;
  await tx.publish({ name: events[sync], merchant_id: actor.merchantId, campaign_id: campaign.id });
  await auditChange(ctx, events[sync], campaign.id, { before: { sync: campaign.sync }, after: { sync } });
}
