import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { type Level, levels } from "../domain/sync-plan.ts";
import { auditChange } from "./campaigns.audit.ts";
import { loadCampaignTree, lockCampaign } from "./campaigns.store.ts";
import { publishEdited } from "./publish-edited.ts";
import type { CampaignRecord, SyncState } from "./records.ts";
import { resendBudget } from "./resend.ts";
import { clearDrift, clearFaults, forgetPlatformState } from "./sync/differences.store.ts";

/**
 * Sends again what the platform refused, and undoes changes made on the platform itself: what was paused is started
 * again, what was deleted is created again, and our budget is restored. What waits for a platform that did not answer
 * is tried at once, unless the platform itself asked for the wait.
 */
export function retrySync(ctx: ReadContext, { campaignId }: { campaignId: string }): Promise<void> {
  return transact(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    const faulty = await loadFaultyRows(ctx, campaign);
    const isWaiting = campaign.sync === "pending" && campaign.failures > 0;
    if (faulty.length === 0 && !isWaiting) campaignsRefusals.refuse("campaigns.nothing_to_retry");
    for (const level of levels) {
      const ids = faulty.filter((one) => one.level === level).map(({ row }) => row.id);
      await clearFaults(ctx, level, ids);
      await clearDrift(ctx, level, ids);
    }
    if (campaign.drift_daily_budget_halalas !== null) await resendBudget(ctx, campaignId);
    for (const { level, row } of faulty)
      if (row.drift_status === "deleted") await forgetPlatformState(ctx, level, row.id);
    await auditChange(ctx, "campaign.sync_retried", campaignId, {
      before: { faults: faulty.map(({ row }) => toFault(row)) },
    });
    await publishEdited(ctx, campaign);
  });
}

export type FaultyRow = { level: Level; row: SyncState };

/** What the platform refused, or what was changed on the platform itself. */
export async function loadFaultyRows(ctx: Context, campaign: CampaignRecord): Promise<FaultyRow[]> {
  const { adGroups, ads } = await loadCampaignTree(ctx, campaign);
  const all: FaultyRow[] = [
    { level: "campaign", row: campaign },
    ...adGroups.map((row) => ({ level: "ad_group" as const, row })),
    ...ads.map((row) => ({ level: "ad" as const, row })),
  ];
  return all.filter(
    ({ row }) => row.status !== "deleted" && (row.fault_key !== null || row.drift_since !== null),
  );
}

const toFault = ({ id, fault_key, drift_status, drift_daily_budget_halalas }: SyncState) => ({
  id,
  fault_key,
  drift_status,
  drift_daily_budget_halalas,
});
