import type { World } from "../../base/world.ts";
import type { OrderMove, ShopOrder } from "../../economy/ports.ts";
import type { Counter } from "../shared/counter.ts";
import { couponUsed, totalAfter } from "../shared/coupons.ts";
import type { OrderRecord } from "../shared/model.ts";
import { front } from "./app.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderStatus, PaymentStatus, Store } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

type Change = { status?: OrderStatus; paymentStatus?: PaymentStatus };

/** From where an order may be moved and what becomes of it; a parcel paid at the door is paid when it is delivered. */
const moves: Record<OrderMove, { from: OrderStatus[]; to(order: Order): Change }> = {
  confirmed: {
    from: ["new"],
    to: (order) => ({
      status: "preparing",
      ...(order.paymentMethod === "bank" && { paymentStatus: "paid" }),
    }),
  },
  shipped: { from: ["preparing", "ready"], to: () => ({ status: "indelivery" }) },
  delivered: { from: ["indelivery"], to: () => ({ status: "delivered", paymentStatus: "paid" }) },
  refused: { from: ["indelivery"], to: () => ({ status: "reversed" }) },
  cancelled: {
    from: ["new", "preparing", "ready"],
    to: ({ paymentStatus }) => ({
      status: "cancelled",
      ...(paymentStatus === "paid" && { paymentStatus: "voided" }),
    }),
  },
  refunded: { from: ["delivered"], to: () => ({ paymentStatus: "refunded" }) },
};

/** Where people buy in Zid's stores. */
export function zidCounter(deps: Deps): Counter<Store, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "zid",
    world,
    shelves: records,
    front,
    orderOf: (bought, ask) => newOrder(deps, bought, ask),
    totalOf: totalAfter,
    tellPlaced: (store, order) => deliveries.aboutOrder(store, order, ["order.create"]),
    move(order, move, at) {
      const { from, to } = moves[move];
      if (!from.includes(order.status)) return { moved: false, told: Promise.resolve() };
      return { moved: true, told: setStatus(deps, order, to(order), at) };
    },
  };
}

function newOrder({ world, records }: Deps, bought: OrderRecord, ask: ShopOrder): Order {
  const visit = ask.visitId ? records.visits.get(ask.visitId) : undefined;
  const waits = ask.paymentMethod === "bank" || ask.paymentMethod === "cod";
  return {
    ...bought,
    code: world.ids.token("zid/order-code", 10),
    status: "new",
    paymentStatus: waits ? "pending" : "paid",
    coupon: couponUsed(world, "zid", bought, ask),
    creditNotes: [],
    utm: visit?.utm ?? {},
  };
}

/** Changes how an order stands, and tells whoever asked to be told of it. */
export function setStatus(
  { records, deliveries }: Deps,
  order: Order,
  change: Change,
  at: Date,
): Promise<void> {
  const names = [
    ...(change.status && change.status !== order.status ? ["order.status.update"] : []),
    ...(change.paymentStatus && change.paymentStatus !== order.paymentStatus
      ? ["order.payment_status.update"]
      : []),
  ];
  Object.assign(order, change, { updatedAt: at.toISOString() });
  if (change.paymentStatus === "refunded") order.refundedHalalas = totalAfter(order);
  records.orders.put(order);
  const store = records.stores.get(order.storeId);
  return store ? deliveries.aboutOrder(store, { ...order }, names) : Promise.resolve();
}

/** Takes a part back: a credit note is issued, the order's total and status stay. */
export function refundPart(
  { world, records, deliveries }: Deps,
  order: Order,
  halalas: number,
  at: Date,
): Promise<void> {
  const note = {
    id: world.ids.uuid("zid/credit-note"),
    number: world.ids.number("zid/credit-note", 6),
    reason: "issue_reason_return" as const,
    at: at.toISOString(),
    halalas,
  };
  order.creditNotes = [...order.creditNotes, note];
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, totalAfter(order));
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  const store = records.stores.get(order.storeId);
  const told = ["order.payment_status.update"];
  return store ? deliveries.aboutOrder(store, { ...order }, told) : Promise.resolve();
}
