import type { Context } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { minCardHalalas } from "#modules/payments/contract/card-minimum.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import type { PaymentSource } from "../contract/enums.ts";
import { ordersRefusals } from "../contract/orders.refusals.ts";
import { plansRefusals } from "../contract/plans.refusals.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { lockOpenPeriod, type Period, savePeriod } from "./periods.store.ts";
import type { Subscription } from "./subscriptions.store.ts";

export type PaymentDeps = Pick<BillingDeps, "payments" | "wallet" | "invoices" | "messages">;
export type PaymentChoice = { source: PaymentSource; card_id?: string | undefined; save_card: boolean };

/**
 * Begins the payment of an open period by the merchant: from a saved card, or in the gateway's form, whose settings it
 * answers with. Refuses `billing.total_too_small`, `billing.card_expired`, `billing.too_many_open_payments`.
 */
export async function beginPayment(
  { payments }: Pick<PaymentDeps, "payments">,
  ctx: Context,
  { period, choice, language }: { period: Period; choice: PaymentChoice; language: Language },
): Promise<PaymentForm | null> {
  if (period.due_halalas < minCardHalalas) ordersRefusals.refuse("billing.total_too_small");
  const begun = await payments.createIntent(ctx, {
    purpose: "subscription",
    subject: period.id,
    amount_halalas: period.due_halalas,
    save_card: choice.save_card,
    card_id: choice.card_id,
    language,
  });
  if (begun.kind === "card_expired")
    return plansRefusals.refuse("billing.card_expired", {}, "payment.card_id");
  if (begun.kind === "too_many_open")
    return plansRefusals.refuse("billing.too_many_open_payments", { open: begun.open });
  await savePeriod(ctx, {
    ...period,
    payment_source: "card",
    intent_id: begun.intent.id,
    attempts: period.attempts + 1,
  });
  return begun.form;
}

/** Refuses `billing.payment_under_way` while the gateway may still say that this period is paid. */
export async function requireNotUnderWay(
  { payments }: Pick<PaymentDeps, "payments">,
  ctx: Context,
  period: Period,
): Promise<void> {
  if (await isUnderWay({ payments }, ctx, period)) plansRefusals.refuse("billing.payment_under_way");
}

/** Whether the gateway may still say that this period is paid. A form that nobody has paid in yet does not count. */
export async function isUnderWay(
  { payments }: Pick<PaymentDeps, "payments">,
  ctx: Context,
  { intent_id }: Period,
): Promise<boolean> {
  if (intent_id === null) return false;
  const intent = await payments.findIntent(ctx, { purpose: "subscription", intentId: intent_id });
  return intent?.status === "pending" || intent?.status === "paid";
}

/**
 * Gives up the period that waits for its payment, if there is one: what still arrives for it is returned. Refuses
 * `billing.payment_under_way`.
 */
export async function voidUnlessUnderWay(
  deps: Pick<PaymentDeps, "payments">,
  ctx: Context,
  { id }: Subscription,
): Promise<void> {
  const open = await lockOpenPeriod(ctx, id);
  if (!open) return;
  await requireNotUnderWay(deps, ctx, open);
  await savePeriod(ctx, { ...open, state: "void", next_attempt_at: null });
}
