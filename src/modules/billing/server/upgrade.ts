import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Language } from "#base/shared/language.ts";
import { halalas } from "#base/shared/money.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import { type Span, spanFrom } from "../domain/periods.ts";
import { creditMoment } from "../domain/plan-change.ts";
import { splitAt } from "../domain/proration.ts";
import { payFromBalance } from "./charge-period.ts";
import {
  beginPayment,
  type PaymentChoice,
  type PaymentDeps,
  voidUnlessUnderWay,
} from "./on-session-payment.ts";
import { payPeriod } from "./pay-period.ts";
import { findPeriod, insertPeriod } from "./periods.store.ts";
import { type Running, requireRunning, requireTerms, type Terms } from "./plan-terms.ts";
import { type PlanVersion, toPrice } from "./plans.present.ts";
import { findSubscription, lockSubscription } from "./subscriptions.store.ts";

type Quote = { price_halalas: number; credit_halalas: number; due_halalas: number } & Span;

/** What an upgrade costs now. Refuses as the upgrade does. */
export async function previewUpgrade(
  ctx: ReadContext,
  terms: Terms,
): Promise<Quote & { previewed_at: Date }> {
  const running = requireRunning(await findSubscription(ctx));
  const version = await requireTerms(ctx, running, { terms, kind: "upgrade" });
  return { ...(await quote(ctx, running, { terms, version, at: ctx.now })), previewed_at: ctx.now };
}

export type UpgradeInput = Terms & { payment: PaymentChoice; previewed_at?: string | undefined };

/**
 * Moves to a larger plan: its period begins when it is paid, and what is unused of the current one is credited to the
 * halala. From the balance that is now; from a card when the gateway says so. Until then nothing changes. Refuses
 * `billing.not_an_upgrade`, `billing.payment_under_way` and what refuses a payment.
 */
export const upgrade =
  (deps: PaymentDeps) =>
  (ctx: ReadContext, { input, language }: { input: UpgradeInput; language: Language }) =>
    transact(ctx, async (ctx) => {
      const subscription = requireRunning(await lockSubscription(ctx));
      const version = await requireTerms(ctx, subscription, { terms: input, kind: "upgrade" });
      await voidUnlessUnderWay(deps, ctx, subscription);
      const at = creditMoment(input.previewed_at ? new Date(input.previewed_at) : null, {
        now: ctx.now,
        startsAt: subscription.current_starts_at,
      });
      const quoted = await quote(ctx, subscription, { terms: input, version, at });
      const period = await insertUpgrade(ctx, subscription, { ...input, quoted });
      if (input.payment.source === "card")
        return beginPayment(deps, ctx, { period, choice: input.payment, language });
      await payFromBalance(deps, ctx, period);
      await payPeriod(deps, ctx, { subscription, period, payment_id: null });
      return null;
    });

/** Refuses `billing.not_an_upgrade` for terms that cost no more than what is credited. */
async function quote(
  ctx: ReadContext,
  running: Running,
  { terms, version, at }: { terms: Terms; version: PlanVersion; at: Date },
): Promise<Quote> {
  const current = await findPeriod(ctx, running.current_period_id);
  // What a discount took off was not paid, and what went back is paid no more: neither is credited.
  const value = current
    ? Math.max(0, current.price_halalas - current.discount_halalas - current.returned_halalas)
    : 0;
  const span = { starts_at: running.current_starts_at, ends_at: running.current_ends_at };
  const credit = splitAt(halalas(value), span, at).unused;
  const price = toPrice(version, terms.duration_months);
  if (price <= credit) return plansRefusals.refuse("billing.not_an_upgrade", {}, "plan_version_id");
  return {
    price_halalas: price,
    credit_halalas: credit,
    due_halalas: price - credit,
    ...spanFrom(ctx.now, 0, terms.duration_months),
  };
}

function insertUpgrade(
  ctx: Context,
  { id }: Running,
  { quoted, payment, plan_version_id, duration_months }: UpgradeInput & { quoted: Quote },
) {
  const { price_halalas, credit_halalas, starts_at, ends_at } = quoted;
  return insertPeriod(ctx, {
    id: newId("per"),
    subscription_id: id,
    kind: "upgrade",
    plan_version_id,
    duration_months,
    starts_at,
    ends_at,
    price_halalas,
    credit_halalas,
    discount_halalas: 0,
    state: "open",
    payment_source: payment.source,
    order_id: null,
    intent_id: null,
    next_attempt_at: null,
    paid_at: null,
    payment_id: null,
  });
}
