import type { World } from "../../base/world.ts";
import type { OrderMove, ShopOrder } from "../../economy/ports.ts";
import type { Counter } from "../shared/counter.ts";
import { goodsOf, totalOf as listTotalOf, type OrderRecord } from "../shared/model.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Attribution, Order, OrderStatus, Site } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** Of a hundred orders, how many come with a coupon of the shop. */
const WITH_COUPON = 0.12;
/** Statuses in which the source takes an order for paid. */
const PAID: OrderStatus[] = ["processing", "completed"];

/** What the order costs, its coupon taken off. */
export function totalOf(order: Order): number {
  return listTotalOf(order) - (order.coupon?.halalas ?? 0);
}

/** Where people buy in the WooCommerce sites. */
export function siteCounter(deps: Deps): Counter<Site, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "woocommerce",
    world,
    shelves: records,
    front: "woocommerce-storefront",
    orderOf: (bought, ask) => newOrder(deps, bought, ask),
    totalOf,
    tellPlaced: (site, order) => deliveries.aboutOrder(site, order, "order.created"),
    move: (order, move, at) => moveOrder(deps, order.id, move, at),
  };
}

/** Cash on delivery begins as "processing" like a paid one, and the source gives both a date_paid at once. */
function newOrder(deps: Deps, bought: OrderRecord, ask: ShopOrder): Order {
  const status = ask.paymentMethod === "bank" ? "on-hold" : "processing";
  return {
    ...bought,
    status,
    isSent: false,
    paidAt: status === "processing" ? bought.at : null,
    completedAt: null,
    coupon: couponFor(deps, bought),
    refunds: [],
    attribution: attributionOf(deps, ask),
  };
}

function couponFor({ world, records }: Deps, bought: OrderRecord): Order["coupon"] {
  const luck = world.random("woocommerce/coupon", bought.storeId, bought.id);
  const coupons = records.couponsOf(bought.storeId);
  if (coupons.length === 0 || !luck.chance(WITH_COUPON)) return null;
  const coupon = luck.pick(coupons);
  records.coupons.put({ ...coupon, used: coupon.used + 1 });
  return { code: coupon.code, halalas: Math.round((goodsOf(bought) * coupon.percent) / 100) };
}

function attributionOf({ records }: Deps, ask: ShopOrder): Attribution {
  const visit = ask.visitId ? records.visits.get(ask.visitId) : undefined;
  const utm = visit?.utm ?? {};
  return { sourceType: Object.keys(utm).length > 0 ? "utm" : "typein", utm, entry: visit?.url ?? null };
}

const open: OrderStatus[] = ["pending", "on-hold", "processing", "shipped"];

/**
 * The economy's moves as a WooCommerce merchant makes them. There is no core status for a parcel under way, nor one
 * for a parcel refused at the door: the first shows only where a plugin has one, the second is put down as failed.
 */
export function moveOrder(deps: Deps, orderId: string, move: OrderMove, at: Date) {
  const order = deps.records.orders.get(orderId);
  const site = order && deps.records.stores.get(order.storeId);
  if (!order || !site || !isPossible(order, move)) return { moved: false, told: Promise.resolve() };
  if (move === "shipped") order.isSent = true;
  if (move === "refunded") refund(deps, order, totalOf(order) - order.refundedHalalas, "", at);
  return { moved: true, told: setStatus(deps, site, order, statusAfter(order, site, move), at) };
}

function isPossible(order: Order, move: OrderMove): boolean {
  if (move === "refunded") return order.status === "completed";
  if (move === "delivered" || move === "refused") return order.isSent && open.includes(order.status);
  return open.includes(order.status) && !order.isSent;
}

function statusAfter(order: Order, site: Site, move: OrderMove): OrderStatus {
  switch (move) {
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
    case "refunded":
      return "refunded";
  }
}

/** A status, and what the source derives from it. Nothing is told when nothing changed. */
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
  return isChange || status === "refunded" ? saveChanged(deps, site, order, at) : Promise.resolve();
}

export function saveChanged(
  { records, deliveries }: Deps,
  site: Site,
  order: Order,
  at: Date,
): Promise<void> {
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  return deliveries.aboutOrder(site, { ...order }, "order.updated");
}

/** Gives back a part; never more than was left. */
export function refund({ world }: Deps, order: Order, halalas: number, reason: string, at: Date): void {
  const id = world.ids.number("woocommerce/refund", 6);
  order.refunds = [...order.refunds, { id, at: at.toISOString(), reason, halalas }];
  order.refundedHalalas += halalas;
}
