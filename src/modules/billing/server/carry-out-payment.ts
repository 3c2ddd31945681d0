import type { Context } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import { isPaidBy, type ReturnDeps, settleReturns } from "./carry-out-return.ts";
import { missIntent } from "./miss-intent.ts";
import type { Miss } from "./miss-payment.ts";
import { payPeriod } from "./pay-period.ts";
import { findPeriod, savePeriod } from "./periods.store.ts";
import { insertReturnedPayment } from "./returned-payments.store.ts";
import { lockSubscription } from "./subscriptions.store.ts";

type Paid = { payment_id: string; intent_id: string; subject: string };

/**
 * A payment of a period came: the period is paid, once. Money that comes for one that is paid already, or that will not be
 * paid any more, goes back to where it came from, which is published once.
 */
export const carryOutPayment =
  (deps: ReturnDeps) =>
  async (ctx: Context, paid: Paid): Promise<void> => {
    const { payments, log } = deps;
    const { payment_id, subject } = paid;
    const [subscription, period] = await together(lockSubscription(ctx), findPeriod(ctx, subject));
    if (period && isPaidBy(period, paid)) {
      if (period.payment_id === null) await savePeriod(ctx, { ...period, payment_id });
      return settle(deps, ctx, paid);
    }
    if (subscription && period?.state === "open" && period.subscription_id === subscription.id) {
      await payPeriod(deps, ctx, { subscription, period, payment_id });
      return settle(deps, ctx, paid);
    }
    const left = (await payments.findPaid(ctx, payment_id))?.refundable_halalas ?? 0;
    if (left === 0) return;
    log.warn({ payment_id, period_id: subject }, "a payment came for a period that needs none");
    const amount_halalas = left;
    await payments.requestRefund(ctx, { payment_id, amount_halalas, subject, reason: "paid_twice" });
    if (await insertReturnedPayment(ctx, { payment_id, period_id: subject, amount_halalas }))
      await ctx.tx.publish({
        name: "billing.period_payment_returned",
        merchant_id: ctx.actor.merchantId,
        period_id: subject,
        amount_halalas,
      });
  };

/** What is known to have gone back already, should it have been reported before the payment. */
async function settle(deps: ReturnDeps, ctx: Context, { payment_id, subject }: Paid): Promise<void> {
  const period = await findPeriod(ctx, subject);
  if (period) await settleReturns(deps, ctx, { period, payment_id, key: `payment:${payment_id}` });
}

/** A charge failed: a renewal is missed; an upgrade waits for another try of the merchant's. */
export const carryOutFailure =
  (deps: Pick<ReturnDeps, "payments">) =>
  async (
    ctx: Context,
    { intent_id, subject, failure, is_soft }: Miss & { intent_id: string; subject: string },
  ): Promise<void> => {
    const subscription = await lockSubscription(ctx);
    const period = await findPeriod(ctx, subject);
    if (!subscription || period?.state !== "open" || period.intent_id !== intent_id) return;
    if (period.kind !== "renewal") return savePeriod(ctx, { ...period, failure, is_soft });
    const intent = await deps.payments.findIntent(ctx, { purpose: "subscription", intentId: intent_id });
    await missIntent(deps, ctx, { subscription, period, intent, miss: { failure, is_soft } });
  };
