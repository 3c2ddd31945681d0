import type { World } from "../../base/world.ts";
import type { OrderTransition, ShopOrder } from "../../economy/ports.ts";
import { computeDiscountedTotal, pickCoupon } from "../shared/coupons.ts";
import type { OrderRecord } from "../shared/model.ts";
import type { ShopBackend } from "../shared/shop-backend.ts";
import { storefrontName } from "./app.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Order, OrderStatus, PaymentStatus, Store } from "./model.ts";
import type { Records } from "./records.ts";

interface Deps {
  world: World;
  records: Records;
  deliveries: Deliveries;
}

type Change = { status?: OrderStatus; paymentStatus?: PaymentStatus };

/** The allowed transitions of an order and their results; a cash-on-delivery parcel is paid when it is delivered. */
const transitions: Record<OrderTransition, { from: OrderStatus[]; to(order: Order): Change }> = {
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

/** Zid's stores as the economy sees them. */
export function makeZidBackend(deps: Deps): ShopBackend<Store, Order> {
  const { world, records, deliveries } = deps;
  return {
    vendor: "zid",
    world,
    shopTables: records,
    storefrontName,
    createOrder: (record, shopOrder) => newOrder(deps, record, shopOrder),
    computeTotal: computeDiscountedTotal,
    notifyPlaced: (store, order) => deliveries.sendOrderEvents(store, order, ["order.create"]),
    transition(order, transition, at) {
      const { from, to } = transitions[transition];
      if (!from.includes(order.status)) return { applied: false, webhooksSent: Promise.resolve() };
      return { applied: true, webhooksSent: setStatus(deps, order, to(order), at) };
    },
  };
}

function newOrder({ world, records }: Deps, record: OrderRecord, shopOrder: ShopOrder): Order {
  const visit = shopOrder.visitId ? records.visits.get(shopOrder.visitId) : undefined;
  const waits = shopOrder.paymentMethod === "bank" || shopOrder.paymentMethod === "cod";
  return {
    ...record,
    code: world.ids.token("zid/order-code", 10),
    status: "new",
    paymentStatus: waits ? "pending" : "paid",
    coupon: pickCoupon({ world, vendor: "zid", tables: records }, record, shopOrder),
    creditNotes: [],
    utm: visit?.utm ?? {},
  };
}

/** Changes an order's status, and notifies its subscribers. */
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
  if (change.paymentStatus === "refunded") order.refundedHalalas = computeDiscountedTotal(order);
  records.orders.put(order);
  const store = records.stores.get(order.storeId);
  return store ? deliveries.sendOrderEvents(store, { ...order }, names) : Promise.resolve();
}

/** Refunds a part: a credit note is issued, the order's total and status stay. */
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
  order.refundedHalalas = Math.min(order.refundedHalalas + halalas, computeDiscountedTotal(order));
  order.updatedAt = at.toISOString();
  records.orders.put(order);
  const store = records.stores.get(order.storeId);
  const webhooksSent = ["order.payment_status.update"];
  return store ? deliveries.sendOrderEvents(store, { ...order }, webhooksSent) : Promise.resolve();
}
