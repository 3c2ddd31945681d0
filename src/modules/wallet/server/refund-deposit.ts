import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { halalas } from "#base/shared/money.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { requireFree } from "./holds.ts";
import { lockWallet } from "./ledger.ts";
import { isForWallet } from "./plan-withdrawal.ts";
import { storeWithdrawal } from "./request-withdrawal.ts";
import { settleReceivables } from "./settle-receivables.ts";

export type RefundDepositInput = { payment_id: string; amount_halalas: number; reason: string };

/**
 * Gives back all or a part of a deposit to the card that paid it, as staff decide: a withdrawal whose only part is that
 * payment. Its money is held from here on, so that two of them at once never take more than the balance or the payment
 * has left. Refuses `base.not_found`, `wallet.balance_not_enough`, `payments.refund_too_large`.
 */
export const refundDeposit =
  ({ payments }: { payments: Pick<PaymentsFacade, "findPaid" | "requestRefund"> }) =>
  async (ctx: Context, { payment_id, amount_halalas, reason }: RefundDepositInput): Promise<void> => {
    await lockWallet(ctx);
    await settleReceivables(ctx);
    const amount = halalas(amount_halalas);
    const payment = await payments.findPaid(ctx, payment_id);
    if (!payment || !isForWallet(payment.purpose)) return baseRefusals.refuse("base.not_found");
    await requireFree(ctx, amount, "amount_halalas");
    await storeWithdrawal({ payments }, ctx, {
      amount,
      plan: { cards: [{ ...payment, amount }], toBank: halalas(0), bankAccount: null },
      byStaff: { reason },
    });
  };
