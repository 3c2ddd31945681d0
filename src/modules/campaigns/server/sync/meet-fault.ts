import { sql, type Tx } from "#base/server/db/db.ts";
import type { AdapterFault, FaultKind } from "#base/shared/adapter-fault.ts";
import type { AdAccounts } from "../deps.ts";
import { askForSyncLater } from "../wishes.ts";
import type { Act } from "./carry-out.ts";
import { noteSync } from "./note-sync.ts";
import { noteDoubt, noteFault, noteOutcome } from "./standing.store.ts";
import type { Tree } from "./tree.ts";

export type Met = {
  tree: Tree;
  step: Act;
  now: Date;
  settleSeconds: number;
  adAccounts: Pick<AdAccounts, "linkedAdAccount">;
};

const longestBackoffSeconds = 600;

/** A fault's four next steps. True ends the run. */
const steps: Record<FaultKind, (tx: Tx, met: Met, fault: AdapterFault) => Promise<boolean>> = {
  /** It may still land: until then it is neither repeated nor believed. */
  async outcome_unknown(tx, met) {
    const { step, now, settleSeconds } = met;
    await noteDoubt(tx, step.node, new Date(now.getTime() + settleSeconds * 1_000));
    await wait(tx, met, null);
    return true;
  },
  async later(tx, met, { retryAfterSeconds }) {
    await noteNotDone(tx, met);
    await wait(tx, met, retryAfterSeconds ?? null);
    return true;
  },
  /** Nothing was refused: it waits for the ad account. One that was linked again meanwhile is simply asked once more. */
  async reconnect(tx, met) {
    await noteNotDone(tx, met);
    const { campaign } = met.tree.family;
    const { merchant_id, ad_account_id } = campaign;
    const account = await met.adAccounts.linkedAdAccount(tx, merchant_id, ad_account_id);
    if (account?.status === "linked") {
      await wait(tx, met, null);
      return true;
    }
    await tx.run(sql`
      update campaigns.campaigns set connection_lost_at = coalesce(connection_lost_at, ${met.now})
      where id = ${campaign.id}`);
    await noteSync(tx, campaign, "disconnected", met.now);
    return true;
  },
  /** The merchant is told why, and the rest of the campaign goes on. A refused stop is shown and tried again by itself. */
  async rejected(tx, met, { reason, messageKey }) {
    await noteNotDone(tx, met);
    await noteFault(tx, met.step.node, messageKey ?? "campaigns:fault_rejected", reason);
    const isStop = met.step.do === "stop" || met.step.do === "remove";
    if (isStop) await wait(tx, met, null);
    return isStop;
  },
};

export function meetFault(tx: Tx, met: Met, fault: AdapterFault): Promise<boolean> {
  return steps[fault.kind](tx, met, fault);
}

/** Surely nothing was done: what stood before stands, an older doubt included. */
async function noteNotDone(tx: Tx, { step: { do: act, node } }: Met): Promise<void> {
  await noteOutcome(tx, node, {
    ...(act === "create" ? { creating: false as const } : {}),
    ...(node.confirmedStatus ? { status: node.confirmedStatus } : {}),
    doubtUntil: node.doubtUntil,
  });
}

/**
 * Waits as long as the platform ordered, or by our own growing steps, and counts the failure; the run that follows is
 * asked for in the same transaction. A wish made during the run has set the count back: it does not inherit a long wait.
 */
async function wait(tx: Tx, { tree, now }: Met, ordered: number | null): Promise<void> {
  const { campaign } = tree.family;
  const { id } = campaign;
  const { failures } = await tx.one<{ failures: number }>(sql`
    update campaigns.campaigns set failures = failures + 1 where id = ${id} returning failures`);
  const seconds = ordered ?? backoffSeconds(failures);
  await tx.run(sql`
    update campaigns.campaigns
    set retry_at = ${new Date(now.getTime() + seconds * 1_000)}, retry_ordered = ${ordered !== null}
    where id = ${id}`);
  await askForSyncLater(tx, campaign, seconds);
}

/** 2, 4, 8 … seconds with jitter, at most ten minutes. */
function backoffSeconds(failures: number): number {
  return Math.min(longestBackoffSeconds, 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2);
}
