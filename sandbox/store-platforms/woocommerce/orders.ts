import type { World } from "../../base/world.ts";
import type { OrderMove, ShopOrder } from "../../economy/ports.ts";
import type { Counter } from "../shared/counter.ts";
import { couponUsed, totalAfter } from "../shared/coupons.ts";
import type { OrderRecord } from "../shared/model.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Attribution, Order, OrderStatus, Site } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

/** Statuses in which the source takes an order for paid. */
const PAID: OrderStatus[] = ["processing", "completed"];

/** Where people buy in the WooCommerce sites. */
export function siteCounter(deps: Deps): Counter<Site, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "woocommerce",
    world,
    shelves: records,
    front: "woocommerce-storefront",
    orderOf: (bought, ask) => newOrder(deps, bought, ask),
    totalOf: totalAfter,
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
    coupon: couponUsed(deps.world, "woocommerce", bought, ask),
    refunds: [],
    attribution: attributionOf(deps, ask),
  };
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
function moveOrder(deps: Deps, orderId: string, move: OrderMove, at: Date) {
  const order = deps.records.orders.get(orderId);
  const site = order && deps.records.stores.get(order.storeId);
  if (!order || !site || !isPossible(order, move)) return { moved: false, told: Promise.resolve() };
  if (move === "shipped") order.isSent = true;
  const told =
    move === "refunded"
      ? giveBack(deps, site, order, { halalas: totalAfter(order), reason: "", at })
      : setStatus(deps, site, order, statusAfter(order, site, move), at);
  return { moved: true, told };
}

function isPossible(order: Order, move: OrderMove): boolean {
  if (move === "refunded") return order.status === "completed";
  if (move === "delivered" || move === "refused") return order.isSent && open.includes(order.status);
  return open.includes(order.status) && !order.isSent;
}

function statusAfter(order: Order, site: Site, move: Exclude<OrderMove, "refunded">): OrderStatus {
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
  return isChange ? saveChanged(deps, site, order, at) : Promise.resolve();
}

function saveChanged({ records, deliveries }: Deps, site: Site, order: Order, at: Date): Promise<void> {
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  return deliveries.aboutOrder(site, { ...order }, "order.updated");
}

/** Gives back a part; of all that is left, the order becomes "refunded". Never more than was left. */
export function giveBack(
  deps: Deps,
  site: Site,
  order: Order,
  { halalas, reason, at }: { halalas: number; reason: string; at: Date },
): Promise<void> {
  const left = totalAfter(order) - order.refundedHalalas;
  const given = Math.min(halalas, left);
  const id = deps.world.ids.number("woocommerce/refund", 6);
  order.refunds = [...order.refunds, { id, at: at.toISOString(), reason, halalas: given }];
  order.refundedHalalas += given;
  if (given === left) order.status = "refunded";
  return saveChanged(deps, site, order, at);
}
