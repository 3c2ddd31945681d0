import type { Context } from "#base/server/context.ts";
import { isSoftDecline } from "#modules/payments/contract/declines.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import { unpaidUntil } from "../domain/renewal.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { type Miss, missPayment } from "./miss-payment.ts";
import { type Period, savePeriod } from "./periods.store.ts";
import { findRenewalCard } from "./renewal-card.ts";
import { commitChange } from "./subscription-changes.ts";
import type { Subscription } from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "payments">;
type Missed = { subscription: Subscription; period: Period };

/** Why an intent brought no money, though nobody reported it. What was given back is not charged again by itself. */
export function toMiss(intent: Intent | undefined): Miss {
  if (!intent || intent.status === "refunded") return { failure: "unexplained", is_soft: false };
  // A charge that reached no bank in a day is given up without a decline.
  const failure = intent.failure ?? (intent.status === "expired" ? "bank_unavailable" : "unexplained");
  return { failure, is_soft: isSoftDecline(failure) };
}

/**
 * Records that an intent of an open renewal brought no money, whose subscription the caller has locked. What the merchant
 * tried themself, in the form or with another card, says nothing of the method that renews: its next try stays as it was.
 */
export async function missIntent(
  deps: Deps,
  ctx: Context,
  { subscription, period, intent, miss }: Missed & { intent: Intent | undefined; miss: Miss },
): Promise<void> {
  const isOnSession = intent && !intent.off_session && intent.status !== "refunded";
  if (isOnSession && !(await endsRenewalCard(deps, ctx, { subscription, intent, miss })))
    return keepPlan(ctx, {
      subscription,
      period,
      change: {
        action: "billing.renewal_payment_failed",
        after: { period: period.id, failure: miss.failure },
      },
    });
  return missPayment(ctx, { subscription, period, ...miss });
}

/** Whether the card that renews was declined for good while the merchant paid with it. */
async function endsRenewalCard(
  deps: Deps,
  ctx: Context,
  { subscription, intent, miss }: { subscription: Subscription; intent: Intent; miss: Miss },
): Promise<boolean> {
  if (intent.card_id === null || miss.is_soft || subscription.payment_source !== "card") return false;
  return (await findRenewalCard(deps, ctx, subscription))?.id === intent.card_id;
}

/** The renewal goes on from the method and at the time that stood before the merchant tried to pay it. */
export async function keepPlan(
  ctx: Context,
  { subscription, period, change }: Missed & { change: Parameters<typeof commitChange>[2] },
): Promise<void> {
  const payment_source = subscription.payment_source ?? period.payment_source;
  await savePeriod(ctx, { ...period, payment_source, intent_id: null });
  // Without a failure of its own it was not charged at all yet.
  const plannedAt = period.failure === null ? ctx.now : period.next_attempt_at;
  const next_step_at = plannedAt ?? unpaidUntil(period.starts_at);
  await commitChange(ctx, { ...subscription, next_step_at }, change);
}
