import type { Db } from "#base/server/db/db.ts";
import { reviewChanges } from "#base/server/review-changes.ts";
import { reviewable } from "#modules/payments/server/reviewable.facade.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { carryOutPayment } from "./carry-out-payment.ts";
import { carryOutReturn, toChargeback, toRefund } from "./carry-out-return.ts";
import { loadReviewedUntil, saveReviewedUntil } from "./reviews.store.ts";

type Deps = Pick<BillingDeps, "payments" | "invoices" | "messages" | "systemClock" | "log">;
const purpose = "subscription";

/** Carries out payments of periods, and what went back of them, that an event did not. */
export const reviewPeriods = (deps: Deps) => {
  const review = reviewChanges({ ...deps, store: { loadReviewedUntil, saveReviewedUntil } });
  const pay = carryOutPayment(deps);
  const giveBack = carryOutReturn(deps);
  const { payments, chargebacks } = reviewable(deps.payments, [purpose]);
  return async (db: Db, { now }: { now: Date }): Promise<void> => {
    await review(
      db,
      {
        ...payments,
        name: "period-payments",
        async carryOut(ctx, payment) {
          // One that went back as a whole before anybody knew of it never paid.
          if (payment.refunded_halalas < payment.amount_halalas) await pay(ctx, payment);
          if (payment.refunded_halalas > 0) await giveBack(ctx, toRefund(payment));
        },
      },
      { now },
    );
    await review(
      db,
      {
        ...chargebacks,
        name: "period-chargebacks",
        carryOut: (ctx, chargeback) => giveBack(ctx, toChargeback(chargeback, { isWon: chargeback.is_won })),
      },
      { now },
    );
  };
};
