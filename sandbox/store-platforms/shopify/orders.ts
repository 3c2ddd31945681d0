import type { World } from "../../base/world.ts";
import type { OrderTransition, ShopOrder } from "../../economy/ports.ts";
import { computeDiscountedTotal, pickCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ReturnedItem } from "../shared/model.ts";
import type { ShopBackend } from "../shared/shop-backend.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, Shop } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** Manual payment, on delivery or by transfer: pending until the merchant marks it as paid. */
const paidLater: ShopOrder["paymentMethod"][] = ["cod", "bank"];

/** Shopify's shops as the economy sees them. */
export function makeShopifyBackend(deps: Deps): ShopBackend<Shop, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "shopify",
    world,
    shopTables: records,
    storefrontName: "shopify-storefront",
    computeTotal: computeDiscountedTotal,
    createOrder: (record, shopOrder) => newOrder(deps, record, shopOrder),
    notifyPlaced: (shop, order) =>
      deliveries.sendOrderEvents(
        shop,
        order,
        order.paidAt ? ["orders/create", "orders/paid"] : ["orders/create"],
      ),
    transition: (order, transition, at) => transitionOrder(deps, order.id, transition, at),
  };
}

function newOrder({ world, records }: Deps, record: OrderRecord, shopOrder: ShopOrder): Order {
  const visit = shopOrder.visitId ? records.visits.get(shopOrder.visitId) : undefined;
  return {
    ...record,
    coupon: pickCoupon({ world, vendor: "shopify", tables: records }, record, shopOrder),
    paidAt: paidLater.includes(shopOrder.paymentMethod) ? null : record.at,
    sentAt: null,
    deliveredAt: null,
    isRefused: false,
    cancelledAt: null,
    visit: visit ? { id: visit.id, at: visit.at, utm: visit.utm } : null,
  };
}

/**
 * What each transition does to an order. Returns its topics besides `orders/updated`, or null when it is not
 * possible.
 */
const transitions: Record<OrderTransition, (order: Order, at: string) => string[] | null> = {
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
    return refundPaid(order);
  },
  cancelled(order, at) {
    if (order.cancelledAt || order.sentAt) return null;
    order.cancelledAt = at;
    return refundPaid(order);
  },
  refunded(order) {
    if (order.cancelledAt || !order.deliveredAt || order.refundedHalalas > 0) return null;
    order.refundedHalalas = computeDiscountedTotal(order);
    return ["refunds/create"];
  },
};

/** Cancelling a paid order also refunds it. */
function refundPaid(order: Order): string[] {
  if (!order.paidAt) return ["orders/cancelled"];
  order.refundedHalalas = computeDiscountedTotal(order);
  return ["orders/cancelled", "refunds/create"];
}

function transitionOrder(deps: Deps, orderId: string, transition: OrderTransition, at: Date) {
  const order = deps.records.orders.get(orderId);
  const topics = order ? transitions[transition](order, at.toISOString()) : null;
  if (!order || !topics) return { applied: false, webhooksSent: Promise.resolve() };
  const isChange = topics.length > 0 || transition === "delivered";
  return {
    applied: true,
    webhooksSent: isChange ? saveAndNotify(deps, order, topics, at) : Promise.resolve(),
  };
}

/** Refunds a part of what was paid; never more than remains. */
export function refundPart(
  deps: Deps,
  order: Order,
  halalas: number,
  at: Date,
  items: ReturnedItem[],
): Promise<void> {
  order.returned = [...(order.returned ?? []), ...items];
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, computeDiscountedTotal(order));
  return saveAndNotify(deps, order, ["refunds/create"], at);
}

/** The topics of one change are sent together, so they may arrive in any order. */
function saveAndNotify(
  { records, deliveries }: Deps,
  order: Order,
  topics: string[],
  at: Date,
): Promise<void> {
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  const shop = records.stores.get(order.storeId);
  return shop
    ? deliveries.sendOrderEvents(shop, { ...order }, ["orders/updated", ...topics])
    : Promise.resolve();
}
