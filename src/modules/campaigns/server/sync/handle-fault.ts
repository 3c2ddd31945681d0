import { sql, type Tx } from "#base/server/db/db.ts";
import type { AdapterFault, FaultKind } from "#base/shared/adapter-fault.ts";
import type { AdAccounts } from "../deps.ts";
import { enqueueSyncLater } from "../sync-jobs.ts";
import type { ExecutableStep } from "./execute-step.ts";
import { recordSyncState } from "./record-sync-state.ts";
import { markOutcomeUnknown, recordFault, recordObserved } from "./sync-state.store.ts";
import type { SyncTree } from "./sync-tree.ts";

export type FaultContext = {
  tree: SyncTree;
  step: ExecutableStep;
  now: Date;
  settleSeconds: number;
  adAccounts: Pick<AdAccounts, "linkedAdAccount">;
};

const longestBackoffSeconds = 600;

/** The handling of the four fault kinds. True ends the run. */
const steps: Record<FaultKind, (tx: Tx, context: FaultContext, fault: AdapterFault) => Promise<boolean>> = {
  /** The write may still take effect. Until it can no longer, it is neither repeated nor counted as done. */
  async outcome_unknown(tx, context) {
    const { step, now, settleSeconds } = context;
    await markOutcomeUnknown(tx, step.node, new Date(now.getTime() + settleSeconds * 1_000));
    await scheduleRetry(tx, context, null);
    return true;
  },
  async later(tx, context, { retryAfterSeconds }) {
    await recordNotDone(tx, context);
    await scheduleRetry(tx, context, retryAfterSeconds ?? null);
    return true;
  },
  /** Nothing was refused: the sync waits for the ad account. If it was linked again meanwhile, the step is retried. */
  async reconnect(tx, context) {
    await recordNotDone(tx, context);
    const { campaign } = context.tree.records;
    const { merchant_id, ad_account_id } = campaign;
    const account = await context.adAccounts.linkedAdAccount(tx, merchant_id, ad_account_id);
    if (account?.status === "linked") {
      await scheduleRetry(tx, context, null);
      return true;
    }
    await tx.run(sql`
      update campaigns.campaigns set connection_lost_at = coalesce(connection_lost_at, ${context.now})
      where id = ${campaign.id}`);
    await recordSyncState(tx, campaign, "disconnected", context.now);
    return true;
  },
  /**
   * The merchant sees the reason, and the rest of the campaign goes on. A refused stop is shown and retried
   * automatically.
   */
  async rejected(tx, context, { reason, messageKey }) {
    await recordNotDone(tx, context);
    await recordFault(tx, context.step.node, messageKey ?? "campaigns:fault_rejected", reason);
    const isStop = context.step.do === "stop" || context.step.do === "remove";
    if (isStop) await scheduleRetry(tx, context, null);
    return isStop;
  },
};

export function handleFault(tx: Tx, context: FaultContext, fault: AdapterFault): Promise<boolean> {
  return steps[fault.kind](tx, context, fault);
}

/** The write certainly had no effect: the previous observed state is restored, an older unknown outcome included. */
async function recordNotDone(tx: Tx, { step: { do: act, node } }: FaultContext): Promise<void> {
  await recordObserved(tx, node, {
    ...(act === "create" ? { createIntent: false as const } : {}),
    ...(node.observedStatus ? { status: node.observedStatus } : {}),
    unknownUntil: node.unknownUntil,
  });
}

/**
 * Schedules the next run in the same transaction and counts the failure. The wait is what the platform imposed, or our
 * own backoff. A change by the merchant during the run has reset the counter, so it does not get a long backoff.
 */
async function scheduleRetry(
  tx: Tx,
  { tree, now }: FaultContext,
  imposedSeconds: number | null,
): Promise<void> {
  const { campaign } = tree.records;
  const { id } = campaign;
  const { failures } = await tx.one<{ failures: number }>(sql`
    update campaigns.campaigns set failures = failures + 1 where id = ${id} returning failures`);
  const seconds = imposedSeconds ?? backoffSeconds(failures);
  await tx.run(sql`
    update campaigns.campaigns
    set retry_at = ${new Date(now.getTime() + seconds * 1_000)}, retry_imposed = ${imposedSeconds !== null}
    where id = ${id}`);
  await enqueueSyncLater(tx, campaign, seconds);
}

/** 2, 4, 8 … seconds with jitter, at most ten minutes. */
function backoffSeconds(failures: number): number {
  return Math.min(longestBackoffSeconds, 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2);
}
