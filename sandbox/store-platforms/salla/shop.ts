import type { World } from "../../base/world.ts";
import type { OrderTransition, ShopOrder } from "../../economy/ports.ts";
import { computeDiscountedTotal, pickCoupon } from "../shared/coupons.ts";
import type { ShopBackend } from "../shared/shop-backend.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderSlug, Source, Store } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** The allowed transitions of an order, and the events Salla sends for each. */
const transitions: Record<OrderTransition, { from: OrderSlug[]; to: OrderSlug; events: string[] }> = {
  confirmed: { from: ["payment_pending", "under_review"], to: "in_progress", events: [] },
  shipped: { from: ["in_progress"], to: "delivering", events: [] },
  delivered: { from: ["delivering", "shipped"], to: "delivered", events: [] },
  refused: { from: ["delivering", "shipped"], to: "restored", events: [] },
  cancelled: {
    from: ["payment_pending", "under_review", "in_progress"],
    to: "canceled",
    events: ["order.cancelled"],
  },
  refunded: { from: ["delivered", "completed"], to: "restored", events: ["order.refunded"] },
};

/** Salla's stores as the economy sees them. */
export function makeSallaBackend(deps: Deps): ShopBackend<Store, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "salla",
    world,
    shopTables: records,
    storefrontName: "storefront",
    computeTotal: computeDiscountedTotal,
    createOrder: (record, shopOrder) => ({
      ...record,
      coupon: pickCoupon({ world, vendor: "salla", tables: records }, record, shopOrder),
      status: shopOrder.paymentMethod === "bank" ? "payment_pending" : "under_review",
      source: pickSource(deps, shopOrder, record.id),
    }),
    notifyPlaced: (store, order) => deliveries.sendOrderEvents(store, order, ["order.created"]),
    transition: (order, transition, at) => transitionOrder(deps, order.id, transitions[transition], at),
  };
}

function pickSource({ world, records }: Deps, shopOrder: ShopOrder, orderId: string): Source {
  const visit = shopOrder.visitId ? records.visits.get(shopOrder.visitId) : undefined;
  const utm = visit?.utm ?? {};
  const sourceRandom = world.random("salla/source", orderId);
  return {
    type: Object.keys(utm).length > 0 ? "ads" : "direct",
    device: sourceRandom.chance(0.9) ? "mobile" : "desktop",
    utm,
    ip: `188.${sourceRandom.whole(48, 55)}.${sourceRandom.whole(0, 255)}.${sourceRandom.whole(1, 254)}`,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  };
}

/** Applies a transition, from the economy or from a merchant's status change; notifies the subscribers. */
export function transitionOrder(
  { records, deliveries }: Deps,
  orderId: string,
  transition: { from: OrderSlug[]; to: OrderSlug; events: string[] },
  at: Date,
): { applied: boolean; webhooksSent: Promise<void> } {
  const order = records.orders.get(orderId);
  const store = order && records.stores.get(order.storeId);
  if (!order || !store || !transition.from.includes(order.status))
    return { applied: false, webhooksSent: Promise.resolve() };
  order.status = transition.to;
  order.updatedAt = at.toISOString();
  if (transition.events.includes("order.refunded")) order.refundedHalalas = computeDiscountedTotal(order);
  records.orders.put(order);
  return {
    applied: true,
    webhooksSent: deliveries.sendOrderEvents(store, { ...order }, [
      "order.status.updated",
      "order.updated",
      ...transition.events,
    ]),
  };
}

/** Refunds a part of what was paid; the order's status stays. */
export function refundPart(
  { records, deliveries }: Deps,
  order: Order,
  halalas: number,
  at: Date,
): Promise<void> {
  const store = records.stores.get(order.storeId);
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, computeDiscountedTotal(order));
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  return store
    ? deliveries.sendOrderEvents(store, { ...order }, ["order.updated", "order.refunded"])
    : Promise.resolve();
}
