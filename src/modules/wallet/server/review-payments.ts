import type { Clock } from "#base/server/clock.ts";
import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { PaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { applyPayment } from "./apply-payment.ts";
import { loadReviewedUntil, saveReviewedUntil } from "./credited-payments.store.ts";
import { isMoneyStopped } from "./ledger.ts";

type Deps = { payments: Pick<PaymentsFacade, "listPaidPayments">; systemClock: Clock; log: Log };
type Payment = Awaited<ReturnType<PaymentsFacade["listPaidPayments"]>>[number];

const minuteMs = 60_000;
/** Events are younger than this when they are delivered: the review leaves them to the subscription. */
const graceMs = minuteMs;
/** A payment may be recorded later than its time says. */
const overlapMs = 10 * minuteMs;
const batchSize = 500;

/**
 * Carries out what the subscription could not: while money writes were stopped, or an event that was given up. Goes on
 * from the last review; a payment that fails is alarmed and reviewed again. `now` is business time.
 */
export const reviewPayments =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    const until = new Date(deps.systemClock.now().getTime() - graceMs);
    const reviewed = await loadReviewedUntil(db);
    const failed: Payment[] = [];
    for await (const payment of listPayments(deps, db, reviewed, until)) {
      if (!(await review(deps, db, payment, now))) failed.push(payment);
    }
    const [first] = failed;
    if (until > reviewed) await saveReviewedUntil(db, first?.changed_at ?? until);
  };

async function* listPayments({ payments }: Deps, db: Db, reviewed: Date, until: Date) {
  let after = { changedAt: new Date(Math.max(0, reviewed.getTime() - overlapMs)), paymentId: "" };
  for (;;) {
    const page = await payments.listPaidPayments(db, {
      purpose: "wallet_deposit",
      after,
      until,
      size: batchSize,
    });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < batchSize) return;
    after = { changedAt: last.changed_at, paymentId: last.payment_id };
  }
}

async function review({ log }: Deps, db: Db, payment: Payment, now: Date): Promise<boolean> {
  const { merchant_id, payment_id, intent_id, amount_halalas, refunded_halalas, changed_at } = payment;
  try {
    await db.transaction((tx) =>
      applyPayment(systemTxContext(tx, merchant_id, now), {
        payment_id,
        deposit_id: intent_id,
        amount_halalas,
        refunded_halalas,
        reported_at: changed_at,
      }),
    );
    return true;
  } catch (error) {
    log.error({ err: error, alarm: "payment_not_credited", payment_id }, "a payment could not be credited");
    return false;
  }
}
