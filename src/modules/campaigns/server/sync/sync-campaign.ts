import { type ReadContext, systemContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { hasErrors, nextStep } from "../../domain/sync-plan.ts";
import type { CampaignsDeps } from "../deps.ts";
import type { CampaignRecord } from "../records.ts";
import { enqueueSyncLater } from "../sync-jobs.ts";
import { executeStep, type StepRun } from "./execute-step.ts";
import { handleFault } from "./handle-fault.ts";
import { releaseLease } from "./lease.store.ts";
import { acquireLease, LeaseLost } from "./lease.ts";
import { recordSyncState } from "./record-sync-state.ts";
import { loadSyncTree } from "./sync-tree.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "media" | "conversions" | "systemClock">;
type Input = { campaignId: string; now: Date; signal?: AbortSignal };

/** The maximum number of steps in one run; the rest is left to the next run. */
const stepsMax = 400;

/**
 * Brings the platform to a campaign's desired state, exactly once in effect: one worker at a time, one step at a time,
 * every step recorded before it is sent and after the response. A run that finds another at work returns: the other one
 * loads the desired state again before it ends. The product acts by itself, on behalf of the campaign's merchant.
 */
export const syncCampaign =
  (deps: Deps) =>
  async (db: Db, { campaignId, now, signal }: Input): Promise<void> => {
    const campaign = await db.maybeOne<Pick<CampaignRecord, "merchant_id" | "platform" | "placements">>(
      sql`select merchant_id, platform, placements from campaigns.campaigns where id = ${campaignId}`,
    );
    if (!campaign) return;
    const ctx = systemContext(db, campaign.merchant_id, now);
    // How long a write without a response may still take effect on this campaign's platform.
    const { settleSeconds = 60 } =
      deps.adAccounts.getCapabilities(campaign.platform, campaign.placements) ?? {};
    const lease = await acquireLease(ctx, { clock: deps.systemClock, campaignId, settleSeconds });
    if (!lease) return;
    try {
      const run = { deps, lease, campaignId, settleSeconds };
      for (let steps = 0; steps < stepsMax; steps += 1) {
        const isDone = signal?.aborted || (await runStep(ctx, run));
        if (isDone) break;
      }
      await lease.record((ctx) => releaseLease(ctx, campaignId, lease.token));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      lease.end();
    }
  };

type Run = Pick<StepRun, "deps" | "lease" | "settleSeconds"> & { campaignId: string };

/** One step, or the end of the run (true). */
async function runStep(ctx: ReadContext, run: Run): Promise<boolean> {
  const { deps, lease, settleSeconds } = run;
  const tree = await loadSyncTree(ctx, run.campaignId);
  if (!tree) return true;
  const now = deps.systemClock.now();
  const { campaign } = tree.records;
  if (!campaign.published) return true;
  if (campaign.connection_lost_at !== null) return finish(run);
  if (campaign.retry_at && campaign.retry_at > now) {
    const seconds = (campaign.retry_at.getTime() - now.getTime()) / 1_000;
    await lease.record((ctx) => enqueueSyncLater(ctx, campaign, seconds));
    return true;
  }
  const step = nextStep(tree.root, now);
  if (step.do === "nothing" || step.do === "wait") return finish(run);

  try {
    const platform = await deps.adAccounts.bindAdPlatform(campaign.merchant_id, campaign.ad_account_id);
    await executeStep(ctx, { deps, lease, platform, tree, settleSeconds }, step);
    return false;
  } catch (error) {
    if (!isFault(error)) throw error;
    const { adAccounts } = deps;
    return lease.record((ctx) =>
      handleFault(ctx, { tree, step, at: deps.systemClock.now(), settleSeconds, adAccounts }, error),
    );
  }
}

/**
 * No step left. Under the row lock that every change takes, the plan is made once more; only then the sync state is
 * recorded and the lease released. A change in between is seen here, or finds the lease free.
 */
function finish({ deps, lease, campaignId }: Run): Promise<boolean> {
  return lease.record(async (ctx) => {
    const tree = await loadSyncTree(ctx, campaignId);
    if (!tree) return true;
    const now = deps.systemClock.now();
    const { campaign } = tree.records;
    if (campaign.connection_lost_at !== null) {
      await recordSyncState(ctx, campaign, "disconnected", now);
      await releaseLease(ctx, campaignId, lease.token);
      return true;
    }
    const step = nextStep(tree.root, now);
    if (step.do !== "nothing" && step.do !== "wait") return false;
    if (step.do === "wait")
      await enqueueSyncLater(ctx, campaign, (step.until.getTime() - now.getTime()) / 1_000);
    else await recordSyncState(ctx, campaign, hasErrors(tree.root) ? "failed" : "synced", now);
    await releaseLease(ctx, campaignId, lease.token);
    return true;
  });
}
