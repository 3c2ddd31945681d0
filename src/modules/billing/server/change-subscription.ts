import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { PaymentSource } from "../contract/enums.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { reviewAt } from "../domain/renewal.ts";
import { transition } from "../domain/subscription.ts";
import { payFromBalance } from "./charge-period.ts";
import {
  beginPayment,
  isUnderWay,
  type PaymentChoice,
  type PaymentDeps,
  requireNotUnderWay,
  voidUnlessUnderWay,
} from "./on-session-payment.ts";
import { payPeriod } from "./pay-period.ts";
import { lockOpenPeriod, savePeriod } from "./periods.store.ts";
import { requireRunning, requireTerms, type Terms } from "./plan-terms.ts";
import { commitChange, expireSubscription } from "./subscription-changes.ts";
import { lockSubscription, type Subscription, saveSubscription } from "./subscriptions.store.ts";

/** Chooses smaller terms for the next period. Refuses `billing.not_a_downgrade`, `billing.subscription_inactive`. */
export const downgrade = (ctx: ReadContext, terms: Terms) =>
  transact(ctx, async (ctx) => {
    const subscription = requireRunning(await lockSubscription(ctx));
    const version = await requireTerms(ctx, subscription, { terms, kind: "downgrade" });
    const { plan_version_id, duration_months } = subscription;
    await commitChange(
      ctx,
      {
        ...subscription,
        next_plan_version_id: version.id,
        next_duration_months: terms.duration_months,
      },
      {
        action: "billing.downgrade_planned",
        before: { plan_version_id, duration_months },
        after: { plan_version_id: version.id, duration_months: terms.duration_months },
      },
    );
  });

/**
 * Ends a paid subscription at its period's end, and one whose renewal is not paid now. Refuses
 * `billing.nothing_to_cancel` (a trial ends by itself), `billing.payment_under_way`.
 */
export const cancel = (deps: PaymentDeps) => (ctx: ReadContext) =>
  transact(ctx, async (ctx) => {
    const subscription = await lockSubscription(ctx);
    if (!subscription || subscription.state === "cancelled" || subscription.state === "trial")
      return plansRefusals.refuse("billing.nothing_to_cancel");
    await voidUnlessUnderWay(deps, ctx, subscription);
    const state = transition(subscription.state, "cancel");
    if (state === null || ctx.now >= subscription.current_ends_at)
      return expireSubscription(ctx, subscription);
    await commitChange(
      ctx,
      { ...subscription, state, next_plan_version_id: null, next_duration_months: null },
      { action: "billing.subscription_cancelled", before: { state: subscription.state }, after: { state } },
    );
  });

/** The account is to be erased: nothing is renewed any more. Refuses `billing.payment_under_way`. */
export const cancelForErasure =
  (deps: PaymentDeps) =>
  async (ctx: Context): Promise<void> => {
    const subscription = await lockSubscription(ctx);
    const isRenewed = subscription?.state === "active" || subscription?.state === "past_due";
    if (isRenewed) await cancel(deps)(ctx);
  };

/** Takes back a cancellation or a planned change. Refuses `billing.nothing_to_resume`. */
export const resume = (ctx: ReadContext) =>
  transact(ctx, async (ctx) => {
    const subscription = await lockSubscription(ctx);
    const isOver = !subscription || ctx.now >= subscription.current_ends_at;
    const state = subscription && (transition(subscription.state, "resume") ?? subscription.state);
    const changes = state !== subscription?.state || subscription?.next_plan_version_id !== null;
    if (isOver || !state || !changes) return plansRefusals.refuse("billing.nothing_to_resume");
    await commitChange(
      ctx,
      { ...subscription, state, next_plan_version_id: null, next_duration_months: null },
      { action: "billing.subscription_resumed", before: { state: subscription.state }, after: { state } },
    );
  });

/** Pays the renewal that is not paid yet. Refuses `billing.nothing_to_pay` and what refuses a payment. */
export const payRenewal =
  (deps: PaymentDeps) =>
  (ctx: ReadContext, { choice, language }: { choice: PaymentChoice; language: Language }) =>
    transact(ctx, async (ctx) => {
      const subscription = await lockSubscription(ctx);
      const period = subscription && (await lockOpenPeriod(ctx, subscription.id));
      if (!subscription || period?.kind !== "renewal") return plansRefusals.refuse("billing.nothing_to_pay");
      await requireNotUnderWay(deps, ctx, period);
      if (choice.source === "balance") {
        await payFromBalance(deps, ctx, period);
        await payPeriod(deps, ctx, {
          subscription,
          period: { ...period, payment_source: "balance" },
          payment_id: null,
        });
        return null;
      }
      await saveSubscription(ctx, { ...subscription, next_step_at: reviewAt(ctx.now) });
      return beginPayment(deps, ctx, { period, choice, language });
    });

/**
 * Sets what renewals are paid from. Refuses `billing.subscription_inactive` without a paid subscription,
 * `billing.card_expired` for a card that is not on file or ended, `billing.card_charged_back` for one whose payment the
 * bank took back.
 */
export const setPaymentMethod =
  ({ payments }: Pick<PaymentDeps, "payments">) =>
  (ctx: ReadContext, { source, card_id }: { source: PaymentSource; card_id: string | null }) =>
    transact(ctx, async (ctx) => {
      const subscription = await lockSubscription(ctx);
      if (!subscription || subscription.state === "trial")
        return plansRefusals.refuse("billing.subscription_inactive");
      const card = card_id === null ? null : await payments.findCard(ctx, card_id);
      if (card === undefined || card?.expiry === "past")
        return plansRefusals.refuse("billing.card_expired", {}, "card_id");
      if (card?.is_charged_back) return plansRefusals.refuse("billing.card_charged_back", {}, "card_id");
      const { payment_source, card_id: before } = subscription;
      const next_step_at =
        (await moveOpenRenewal({ payments }, ctx, subscription, source)) ?? subscription.next_step_at;
      await commitChange(
        ctx,
        {
          ...subscription,
          payment_source: source,
          card_id: source === "card" ? card_id : null,
          next_step_at,
        },
        {
          action: "billing.payment_method_changed",
          before: { payment_source, card_id: before },
          after: { payment_source: source, card_id },
        },
      );
    });

/** A renewal that is not paid is tried again at once from the new method; answers with when. */
async function moveOpenRenewal(
  deps: Pick<PaymentDeps, "payments">,
  ctx: Context,
  { id }: Subscription,
  payment_source: PaymentSource,
): Promise<Date | null> {
  const period = await lockOpenPeriod(ctx, id);
  if (period?.kind !== "renewal") return null;
  const next = { ...period, next_attempt_at: ctx.now };
  if (await isUnderWay(deps, ctx, period)) {
    await savePeriod(ctx, next);
    return null;
  }
  await savePeriod(ctx, { ...next, payment_source, intent_id: null });
  return ctx.now;
}
