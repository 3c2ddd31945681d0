import type { Context } from "#base/server/context.ts";
import { computeDue, type PaymentFacts } from "../domain/deposit.ts";
import { creditDeposit } from "./credit-deposit.ts";
import { insertCredited, loadCarried, saveRefunded } from "./credited-payments.store.ts";
import { debitRefund } from "./debit-refund.ts";
import { lockWallet } from "./ledger.ts";
import { completeTopUp } from "./top-up-results.ts";

export type DepositPayment = PaymentFacts & {
  payment_id: string;
  deposit_id: string;
  /** System clock. */
  reported_at: Date;
};

/**
 * Brings the ledger in line with a payment of a deposit: credits it once, and debits each growth of what the gateway gave
 * back by itself. Withdrawals and chargebacks have entries of their own. Safe to repeat, in any order: the ledger's keys are made from the payment, and what was done is recorded with it.
 */
export async function applyPayment(ctx: Context, payment: DepositPayment): Promise<void> {
  const { payment_id: paymentId, deposit_id: depositId, reported_at } = payment;
  await lockWallet(ctx);
  const due = computeDue(await loadCarried(ctx, paymentId), payment);
  if (due.credit > 0) {
    const settled = await creditDeposit(ctx, { depositId, paymentId, amount: due.credit });
    await insertCredited(ctx, {
      payment_id: paymentId,
      deposit_id: depositId,
      amount_halalas: due.credit,
      owed_settled_halalas: settled,
      credited_at: reported_at,
    });
    await completeTopUp(ctx, { intentId: depositId });
  }
  if (due.debit > 0) {
    await debitRefund(ctx, { depositId, paymentId, amount: due.debit, total: due.refunded });
    await saveRefunded(ctx, { paymentId, refunded: due.refunded });
  }
}
