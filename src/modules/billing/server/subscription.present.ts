import type { ReadContext } from "#base/server/context.ts";
import type { Answer } from "#base/shared/contract.ts";
import type { Language } from "#base/shared/language.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import { countedFeatures } from "../contract/enums.ts";
import type { SubscriptionCalls } from "../contract/subscription.calls.ts";
import { unpaidUntil } from "../domain/renewal.ts";
import { isOpenAt } from "../domain/subscription.ts";
import { dayOfTrial, trialDays, trialDaysLeft } from "../domain/trial.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { listNotices } from "./notices.ts";
import { findOpenPeriod, type Period } from "./periods.store.ts";
import { type PlanVersion, presentPlan, toPrice } from "./plans.present.ts";
import { findPlanVersion } from "./plans.store.ts";
import { sumReturnedSince } from "./returned-payments.store.ts";
import { mayHaveTrial } from "./start-trial.ts";
import { findLastSubscription, type Subscription } from "./subscriptions.store.ts";
import { loadTrialUsage } from "./trial-usage.ts";
import { isUnpaidForm } from "./unpaid-form.ts";

type View = Answer<SubscriptionCalls["GET Clients/Billing/subscription"]>;
type Shown = NonNullable<View["subscription"]>;
type Deps = Pick<BillingDeps, "payments" | "messages" | "merchants" | "stores">;

/** For how long it is said that a payment goes back: banks take up to two weeks to show it. */
const returnedShownMs = 14 * 86_400_000;

/** The subscription as its page shows it. */
export const presentSubscription =
  (deps: Deps) =>
  async (ctx: ReadContext, language: Language): Promise<View> => {
    const subscription = await findLastSubscription(ctx);
    const returned_halalas = await sumReturnedSince(ctx, new Date(ctx.now.getTime() - returnedShownMs));
    const shown = subscription ? await present(deps, ctx, { subscription, language }) : null;
    return {
      subscription: shown,
      can_start_trial: !subscription && (await mayHaveTrial(deps, ctx)),
      notices: shown ? listNotices(deps.messages, { ...shown, returned_halalas }, language) : [],
      as_of: ctx.now.toISOString(),
    };
  };

async function present(
  deps: Deps,
  ctx: ReadContext,
  { subscription, language }: { subscription: Subscription; language: Language },
): Promise<Shown> {
  const version = await requireVersion(ctx, subscription.plan_version_id);
  const { next_plan_version_id: nextId, next_duration_months: nextDuration } = subscription;
  const nextVersion = nextId === null ? null : await requireVersion(ctx, nextId);
  const open = await findOpenPeriod(ctx, subscription.id);
  const intent = open && (await findPeriodIntent(deps, ctx, open));
  const { id, state, duration_months, payment_source, card_id } = subscription;
  return {
    id,
    state,
    is_open: isOpenAt(subscription, ctx.now),
    plan: presentPlan(version),
    duration_months,
    payment_source,
    card_id,
    current_starts_at: subscription.current_starts_at.toISOString(),
    current_ends_at: subscription.current_ends_at.toISOString(),
    ended_by: subscription.ended_by,
    next: presentNext(subscription, { version: nextVersion ?? version, open, intent }),
    planned_change: nextVersion && nextDuration ? presentChange(nextVersion, nextDuration) : null,
    open_period: open ? presentOpen(deps, { open, intent, language }) : null,
    trial: state === "trial" ? await presentTrial(ctx, subscription) : null,
  };
}

async function requireVersion({ db }: ReadContext, id: string): Promise<PlanVersion> {
  const version = await findPlanVersion(db, id);
  if (!version) throw new Error(`there is no version ${id} of a plan`);
  return version;
}

const presentChange = (version: PlanVersion, duration_months: Parameters<typeof toPrice>[1]) => ({
  plan_version_id: version.id,
  plan_name: { ar: version.name_ar, en: version.name_en },
  duration_months,
  price_halalas: toPrice(version, duration_months),
});

/** What happens next by itself. A renewal says its amount, and so does another try. */
function presentNext(
  subscription: Subscription,
  { version, open, intent }: { version: PlanVersion; open: Period | undefined; intent: Intent | undefined },
): Shown["next"] {
  const { state, current_ends_at } = subscription;
  const at = current_ends_at.toISOString();
  if (state === "expired") return null;
  if (state === "trial") return { kind: "trial_ends", at, amount_halalas: null };
  if (state === "cancelled") return { kind: "ends", at, amount_halalas: null };
  if (open?.kind === "renewal") return presentRenewal(open, intent);
  const duration = subscription.next_duration_months ?? subscription.duration_months ?? 1;
  return { kind: "renews", at, amount_halalas: toPrice(version, duration) };
}

function presentRenewal(
  { due_halalas, intent_id, next_attempt_at, starts_at }: Period,
  intent: Intent | undefined,
): Shown["next"] {
  if (isUnpaidForm(intent))
    return {
      kind: "awaits_payment",
      at: unpaidUntil(starts_at).toISOString(),
      amount_halalas: due_halalas,
    };
  if (intent_id !== null)
    return { kind: "charging", at: starts_at.toISOString(), amount_halalas: due_halalas };
  if (next_attempt_at)
    return { kind: "retries", at: next_attempt_at.toISOString(), amount_halalas: due_halalas };
  return { kind: "expires", at: unpaidUntil(starts_at).toISOString(), amount_halalas: null };
}

async function findPeriodIntent(
  { payments }: Deps,
  ctx: ReadContext,
  { intent_id: intentId }: Period,
): Promise<Intent | undefined> {
  return intentId === null ? undefined : payments.findIntent(ctx, { purpose: "subscription", intentId });
}

type Open = { open: Period; intent: Intent | undefined; language: Language };

function presentOpen({ payments }: Deps, { open, intent, language }: Open): Shown["open_period"] {
  const { id, kind, due_halalas, starts_at, failure } = open;
  return {
    id,
    kind,
    due_halalas,
    due_since: starts_at.toISOString(),
    pay_until: kind === "renewal" ? unpaidUntil(starts_at).toISOString() : null,
    failure,
    payment: intent ? presentPayment(payments, intent, language) : null,
    has_unpaid_form: isUnpaidForm(intent),
  };
}

/** A payment that the merchant makes now. */
export const presentPayment = (
  payments: Pick<Deps["payments"], "describeFailure">,
  intent: Intent,
  language: Language,
) => ({
  intent_id: intent.id,
  status: intent.status,
  amount_halalas: intent.amount_halalas,
  failure_message: payments.describeFailure(intent, language),
  action_url: intent.action_url,
});

async function presentTrial(ctx: ReadContext, subscription: Subscription): Promise<Shown["trial"]> {
  const { current_starts_at, current_ends_at } = subscription;
  const used = await loadTrialUsage(ctx, current_starts_at);
  return {
    day: dayOfTrial(current_starts_at, ctx.now),
    days: trialDays,
    days_left: trialDaysLeft(current_ends_at, ctx.now),
    used: countedFeatures.flatMap((feature) => {
      const units = used[feature];
      return units ? [{ feature, units }] : [];
    }),
  };
}
