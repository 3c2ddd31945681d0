import type { Context } from "#base/server/context.ts";
import { findPaidMethod } from "../invoices/find-paid-method.ts";
import { countCouponUses, findCouponById } from "./coupons.store.ts";
import { deliverOrder } from "./deliver-order.ts";
import { invoiceOrder } from "./invoice-order.ts";
import { findOrderOfIntent, findOrderPayment, insertOrderPayment } from "./order-payments.store.ts";
import { type OrdersDeps, purpose } from "./orders.deps.ts";
import { findOrder, lockOrders, type Order, saveOrder } from "./orders.store.ts";

export type PaidIntent = {
  payment_id: string;
  intent_id: string;
  amount_halalas: number;
  /** What has gone back of the payment already. */
  refunded_halalas: number;
};

/**
 * Carries out a payment of an order, once by the gateway's id, however often and in whatever order it is reported: the
 * first one buys, also when the order has expired meanwhile. A second one, one of an order that another took the place
 * of, one whose plan cannot start any more, and one of a first purchase that is not the first go back by themselves.
 */
export const applyOrderPayment = (deps: OrdersDeps) => {
  const deliver = deliverOrder(deps);
  return async (ctx: Context, payment: PaidIntent): Promise<void> => {
    await lockOrders(ctx);
    if (await findOrderPayment(ctx, payment.payment_id)) return;
    const orderId = await findOrderOfIntent(ctx, payment.intent_id);
    const order = orderId ? await findOrder(ctx, orderId) : undefined;
    if (!order) {
      const { payment_id, intent_id } = payment;
      deps.log.error({ alarm: "payment_without_order", payment_id, intent_id }, "a payment has no order");
      return;
    }
    if (mayBuy(order, payment) && (await buy(deps, deliver, ctx, { order, payment }))) return;
    await returnPayment(deps, ctx, order, payment);
  };
};

const unpaid: readonly Order["state"][] = ["open", "failed", "expired"];
const mayBuy = ({ state, total_halalas }: Order, { amount_halalas, refunded_halalas }: PaidIntent) =>
  unpaid.includes(state) && amount_halalas === total_halalas && refunded_halalas === 0;

type Deliver = ReturnType<typeof deliverOrder>;

async function buy(
  deps: OrdersDeps,
  deliver: Deliver,
  ctx: Context,
  { order, payment }: { order: Order; payment: PaidIntent },
): Promise<boolean> {
  const { payment_id, intent_id: intentId, amount_halalas } = payment;
  const intent = await deps.payments.findIntent(ctx, { purpose, intentId });
  const card_id = intent?.card_id ?? null;
  const method = card_id === null ? "form" : "card";
  const keepsPrice = await mayKeepPrice(ctx, order);
  if (keepsPrice && (await deliver(ctx, { order, method, payment_id, card_id })) === "delivered") {
    await insertOrderPayment(ctx, { payment_id, order_id: order.id, amount_halalas, result: "bought" });
    await invoiceOrder(deps, ctx, order, await findPaidMethod(deps, ctx, payment_id));
    return true;
  }
  await saveOrder(ctx, { ...order, state: "cancelled" });
  return false;
}

/** Whether the order's price still stands: a first purchase's coupon does not count after another order was bought. */
async function mayKeepPrice(ctx: Context, { coupon_id }: Order): Promise<boolean> {
  const coupon = coupon_id === null ? undefined : await findCouponById(ctx.tx, coupon_id);
  if (!coupon?.is_first_purchase_only) return true;
  return !(await countCouponUses(ctx, coupon.id)).has_bought;
}

async function returnPayment(
  { payments, log }: OrdersDeps,
  ctx: Context,
  { id: order_id }: Order,
  { payment_id, amount_halalas, refunded_halalas }: PaidIntent,
): Promise<void> {
  await insertOrderPayment(ctx, { payment_id, order_id, amount_halalas, result: "returned" });
  const left = amount_halalas - refunded_halalas;
  if (left <= 0) return;
  log.warn({ order_id, payment_id }, "a payment of an order goes back: it is not needed");
  await payments.requestRefund(ctx, {
    payment_id,
    amount_halalas: left,
    subject: toReturnSubject(payment_id),
    reason: "the order was paid before, or had ended",
  });
  await ctx.tx.publish({
    name: "billing.order_payment_returned",
    merchant_id: ctx.actor.merchantId,
    order_id,
    amount_halalas: left,
  });
}

/** The refund of a payment that is not needed; refunds that staff decide have ids of their own. */
export const toReturnSubject = (paymentId: string) => `returned:${paymentId}`;
