import type { Db } from "#base/server/db/db.ts";
import { reviewChanges } from "#base/server/review-changes.ts";
import { reviewable } from "#modules/payments/server/reviewable.facade.ts";
import { loadReviewedUntil, saveReviewedUntil } from "../reviews.store.ts";
import { applyOrderPayment } from "./apply-payment.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { expireUnpaidOrders } from "./orders.store.ts";
import { recordChargeback, recordChargebackWon, recordGatewayRefund } from "./outside-refunds.ts";
import { finishRefund } from "./refund-order.ts";

/**
 * Carries out the payments of orders that the subscription could not, such as when an event was given up, and what went
 * back of them: refunds that ended, refunds of the gateway's own, chargebacks.
 */
export const reviewOrders = (deps: OrdersDeps) => {
  const review = reviewChanges({ ...deps, store: { loadReviewedUntil, saveReviewedUntil } });
  const apply = applyOrderPayment(deps);
  const { payments, refunds, chargebacks } = reviewable(deps.payments, [purpose]);
  return async (db: Db, { now }: { now: Date }): Promise<void> => {
    await review(
      db,
      {
        ...payments,
        name: "order-payments",
        async carryOut(ctx, payment) {
          await apply(ctx, payment);
          const { payment_id, refunded_halalas, requested_halalas } = payment;
          const outside_halalas = refunded_halalas - requested_halalas;
          if (outside_halalas > 0) await recordGatewayRefund(deps, ctx, { payment_id, outside_halalas });
        },
      },
      { now },
    );
    await review(
      db,
      {
        ...refunds,
        name: "order-refunds",
        carryOut: (ctx, { subject, result }) => finishRefund(deps, ctx, { refundId: subject, result }),
      },
      { now },
    );
    await review(
      db,
      {
        ...chargebacks,
        name: "order-chargebacks",
        carryOut: (ctx, chargeback) =>
          (chargeback.is_won ? recordChargebackWon : recordChargeback)(deps, ctx, chargeback),
      },
      { now },
    );
  };
};

const batchSize = 500;

/** Ends orders that nobody paid; a payment that still comes delivers them. At most 10,000 in a run. */
export async function expireOrders(db: Db, { before }: { before: Date }): Promise<void> {
  for (let batches = 0; batches < 20; batches += 1)
    if ((await expireUnpaidOrders(db, { before, size: batchSize })) < batchSize) return;
}
