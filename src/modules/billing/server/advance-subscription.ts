import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { nextPeriod, reviewAt, unpaidUntil } from "../domain/renewal.ts";
import { nextTrialStepAt, trialStep } from "../domain/trial.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { chargePeriod } from "./charge-period.ts";
import { missIntent, toMiss } from "./miss-intent.ts";
import { payPeriod } from "./pay-period.ts";
import { insertPeriod, lockOpenPeriod, type Period, savePeriod } from "./periods.store.ts";
import { toPrice } from "./plans.present.ts";
import { findPlanVersion } from "./plans.store.ts";
import { expireSubscription } from "./subscription-changes.ts";
import { lockSubscription, type Subscription, saveSubscription } from "./subscriptions.store.ts";
import { publishTrialEnding } from "./trial-notices.ts";

type Deps = Pick<BillingDeps, "payments" | "wallet" | "merchants" | "invoices" | "messages">;
type Step = (ctx: Context, subscription: Subscription) => Promise<void>;

/**
 * Does what a merchant's subscription is due for by itself, if anything: a trial's notice or end, a renewal, another try, the
 * end of what was cancelled or not paid. Two processes at once take turns, and the second finds nothing due. `now` is
 * business time.
 */
export const advanceSubscription = (deps: Deps) => {
  const steps = makeSteps(deps);
  return (db: Db, { merchantId, now }: { merchantId: string; now: Date }): Promise<void> =>
    db.transaction(async (tx) => {
      const ctx = systemTxContext(tx, merchantId, now);
      const subscription = await lockSubscription(ctx);
      if (!subscription?.next_step_at || subscription.next_step_at > now) return;
      await steps[subscription.state](ctx, subscription);
    });
};

function makeSteps(deps: Deps): Record<Subscription["state"], Step> {
  const advancePaid = advancePaidSubscription(deps);
  return {
    trial: advanceTrial,
    active: advancePaid,
    past_due: advancePaid,
    cancelled: expireWithPeriod,
    expired: async () => {},
  };
}

async function advanceTrial(ctx: Context, subscription: Subscription): Promise<void> {
  const start = subscription.current_starts_at;
  const step = trialStep({ start, lastNotice: subscription.trial_notice_day }, ctx.now);
  if (step.kind === "end") return expireSubscription(ctx, subscription);
  const next = { ...subscription, next_step_at: nextTrialStepAt(start, ctx.now) };
  if (step.kind === "none") return saveSubscription(ctx, next);
  await saveSubscription(ctx, { ...next, trial_notice_day: step.day });
  await publishTrialEnding(ctx, { subscription, day: step.day });
}

/** The open period will not be paid any more, and the subscription ends. */
async function expireWithPeriod(ctx: Context, subscription: Subscription): Promise<void> {
  const open = await lockOpenPeriod(ctx, subscription.id);
  if (open) await savePeriod(ctx, { ...open, state: "void", next_attempt_at: null });
  await expireSubscription(ctx, subscription);
}

const advancePaidSubscription =
  (deps: Deps): Step =>
  async (ctx, subscription) => {
    const charge = chargePeriod(deps);
    const open = await lockOpenPeriod(ctx, subscription.id);
    if (open?.kind === "renewal") return advanceRenewal(deps, ctx, { subscription, period: open });
    // An upgrade that was not paid before its period ended.
    if (open) await savePeriod(ctx, { ...open, state: "void", next_attempt_at: null });
    await charge(ctx, await beginRenewal(ctx, subscription));
  };

/** The next period, with the plan that was chosen for it. Its price is that of the version that was sold. */
async function beginRenewal(ctx: Context, subscription: Subscription) {
  const { next_plan_version_id, next_duration_months } = subscription;
  const versionId = next_plan_version_id ?? subscription.plan_version_id;
  const duration = next_duration_months ?? subscription.duration_months;
  const version = await findPlanVersion(ctx.tx, versionId);
  if (!version || duration === null) throw new Error(`${subscription.id} has no plan to renew`);
  const price = toPrice(version, duration);
  const period = await insertPeriod(ctx, {
    ...nextPeriod(subscription, { duration, now: ctx.now }),
    id: newId("per"),
    subscription_id: subscription.id,
    kind: "renewal",
    plan_version_id: version.id,
    duration_months: duration,
    price_halalas: price,
    credit_halalas: 0,
    discount_halalas: 0,
    state: "open",
    payment_source: subscription.payment_source ?? "card",
    order_id: null,
    intent_id: null,
    next_attempt_at: null,
    paid_at: null,
    payment_id: null,
  });
  return { subscription, period };
}

/** A renewal that is not paid yet: its charge is looked at, tried again, or given up. */
async function advanceRenewal(
  deps: Deps,
  ctx: Context,
  { subscription, period }: { subscription: Subscription; period: Period },
): Promise<void> {
  if (period.intent_id !== null) {
    const intent = await deps.payments.findIntent(ctx, {
      purpose: "subscription",
      intentId: period.intent_id,
    });
    if (intent?.status === "waiting" || intent?.status === "pending")
      return saveSubscription(ctx, { ...subscription, next_step_at: reviewAt(ctx.now) });
    if (intent?.status === "paid") return payPeriod(deps, ctx, { subscription, period, payment_id: null });
    return missIntent(deps, ctx, { subscription, period, intent, miss: toMiss(intent) });
  }
  if (ctx.now >= unpaidUntil(period.starts_at)) return expireWithPeriod(ctx, subscription);
  const isDue = period.next_attempt_at !== null && period.next_attempt_at <= ctx.now;
  if (isDue || period.failure === null) return chargePeriod(deps)(ctx, { subscription, period });
  const next_step_at = period.next_attempt_at ?? unpaidUntil(period.starts_at);
  await saveSubscription(ctx, { ...subscription, next_step_at });
}
