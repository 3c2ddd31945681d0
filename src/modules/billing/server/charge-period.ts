import type { Context } from "#base/server/context.ts";
import { together } from "#base/server/db/db.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { reviewAt } from "../domain/renewal.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { type Miss, missPayment } from "./miss-payment.ts";
import { payPeriod } from "./pay-period.ts";
import { type Period, savePeriod } from "./periods.store.ts";
import { findPlanVersion } from "./plans.store.ts";
import { findRenewalCard } from "./renewal-card.ts";
import { type Subscription, saveSubscription } from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "payments" | "wallet" | "merchants" | "invoices" | "messages">;
type Charge = { subscription: Subscription; period: Period };

/**
 * Charges an open renewal once, without the merchant: from the available balance at once, or from a saved card by a job
 * of the payments. The intent is stored with the period in this transaction, before anything is sent, so that no crash
 * charges twice.
 */
export const chargePeriod =
  (deps: Deps) =>
  async (ctx: Context, charge: Charge): Promise<void> => {
    const { period } = charge;
    if (period.due_halalas === 0 || period.payment_source === "balance")
      return chargeBalance(deps, ctx, charge);
    const miss = await chargeCard(deps, ctx, charge);
    if (miss) await missPayment(ctx, { ...charge, ...miss });
  };

async function chargeBalance(deps: Deps, ctx: Context, charge: Charge): Promise<void> {
  const period = { ...charge.period, attempts: charge.period.attempts + 1 };
  try {
    await payFromBalance(deps, ctx, period);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "wallet.balance_not_enough") throw error;
    return missPayment(ctx, { ...charge, period, failure: "balance", is_soft: true });
  }
  await payPeriod(deps, ctx, { ...charge, period, payment_id: null });
}

/** Takes what a period costs from the available balance, once for the period. Refuses `wallet.balance_not_enough`. */
export async function payFromBalance({ wallet }: Pick<Deps, "wallet">, ctx: Context, period: Period) {
  if (period.due_halalas === 0) return;
  const version = await findPlanVersion(ctx.tx, period.plan_version_id);
  await wallet.charge(ctx, {
    key: `period:${period.id}`,
    purpose: "subscription",
    reference: period.id,
    amount_halalas: period.due_halalas,
    ...(version ? { title: { ar: version.name_ar, en: version.name_en } } : {}),
  });
}

/** Begins the charge of a card; answers with why it could not even begin. */
async function chargeCard(
  { payments, merchants }: Deps,
  ctx: Context,
  { subscription, period }: Charge,
): Promise<Miss | null> {
  const card = await findRenewalCard({ payments }, ctx, subscription);
  if (!card) return { failure: "no_card", is_soft: false };
  const begun = await payments.createIntent(ctx, {
    purpose: "subscription",
    subject: period.id,
    amount_halalas: period.due_halalas,
    save_card: false,
    card_id: card.id,
    off_session: true,
    language: await merchants.loadLanguage(ctx),
  });
  if (begun.kind === "card_expired") return { failure: "expired_card", is_soft: false };
  const reviewed = saveSubscription(ctx, { ...subscription, next_step_at: reviewAt(ctx.now) });
  // Never of a charge without the cardholder; if it were, the next step tries again.
  if (begun.kind === "too_many_open") return reviewed.then(() => null);
  const attempts = period.attempts + 1;
  await together(
    reviewed,
    savePeriod(ctx, { ...period, intent_id: begun.intent.id, attempts, next_attempt_at: null }),
  );
  return null;
}
