import type { Context } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { minCardHalalas } from "#modules/payments/contract/card-minimum.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import type { Intent } from "#modules/payments/server/payments.facade.ts";
import type { OrderRequest } from "../../contract/orders.calls.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { plansRefusals } from "../../contract/plans.refusals.ts";
import { deliverOrder } from "./deliver-order.ts";
import { invoiceOrder } from "./invoice-order.ts";
import { toOrderTitle } from "./order-titles.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { listLines, type Order, saveOrderIntent } from "./orders.store.ts";

type Payment = OrderRequest["payment"];
type Input = { order: Order; payment: Payment; language: Language };

/**
 * Pays an unpaid order. The balance, and a coupon that takes all of the price, deliver it at once; a card delivers it
 * when the gateway reports the payment. A payment that is under way by the same card or form is continued instead of
 * beginning another. Returns the settings of the gateway's form when that pays. The caller holds the orders' lock.
 */
export const payOrder = (deps: OrdersDeps) => {
  const deliver = deliverOrder(deps);
  return async (ctx: Context, input: Input): Promise<PaymentForm | null> => {
    const { order, payment } = input;
    if (order.total_halalas > 0 && payment.method !== "balance") return payByGateway(deps, ctx, input);
    const method = order.total_halalas === 0 ? "free" : "balance";
    const result = await deliver(ctx, { order, method, payment_id: null, card_id: null });
    if (result === "already_subscribed") return plansRefusals.refuse("billing.already_subscribed");
    if (method === "balance") await chargeBalance(deps, ctx, order);
    await invoiceOrder(deps, ctx, order, "balance");
    return null;
  };
};

/** Comes after the delivery, whose locks are taken first everywhere; when it refuses, nothing was delivered. */
async function chargeBalance({ wallet, messages }: OrdersDeps, ctx: Context, { id, total_halalas }: Order) {
  await wallet.charge(ctx, {
    key: id,
    purpose,
    reference: id,
    amount_halalas: total_halalas,
    title: toOrderTitle(messages, await listLines(ctx, id)),
  });
}

async function payByGateway(deps: OrdersDeps, ctx: Context, input: Input): Promise<PaymentForm | null> {
  const { order, payment, language } = input;
  requireGatewayCan(order, payment);
  const current = order.intent_id ? await findCurrent(deps, ctx, order.intent_id) : undefined;
  // Paid, and the event that delivers the order is on its way.
  if (current?.status === "paid") return null;
  if (current && isSamePayment(current, payment)) {
    if (payment.method === "card") return null;
    const form = await deps.payments.reopenForm(ctx, { purpose, intentId: current.id, language });
    if (form) return form;
  }
  return beginIntent(deps, ctx, input);
}

const findCurrent = ({ payments }: OrdersDeps, ctx: Context, intentId: string) =>
  payments.findIntent(ctx, { purpose, intentId });

function requireGatewayCan({ total_halalas }: Order, { method, card_id }: Payment): void {
  if (total_halalas < minCardHalalas) ordersRefusals.refuse("billing.total_too_small", {}, "payment.method");
  if (method === "card" && !card_id) ordersRefusals.refuse("billing.card_required", {}, "payment.card_id");
}

/** A saved card is charged once for an intent; the form may be used again after a declined payment. */
function isSamePayment(intent: Intent, { method, card_id, save_card }: Payment): boolean {
  if (method === "card") return intent.card_id === card_id && intent.status === "pending";
  return intent.card_id === null && intent.save_card === save_card && intent.status !== "expired";
}

async function beginIntent(
  { payments }: OrdersDeps,
  ctx: Context,
  { order, payment, language }: Input,
): Promise<PaymentForm | null> {
  const { method, card_id, save_card } = payment;
  const begun = await payments.createIntent(ctx, {
    purpose,
    subject: order.id,
    amount_halalas: order.total_halalas,
    save_card: method === "form" && save_card,
    card_id: method === "card" ? card_id : undefined,
    language,
  });
  if (begun.kind === "card_expired")
    return ordersRefusals.refuse("billing.card_expired", {}, "payment.card_id");
  if (begun.kind === "too_many_open")
    return ordersRefusals.refuse("billing.too_many_open_payments", { open: begun.open });
  const payment_method = method === "card" ? "card" : "form";
  await saveOrderIntent(ctx, { id: order.id, intent_id: begun.intent.id, payment_method });
  return begun.form;
}
