import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { reviewChanges } from "#base/server/review-changes.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { reviewable } from "#modules/payments/server/reviewable.facade.ts";
import { recordChargeback } from "./apply-chargeback.ts";
import { applyPayment } from "./apply-payment.ts";
import { finishRefund } from "./finish-refund.ts";
import { isMoneyStopped } from "./ledger.ts";
import { loadReviewedUntil, saveReviewedUntil } from "./reviews.store.ts";

type Deps = {
  payments: Pick<PaymentsFacade, "listPaidPayments" | "listFinishedRefunds" | "listChargebacks">;
  systemClock: Clock;
  log: Log;
};

const purposes = ["wallet_deposit", "top_up"] as const;

/**
 * Carries out what the subscriptions could not, while money writes were stopped or because an event was given up: payments
 * of deposits, and what went back of them by withdrawals and chargebacks.
 */
export const reviewPayments = (deps: Deps) => {
  const review = reviewChanges({ ...deps, store: { loadReviewedUntil, saveReviewedUntil } });
  const { payments, refunds, chargebacks } = reviewable(deps.payments, purposes);
  return async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    await review(
      db,
      {
        ...payments,
        name: "payments",
        carryOut: (ctx, { intent_id: deposit_id, changed_at: reported_at, ...payment }) =>
          applyPayment(ctx, { ...payment, deposit_id, reported_at }),
      },
      { now },
    );
    await review(
      db,
      {
        ...refunds,
        name: "refunds",
        carryOut: (ctx, { refund_id: refundId, result, failure }) =>
          finishRefund(ctx, { refundId, result, failure }),
      },
      { now },
    );
    await review(
      db,
      {
        ...chargebacks,
        name: "chargebacks",
        carryOut: (ctx, { chargeback_id: id, intent_id: deposit_id, payment_id, amount_halalas, is_won }) =>
          recordChargeback(ctx, { id, payment_id, deposit_id, amount_halalas }, { isWon: is_won }),
      },
      { now },
    );
  };
};
