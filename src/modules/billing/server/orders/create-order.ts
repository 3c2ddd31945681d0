import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Language } from "#base/shared/language.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import type { PaymentForm } from "#modules/payments/contract/payment-form.ts";
import type { OrderRequest } from "../../contract/orders.calls.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import { vatBasisPoints } from "../../domain/vat.ts";
import { lockCoupon } from "./coupons.store.ts";
import { type OrdersDeps, repeatMinutes } from "./orders.deps.ts";
import {
  cancelOrdersOfCoupon,
  findOrderOfCheckout,
  findRecentOrder,
  findUnpaidOrder,
  insertOrder,
  lockOrders,
  type Order,
  saveOrder,
} from "./orders.store.ts";
import { payOrder } from "./pay-order.ts";
import { type PricedCart, priceCart } from "./price-cart.ts";

export type CreatedOrder = { orderId: string; form: PaymentForm | null };

/**
 * Buys once for a checkout. A second click, the back button and a lost return find the order by the checkout; another
 * tab with the same goods finds it while it is unpaid, and is refused for some minutes after it was paid. A failed
 * payment is followed by another one of the same order.
 */
export const createOrder = (deps: OrdersDeps) => {
  const pay = payOrder(deps);
  return (
    ctx: ReadContext,
    { request, language }: { request: OrderRequest; language: Language },
  ): Promise<CreatedOrder> =>
    transact(ctx, async (ctx) => {
      await lockOrders(ctx);
      const earlier = await findOrderOfCheckout(ctx, request.checkout_id);
      if (earlier && isBought(earlier)) return { orderId: earlier.id, form: null };
      const cart = await priceCart(ctx, request);
      requireExpectedTotal(cart, request);
      const known = await findSameOrder(ctx, earlier, cart);
      const order = known ?? (await openOrder(deps, ctx, { request, cart }));
      const form = await pay(ctx, { order, payment: request.payment, language });
      return { orderId: order.id, form };
    });
};

const isBought = ({ state }: Order) => state === "delivered" || state === "refunded";

function requireExpectedTotal({ total: { total_halalas } }: PricedCart, request: OrderRequest): void {
  if (total_halalas === request.expected_total_halalas) return;
  const total = formatRiyals(halalas(total_halalas));
  ordersRefusals.refuse("billing.price_changed", { total }, "expected_total_halalas");
}

/** The unpaid order of the same goods. When the goods of a checkout were changed, its earlier order is cancelled. */
async function findSameOrder(ctx: Context, earlier: Order | undefined, { cart_hash }: PricedCart) {
  if (earlier?.cart_hash === cart_hash) return earlier;
  if (earlier) await saveOrder(ctx, { ...earlier, state: "cancelled" });
  return findUnpaidOrder(ctx, cart_hash);
}

async function openOrder(
  { systemClock }: OrdersDeps,
  ctx: Context,
  { request, cart }: { request: OrderRequest; cart: PricedCart },
): Promise<Order> {
  const { lines, coupon, total, cart_hash } = cart;
  const opened_at = systemClock.now();
  if (!request.repeat) await refuseRepetition(ctx, cart_hash, opened_at);
  if (coupon) await takeCoupon(ctx, { couponId: coupon.id, request });
  const { subtotal_halalas, discount_halalas, total_halalas, vat_halalas } = total;
  const id = newId("ord");
  const { checkout_id } = request;
  await recordAudit(ctx, {
    module: "billing",
    action: "billing.order_opened",
    subject: id,
    after: { checkout_id, total_halalas, discount_halalas, coupon: coupon?.code },
  });
  const sums = {
    subtotal_halalas,
    discount_halalas,
    total_halalas,
    vat_halalas,
    vat_basis_points: vatBasisPoints,
  };
  return insertOrder(
    ctx,
    { id, checkout_id, cart_hash, coupon_id: coupon?.id ?? null, ...sums, opened_at },
    lines,
  );
}

async function refuseRepetition(ctx: Context, cartHash: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - repeatMinutes * 60_000);
  const recent = await findRecentOrder(ctx, { cartHash, since });
  if (recent) ordersRefusals.refuseWith("billing.order_repeated", { order_id: recent.id });
}

/**
 * The order holds the coupon from now on: the merchant's other unpaid orders with it are cancelled, and whoever counts
 * its uses waits for this transaction. The count is repeated under the lock.
 */
async function takeCoupon(ctx: Context, { couponId, request }: { couponId: string; request: OrderRequest }) {
  await lockCoupon(ctx, couponId);
  await priceCart(ctx, request);
  await cancelOrdersOfCoupon(ctx, couponId);
}
