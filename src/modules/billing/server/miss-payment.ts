import type { Context } from "#base/server/context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PeriodFailure } from "../contract/enums.ts";
import { nextRetryAt, unpaidUntil } from "../domain/renewal.ts";
import { transition } from "../domain/subscription.ts";
import { type Period, savePeriod } from "./periods.store.ts";
import { commitChange } from "./subscription-changes.ts";
import type { Subscription } from "./subscriptions.store.ts";

export type Miss = { failure: PeriodFailure; is_soft: boolean };

/**
 * Records that a renewal was not paid, whose subscription the caller has locked: paid tools close. A soft decline is
 * tried again on days 1, 3 and 5 after it was due, a hard one never; the merchant may pay it until day 7.
 */
export async function missPayment(
  ctx: Context,
  { subscription, period, failure, is_soft }: { subscription: Subscription; period: Period } & Miss,
): Promise<void> {
  const nextAttemptAt = is_soft ? nextRetryAt(period.starts_at, ctx.now) : null;
  await savePeriod(ctx, { ...period, intent_id: null, failure, is_soft, next_attempt_at: nextAttemptAt });
  await commitChange(
    ctx,
    {
      ...subscription,
      state: transition(subscription.state, "miss_payment") ?? subscription.state,
      next_step_at: nextAttemptAt ?? unpaidUntil(period.starts_at),
    },
    {
      action: "billing.renewal_failed",
      before: { state: subscription.state },
      after: { period: period.id, failure, is_soft },
    },
  );
  await ctx.tx.publish({
    name: "billing.renewal_failed",
    merchant_id: ctx.actor.merchantId,
    subscription_id: subscription.id,
    failure,
    is_soft,
    next_try_on: nextAttemptAt && toRiyadhDay(nextAttemptAt),
  });
}
