import type { World } from "../../base/world.ts";
import type { OrderMove, ShopOrder } from "../../economy/ports.ts";
import type { Counter } from "../shared/counter.ts";
import { couponUsed, totalAfter } from "../shared/coupons.ts";
import type { OrderRecord } from "../shared/model.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, Shop } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** Paid by hand, at the door or by transfer: pending until the merchant marks it as paid. */
const paidLater: ShopOrder["paymentMethod"][] = ["cod", "bank"];

/** Where people buy in Shopify's shops. */
export function shopifyCounter(deps: Deps): Counter<Shop, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "shopify",
    world,
    shelves: records,
    front: "shopify-storefront",
    totalOf: totalAfter,
    orderOf: (bought, ask) => newOrder(deps, bought, ask),
    tellPlaced: (shop, order) =>
      deliveries.aboutOrder(shop, order, order.paidAt ? ["orders/create", "orders/paid"] : ["orders/create"]),
    move: (order, move, at) => moveOrder(deps, order.id, move, at),
  };
}

function newOrder({ world, records }: Deps, bought: OrderRecord, ask: ShopOrder): Order {
  const visit = ask.visitId ? records.visits.get(ask.visitId) : undefined;
  return {
    ...bought,
    coupon: couponUsed(world, "shopify", bought, ask),
    paidAt: paidLater.includes(ask.paymentMethod) ? null : bought.at,
    sentAt: null,
    deliveredAt: null,
    isRefused: false,
    cancelledAt: null,
    visit: visit ? { id: visit.id, at: visit.at, utm: visit.utm } : null,
  };
}

/** What each move does to an order; the topics it is told by beside `orders/updated`, or null when it is not possible. */
const moves: Record<OrderMove, (order: Order, at: string) => string[] | null> = {
  confirmed(order, at) {
    if (order.cancelledAt) return null;
    if (order.paymentMethod !== "bank" || order.paidAt) return [];
    order.paidAt = at;
    return ["orders/paid"];
  },
  shipped(order, at) {
    if (order.cancelledAt || order.sentAt) return null;
    order.sentAt = at;
    return ["orders/fulfilled"];
  },
  delivered(order, at) {
    if (order.cancelledAt || !order.sentAt || order.deliveredAt) return null;
    order.deliveredAt = at;
    if (order.paidAt) return [];
    order.paidAt = at;
    return ["orders/paid"];
  },
  refused(order, at) {
    if (order.cancelledAt || !order.sentAt || order.deliveredAt) return null;
    order.isRefused = true;
    order.cancelledAt = at;
    return giveBackPaid(order);
  },
  cancelled(order, at) {
    if (order.cancelledAt || order.sentAt) return null;
    order.cancelledAt = at;
    return giveBackPaid(order);
  },
  refunded(order) {
    if (order.cancelledAt || !order.deliveredAt || order.refundedHalalas > 0) return null;
    order.refundedHalalas = totalAfter(order);
    return ["refunds/create"];
  },
};

/** A cancelled order that was paid is given back with it. */
function giveBackPaid(order: Order): string[] {
  if (!order.paidAt) return ["orders/cancelled"];
  order.refundedHalalas = totalAfter(order);
  return ["orders/cancelled", "refunds/create"];
}

function moveOrder(deps: Deps, orderId: string, move: OrderMove, at: Date) {
  const order = deps.records.orders.get(orderId);
  const topics = order ? moves[move](order, at.toISOString()) : null;
  if (!order || !topics) return { moved: false, told: Promise.resolve() };
  const isChange = topics.length > 0 || move === "delivered";
  return { moved: true, told: isChange ? saveChanged(deps, order, topics, at) : Promise.resolve() };
}

/** Gives back a part of what was paid; never more than is left. */
export function refundPart(deps: Deps, order: Order, halalas: number, at: Date): Promise<void> {
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, totalAfter(order));
  return saveChanged(deps, order, ["refunds/create"], at);
}

/** The topics of one change leave together, so they may arrive in any order. */
function saveChanged({ records, deliveries }: Deps, order: Order, topics: string[], at: Date): Promise<void> {
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  const shop = records.stores.get(order.storeId);
  return shop ? deliveries.aboutOrder(shop, { ...order }, ["orders/updated", ...topics]) : Promise.resolve();
}
