import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Duration, PaymentSource } from "../contract/enums.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { type Span, spanFrom } from "../domain/periods.ts";
import { transition } from "../domain/subscription.ts";
import { findPeriodByOrder, insertPeriod, lockOpenPeriod, type Period, savePeriod } from "./periods.store.ts";
import { toPrice } from "./plans.present.ts";
import { findPlanVersion } from "./plans.store.ts";
import {
  insertSubscription,
  lockSubscription,
  type Subscription,
  saveSubscription,
  toCurrent,
} from "./subscriptions.store.ts";

export type StartSubscriptionInput = {
  /** The version that the merchant saw, though a newer one may be offered by now. */
  plan_version_id: string;
  duration_months: Duration;
  order_id: string;
  /** What the order took for the plan, with VAT, after its discount. */
  paid_halalas: number;
  /** What renewals are paid from. A card without an id (Apple Pay, a card that was not saved) is the default card. */
  payment: { source: PaymentSource; card_id: string | null };
  /** The gateway's payment; null for what the balance paid. */
  payment_id: string | null;
};

export type StartedSubscription =
  | { kind: "started"; subscription_id: string; period_id: string; starts_at: Date; ends_at: Date }
  /** A paid subscription runs already: nothing was changed, and what was paid is to be returned. */
  | { kind: "already_subscribed" };

/** Whether a plan can be bought: without a subscription, in a trial, or while a renewal is not paid. */
export const canStart = (subscription: Subscription | undefined): boolean =>
  !subscription || transition(subscription.state, "purchase") !== null;

/**
 * Starts a paid subscription in the transaction in which its order is delivered: its first period begins now and is
 * paid. A trial ends with it. The order's id is the key: repeated, it answers with the same period. Refuses
 * `billing.plan_not_offered` for a version that does not exist.
 */
export async function startSubscription(
  ctx: Context,
  input: StartSubscriptionInput,
): Promise<StartedSubscription> {
  const known = await findPeriodByOrder(ctx, input.order_id);
  if (known) return toStarted(known);
  const living = await lockSubscription(ctx);
  const again = await findPeriodByOrder(ctx, input.order_id);
  if (again) return toStarted(again);
  if (!canStart(living)) return { kind: "already_subscribed" };
  const version = await findPlanVersion(ctx.tx, input.plan_version_id);
  if (!version) return plansRefusals.refuse("billing.plan_not_offered", {}, "plan_version_id");
  const span = spanFrom(ctx.now, 0, input.duration_months);
  if (living) await voidOpenPeriod(ctx, living);
  const subscription = living ?? (await beginSubscription(ctx, input, span));
  const price = toPrice(version, input.duration_months);
  const period = await insertPeriod(ctx, {
    ...span,
    id: newId("per"),
    subscription_id: subscription.id,
    kind: "first",
    plan_version_id: version.id,
    duration_months: input.duration_months,
    price_halalas: price,
    credit_halalas: 0,
    discount_halalas: price - input.paid_halalas,
    state: "paid",
    payment_source: input.payment.source,
    order_id: input.order_id,
    intent_id: null,
    next_attempt_at: null,
    paid_at: ctx.now,
    payment_id: input.payment_id,
  });
  await saveStarted(ctx, subscription, { period, payment: input.payment });
  return toStarted(period);
}

/** The renewal that waited for its money will not be paid any more; what still arrives for it is returned. */
async function voidOpenPeriod(ctx: Context, { id }: Subscription): Promise<void> {
  const open = await lockOpenPeriod(ctx, id);
  if (open) await savePeriod(ctx, { ...open, state: "void", next_attempt_at: null });
}

async function beginSubscription(
  ctx: Context,
  { plan_version_id, duration_months, payment }: StartSubscriptionInput,
  span: Span,
): Promise<Subscription> {
  return insertSubscription(ctx, {
    id: newId("sub"),
    state: "active",
    plan_version_id,
    duration_months,
    payment_source: payment.source,
    anchor_at: span.starts_at,
    current_starts_at: span.starts_at,
    current_ends_at: span.ends_at,
    next_step_at: span.ends_at,
  });
}

async function saveStarted(
  ctx: Context,
  subscription: Subscription,
  { period, payment }: { period: Period; payment: StartSubscriptionInput["payment"] },
): Promise<void> {
  const { id, state: before } = subscription;
  await saveSubscription(ctx, {
    ...subscription,
    ...toCurrent(period),
    state: "active",
    anchor_at: period.starts_at,
    months_elapsed: period.duration_months,
    payment_source: payment.source,
    card_id: payment.card_id,
  });
  const { plan_version_id, duration_months, order_id } = period;
  await recordAudit(ctx, {
    module: "billing",
    action: "billing.subscription_started",
    subject: id,
    before: { state: before },
    after: { plan_version_id, duration_months, order_id },
  });
  const { merchantId: merchant_id } = ctx.actor;
  await ctx.tx.publish({
    name: "billing.subscription_changed",
    merchant_id,
    subscription_id: id,
    state: "active",
  });
}

const toStarted = ({ id, subscription_id, starts_at, ends_at }: Period): StartedSubscription => ({
  kind: "started",
  subscription_id,
  period_id: id,
  starts_at,
  ends_at,
});
