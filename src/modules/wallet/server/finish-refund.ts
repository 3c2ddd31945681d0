import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { endWithdrawalPart, lockWithdrawal } from "./end-part.ts";
import { isMoneyStopped, lockWallet } from "./ledger.ts";
import { findRefundedPart, listRefundedParts, saveRefundResult } from "./withdrawals.store.ts";

const batchSize = 100;
type RefundEnd = { refundId: string; result: "done" | "refused"; failure: string | null };

/**
 * A refund that a withdrawal requested is over: recorded at once, and its part ends in the ledger, now or, while money
 * writes are stopped, by the review. The same end again changes nothing.
 */
export async function finishRefund(ctx: Context, end: RefundEnd): Promise<void> {
  await saveRefundResult(ctx, end);
  if (!(await isMoneyStopped(ctx))) await applyRefundResult(ctx, end);
}

async function applyRefundResult(ctx: Context, { refundId }: Pick<RefundEnd, "refundId">): Promise<void> {
  await lockWallet(ctx);
  const part = await findRefundedPart(ctx, refundId);
  if (!part) return;
  const open = await lockWithdrawal(ctx, part.withdrawal_id);
  const failure = part.failure ? { failure: part.failure } : {};
  await endWithdrawalPart(ctx, open, part.number, { result: part.result, ...failure });
}

/** Carries out what came while money writes were stopped. One that fails is alarmed and tried again. */
export const reviewWithdrawals =
  ({ log }: { log: Log }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    for (const { refund_id, merchant_id } of await listRefundedParts(db, batchSize)) {
      try {
        await db.transaction((tx) =>
          applyRefundResult(systemTxContext(tx, merchant_id, now), { refundId: refund_id }),
        );
      } catch (error) {
        log.error({ err: error, alarm: "withdrawal_not_ended", refund_id }, "a withdrawal's refund failed");
      }
    }
  };
