import type { Context } from "#base/server/context.ts";
import type { AdapterFault, FaultKind } from "#base/shared/adapter-fault.ts";
import { computeBackoffSeconds } from "../../domain/backoff.ts";
import type { AdAccounts } from "../deps.ts";
import { enqueueSyncLater } from "../sync-jobs.ts";
import type { ExecutableStep } from "./execute-step.ts";
import { recordSyncState } from "./record-sync-state.ts";
import { countFailure, recordDisconnected, recordRetry } from "./schedule.store.ts";
import { markOutcomeUnknown, recordFault, recordObserved } from "./sync-state.store.ts";
import type { SyncTree } from "./sync-tree.ts";

export type FailedStep = {
  tree: SyncTree;
  step: ExecutableStep;
  /** System clock. */
  at: Date;
  settleSeconds: number;
  adAccounts: Pick<AdAccounts, "findLinkedAdAccount">;
};

/** The handling of the four fault kinds. True ends the run. */
const steps: Record<FaultKind, (ctx: Context, failed: FailedStep, fault: AdapterFault) => Promise<boolean>> =
  {
    /** The write may still take effect. Until it can no longer, it is neither repeated nor counted as done. */
    async outcome_unknown(ctx, failed) {
      const { step, at, settleSeconds } = failed;
      await markOutcomeUnknown(ctx, step.node, new Date(at.getTime() + settleSeconds * 1_000));
      await scheduleRetry(ctx, failed);
      return true;
    },
    async later(ctx, failed, fault) {
      await recordNotDone(ctx, failed);
      await scheduleRetry(ctx, failed, fault);
      return true;
    },
    /** Nothing was refused: the sync waits for the ad account. If it was linked again meanwhile, the step is retried. */
    async reconnect(ctx, failed) {
      await recordNotDone(ctx, failed);
      const { campaign } = failed.tree.records;
      const account = await failed.adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id);
      if (account?.status === "linked") {
        await scheduleRetry(ctx, failed);
        return true;
      }
      await recordDisconnected(ctx, [campaign.id], failed.at);
      await recordSyncState(ctx, campaign, "disconnected", failed.at);
      return true;
    },
    /**
     * The merchant sees the reason, and the rest of the campaign goes on. A refused stop is shown and retried
     * automatically.
     */
    async rejected(ctx, failed, { reason, messageKey }) {
      await recordNotDone(ctx, failed);
      await recordFault(ctx, failed.step.node, messageKey ?? "campaigns:fault_rejected", reason);
      const isStop = failed.step.do === "stop" || failed.step.do === "remove";
      if (isStop) await scheduleRetry(ctx, failed);
      return isStop;
    },
  };

export function handleFault(ctx: Context, failed: FailedStep, fault: AdapterFault): Promise<boolean> {
  return steps[fault.kind](ctx, failed, fault);
}

/** The write certainly had no effect: the previous observed state is restored, an older unknown outcome included. */
async function recordNotDone(ctx: Context, { step: { do: act, node } }: FailedStep): Promise<void> {
  await recordObserved(ctx, node, {
    ...(act === "create" ? { createIntent: false as const } : {}),
    ...(node.observedStatus ? { status: node.observedStatus } : {}),
    unknownUntil: node.unknownUntil,
  });
}

/** What the platform told about its wait. */
type Wait = Partial<Pick<AdapterFault, "retryAfterSeconds" | "messageKey">>;

/**
 * Schedules the next run in the same transaction and counts the failure. The wait is what the platform imposed, or our
 * own backoff. A change by the merchant during the run has reset the counter, so it does not get a long backoff.
 */
async function scheduleRetry(
  ctx: Context,
  { tree, at }: FailedStep,
  { retryAfterSeconds: imposedSeconds, messageKey }: Wait = {},
): Promise<void> {
  const { campaign } = tree.records;
  const failures = await countFailure(ctx, campaign.id);
  const seconds = imposedSeconds ?? computeBackoffSeconds(failures, Math.random());
  await recordRetry(ctx, campaign.id, {
    at: new Date(at.getTime() + seconds * 1_000),
    isImposed: imposedSeconds !== undefined,
    reasonKey: messageKey ?? null,
  });
  await enqueueSyncLater(ctx, campaign, seconds);
}
