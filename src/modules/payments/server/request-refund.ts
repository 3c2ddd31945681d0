import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import { paymentsRefusals } from "../contract/payments.refusals.ts";
import { findPaid } from "./list-refundable.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { sendRefundJob } from "./payments.jobs.ts";
import { findRefundOfSubject, insertRefund } from "./refunds.store.ts";

export type RefundInput = {
  /** The gateway's id of a paid payment. */
  payment_id: string;
  amount_halalas: number;
  /** The requester's own reference: requested again with it, the payment is refunded once. */
  subject: string;
  /** For the audit log and the gateway's own list. */
  reason: string;
};

/**
 * Requests that a part of a payment goes back to whom it came from; a job sends it. Ends with the event
 * `payments.refund_finished`. Refuses more than the payment has left, and what is not the merchant's.
 */
export const requestRefund =
  ({ systemClock }: Pick<PaymentsDeps, "systemClock">) =>
  async (ctx: Context, input: RefundInput): Promise<{ refund_id: string }> => {
    const { payment_id, amount_halalas, subject, reason } = input;
    await lockPaymentIntent(ctx, payment_id);
    const payment = await findPaid(ctx, payment_id);
    if (!payment) return baseRefusals.refuse("base.not_found");
    const { gateway, intent_id, refundable_halalas: left } = payment;
    const known = await findRefundOfSubject(ctx, { gateway, paymentId: payment_id, subject });
    if (known) return { refund_id: known.id };
    if (amount_halalas > left)
      return paymentsRefusals.refuse(
        "payments.refund_too_large",
        { left: formatRiyals(halalas(left)) },
        "amount_halalas",
      );
    const refund = { id: newId("rfd"), intent_id, gateway, payment_id, amount_halalas, subject, reason };
    await insertRefund(ctx, { ...refund, requested_at: systemClock.now() });
    await ctx.tx.enqueue(sendRefundJob, { refund_id: refund.id }, { key: refund.id });
    await recordAudit(ctx, {
      module: "payments",
      action: "payments.refund_requested",
      subject: refund.id,
      after: { intent_id, payment_id, amount_halalas, reason },
    });
    return { refund_id: refund.id };
  };

/** Two requests at once see each other's amount. */
async function lockPaymentIntent({ tx, actor: { merchantId } }: Context, paymentId: string): Promise<void> {
  await tx.run(sql`
    select 1 from payments.intents where merchant_id = ${merchantId} and id in (
      select intent_id from payments.attempts where id = ${paymentId} and merchant_id = ${merchantId}) for update`);
}
