import { sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { hasErrors, nextStep } from "../../domain/sync-plan.ts";
import type { CampaignsDeps } from "../deps.ts";
import type { CampaignRecord } from "../records.ts";
import { enqueueSyncLater } from "../sync-jobs.ts";
import { executeStep } from "./execute-step.ts";
import { handleFault } from "./handle-fault.ts";
import { acquireLease, type Lease, LeaseLost, releaseLease } from "./lease.ts";
import { recordSyncState } from "./record-sync-state.ts";
import { loadSyncTree } from "./sync-tree.ts";

type Deps = Pick<CampaignsDeps, "db" | "adAccounts" | "media" | "systemClock" | "worldClock">;

/** The maximum number of steps in one run; the rest is left to the next run. */
const stepsMax = 400;

/**
 * Brings the platform to a campaign's desired state, exactly once in effect: one worker at a time, one step at a time,
 * every step recorded before it is sent and after the response. A run that finds another at work returns: the other one
 * loads the desired state again before it ends.
 */
export async function syncCampaign(deps: Deps, campaignId: string, signal?: AbortSignal): Promise<void> {
  const settleSeconds = await loadSettleSeconds(deps, campaignId);
  const lease = await acquireLease(deps.db, deps.systemClock, campaignId, settleSeconds);
  if (!lease) return;
  try {
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const isDone = signal?.aborted || (await runStep(deps, lease, campaignId, settleSeconds));
      if (isDone) break;
    }
    await lease.record((tx) => releaseLease(tx, campaignId, lease.token));
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    lease.end();
  }
}

/** One step, or the end of the run (true). */
async function runStep(
  deps: Deps,
  lease: Lease,
  campaignId: string,
  settleSeconds: number,
): Promise<boolean> {
  const tree = await loadSyncTree(deps.db, campaignId);
  if (!tree) return true;
  const now = deps.systemClock.now();
  const { campaign } = tree.records;
  if (!campaign.published) return true;
  if (campaign.connection_lost_at !== null) return finish(deps, lease, campaignId);
  if (campaign.retry_at && campaign.retry_at > now) {
    const seconds = (campaign.retry_at.getTime() - now.getTime()) / 1_000;
    await lease.record((tx) => enqueueSyncLater(tx, campaign, seconds));
    return true;
  }
  const step = nextStep(tree.root, now);
  if (step.do === "nothing" || step.do === "wait") return finish(deps, lease, campaignId);

  try {
    const platform = await deps.adAccounts.bindAdPlatform(campaign.merchant_id, campaign.ad_account_id);
    await executeStep({ deps, lease, platform, tree, settleSeconds }, step);
    return false;
  } catch (error) {
    if (!isFault(error)) throw error;
    return lease.record((tx) =>
      handleFault(
        tx,
        { tree, step, now: deps.systemClock.now(), settleSeconds, adAccounts: deps.adAccounts },
        error,
      ),
    );
  }
}

/**
 * No step left. Under the row lock that every change takes, the plan is made once more; only then the sync state is
 * recorded and the lease released. A change in between is seen here, or finds the lease free.
 */
async function finish({ systemClock }: Deps, lease: Lease, campaignId: string): Promise<boolean> {
  return lease.record(async (tx) => {
    const tree = await loadSyncTree(tx, campaignId);
    if (!tree) return true;
    const now = systemClock.now();
    const { campaign } = tree.records;
    if (campaign.connection_lost_at !== null) {
      await recordSyncState(tx, campaign, "disconnected", now);
      await releaseLease(tx, campaignId, lease.token);
      return true;
    }
    const step = nextStep(tree.root, now);
    if (step.do !== "nothing" && step.do !== "wait") return false;
    if (step.do === "wait")
      await enqueueSyncLater(tx, campaign, (step.until.getTime() - now.getTime()) / 1_000);
    else await recordSyncState(tx, campaign, hasErrors(tree.root) ? "failed" : "synced", now);
    await releaseLease(tx, campaignId, lease.token);
    return true;
  });
}

/** How long a write without a response may still take effect on this campaign's platform. */
async function loadSettleSeconds({ db, adAccounts }: Deps, campaignId: string): Promise<number> {
  const row = await db.maybeOne<Pick<CampaignRecord, "platform" | "placements">>(
    sql`select platform, placements from campaigns.campaigns where id = ${campaignId}`,
  );
  return (row && adAccounts.getCapabilities(row.platform, row.placements)?.settleSeconds) ?? 60;
}
