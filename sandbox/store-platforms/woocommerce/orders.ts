import type { World } from "../../base/world.ts";
import type { OrderTransition, ShopOrder } from "../../economy/ports.ts";
import { computeDiscountedTotal, pickCoupon } from "../shared/coupons.ts";
import type { OrderRecord, ReturnedItem } from "../shared/model.ts";
import type { ShopBackend } from "../shared/shop-backend.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Attribution, Order, OrderStatus, Site } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** Statuses in which the source treats an order as paid. */
const PAID: OrderStatus[] = ["processing", "completed"];

/** The WooCommerce sites as the economy sees them. */
export function makeSiteBackend(deps: Deps): ShopBackend<Site, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "woocommerce",
    world,
    shopTables: records,
    storefrontName: "woocommerce-storefront",
    createOrder: (record, shopOrder) => newOrder(deps, record, shopOrder),
    computeTotal: computeDiscountedTotal,
    notifyPlaced: (site, order) => deliveries.sendOrderEvents(site, order, "order.created"),
    transition: (order, transition, at) => transitionOrder(deps, order.id, transition, at),
  };
}

/** Cash on delivery starts as "processing" like a paid order, and the source gives both a date_paid at once. */
function newOrder(deps: Deps, record: OrderRecord, shopOrder: ShopOrder): Order {
  const status = shopOrder.paymentMethod === "bank" ? "on-hold" : "processing";
  return {
    ...record,
    status,
    isSent: false,
    paidAt: status === "processing" ? record.at : null,
    completedAt: null,
    coupon: pickCoupon({ world: deps.world, vendor: "woocommerce", tables: deps.records }, record, shopOrder),
    refunds: [],
    attribution: toAttribution(deps, shopOrder),
  };
}

function toAttribution({ records }: Deps, shopOrder: ShopOrder): Attribution {
  const visit = shopOrder.visitId ? records.visits.get(shopOrder.visitId) : undefined;
  const utm = visit?.utm ?? {};
  return { sourceType: Object.keys(utm).length > 0 ? "utm" : "typein", utm, entry: visit?.url ?? null };
}

const open: OrderStatus[] = ["pending", "on-hold", "processing", "shipped"];

/**
 * The economy's transitions as a WooCommerce merchant makes them. There is no core status for a parcel in transit,
 * nor one for a parcel refused on delivery: the first shows only where a plugin adds one, the second becomes failed.
 */
function transitionOrder(deps: Deps, orderId: string, transition: OrderTransition, at: Date) {
  const order = deps.records.orders.get(orderId);
  const site = order && deps.records.stores.get(order.storeId);
  if (!order || !site || !isPossible(order, transition))
    return { applied: false, webhooksSent: Promise.resolve() };
  if (transition === "shipped") order.isSent = true;
  const webhooksSent =
    transition === "refunded"
      ? refundOrder(deps, site, order, { halalas: computeDiscountedTotal(order), reason: "", at })
      : setStatus(deps, site, order, statusAfter(order, site, transition), at);
  return { applied: true, webhooksSent };
}

function isPossible(order: Order, transition: OrderTransition): boolean {
  if (transition === "refunded") return order.status === "completed";
  if (transition === "delivered" || transition === "refused")
    return order.isSent && open.includes(order.status);
  return open.includes(order.status) && !order.isSent;
}

function statusAfter(
  order: Order,
  site: Site,
  transition: Exclude<OrderTransition, "refunded">,
): OrderStatus {
  switch (transition) {
    case "confirmed":
      return "processing";
    case "shipped":
      return site.hasShippedStatus ? "shipped" : order.status;
    case "delivered":
      return "completed";
    case "refused":
      return "failed";
    case "cancelled":
      return "cancelled";
  }
}

/** Sets a status, and what the source derives from it. No event is sent when nothing changed. */
export function setStatus(
  deps: Deps,
  site: Site,
  order: Order,
  status: OrderStatus,
  at: Date,
): Promise<void> {
  const isChange = order.status !== status;
  order.status = status;
  if (PAID.includes(status)) order.paidAt ??= at.toISOString();
  if (status === "completed") order.completedAt ??= at.toISOString();
  return isChange ? saveAndNotify(deps, site, order, at) : Promise.resolve();
}

function saveAndNotify({ records, deliveries }: Deps, site: Site, order: Order, at: Date): Promise<void> {
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  return deliveries.sendOrderEvents(site, { ...order }, "order.updated");
}

/** Refunds a part; when nothing remains, the order becomes "refunded". Never more than what remains. */
export function refundOrder(
  deps: Deps,
  site: Site,
  order: Order,
  { halalas, reason, at, items = [] }: { halalas: number; reason: string; at: Date; items?: ReturnedItem[] },
): Promise<void> {
  const left = computeDiscountedTotal(order) - order.refundedHalalas;
  const given = Math.min(halalas, left);
  const id = deps.world.ids.number("woocommerce/refund", 6);
  order.refunds = [...order.refunds, { id, at: at.toISOString(), reason, halalas: given, items }];
  order.refundedHalalas += given;
  if (given === left) order.status = "refunded";
  return saveAndNotify(deps, site, order, at);
}
