import type { World } from "../../base/world.ts";
import type { OrderMove, ShopOrder } from "../../economy/ports.ts";
import type { Counter } from "../shared/counter.ts";
import { couponUsed, totalAfter } from "../shared/coupons.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderSlug, Source, Store } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** From where an order may be moved, where to, and what Salla tells about it. */
const moves: Record<OrderMove, { from: OrderSlug[]; to: OrderSlug; events: string[] }> = {
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

/** Where people buy in Salla's stores. */
export function sallaCounter(deps: Deps): Counter<Store, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "salla",
    world,
    shelves: records,
    front: "storefront",
    totalOf: totalAfter,
    orderOf: (bought, ask) => ({
      ...bought,
      coupon: couponUsed(world, "salla", bought, ask),
      status: ask.paymentMethod === "bank" ? "payment_pending" : "under_review",
      source: sourceOf(deps, ask, bought.id),
    }),
    tellPlaced: (store, order) => deliveries.aboutOrder(store, order, ["order.created"]),
    move: (order, move, at) => moveOrder(deps, order.id, moves[move], at),
  };
}

function sourceOf({ world, records }: Deps, ask: ShopOrder, orderId: string): Source {
  const visit = ask.visitId ? records.visits.get(ask.visitId) : undefined;
  const utm = visit?.utm ?? {};
  const luck = world.random("salla/source", orderId);
  return {
    type: Object.keys(utm).length > 0 ? "ads" : "direct",
    device: luck.chance(0.9) ? "mobile" : "desktop",
    utm,
    ip: `188.${luck.whole(48, 55)}.${luck.whole(0, 255)}.${luck.whole(1, 254)}`,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  };
}

/** Moves an order by our own words or by a merchant's status change; tells the subscribers. */
export function moveOrder(
  { records, deliveries }: Deps,
  orderId: string,
  move: { from: OrderSlug[]; to: OrderSlug; events: string[] },
  at: Date,
): { moved: boolean; told: Promise<void> } {
  const order = records.orders.get(orderId);
  const store = order && records.stores.get(order.storeId);
  if (!order || !store || !move.from.includes(order.status)) return { moved: false, told: Promise.resolve() };
  order.status = move.to;
  order.updatedAt = at.toISOString();
  if (move.events.includes("order.refunded")) order.refundedHalalas = totalAfter(order);
  records.orders.put(order);
  return {
    moved: true,
    told: deliveries.aboutOrder(store, { ...order }, [
      "order.status.updated",
      "order.updated",
      ...move.events,
    ]),
  };
}

/** Gives back a part of what was paid; the order's status stays. */
export function refundPart(
  { records, deliveries }: Deps,
  order: Order,
  halalas: number,
  at: Date,
): Promise<void> {
  const store = records.stores.get(order.storeId);
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, totalAfter(order));
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  return store
    ? deliveries.aboutOrder(store, { ...order }, ["order.updated", "order.refunded"])
    : Promise.resolve();
}
