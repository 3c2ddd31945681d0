import type { World } from "../../base/world.ts";
import type { OrderMove, Shop, ShopOrder } from "../../economy/ports.ts";
import type { Deliveries } from "./deliveries.ts";
import { tastes } from "./demo-stores.ts";
import {
  type Order,
  type OrderSlug,
  paidPrice,
  type Source,
  type Store,
  totalOf,
  type UtmName,
  utmNames,
} from "./model.ts";
import type { Records } from "./records.ts";

const FREE_SHIPPING_FROM = 19_900;
const SHIPPING = 2_300;
const COD_FEE = 1_725;

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

/** Every Salla store as the economy sees it. */
export function shopOf(deps: Deps, store: Store): Shop {
  const { world, records } = deps;
  const origin = () => `${world.url("storefront")}/${store.slug}`;
  return {
    platform: "salla",
    storeId: store.id,
    name: store.name,
    origin,
    openedAt: new Date(store.openedAt),
    everydayOrders: store.connectedAt === null ? 0 : store.everydayOrders,
    taste: tastes[store.kind] ?? { female: 1, male: 1 },
    products: () =>
      records
        .productsOf(store.id)
        .filter((product) => product.status === "sale")
        .map((product) => ({
          id: product.id,
          name: product.name,
          appeal: product.appeal,
          priceHalalas: paidPrice(product),
        })),
    visit: (url, at, key) => enter(deps, store, url, at, key),
    order: (order) => placeOrder(deps, store, order),
    move: (orderId, move, at) => moveOrder(deps, orderId, moves[move], at),
  };
}

/** The storefront keeps the address's UTM parameters for the order, as Salla's does. */
export function enter({ world, records }: Deps, store: Store, url: string, at: Date, key: string): string {
  const params = new URL(url).searchParams;
  const utm: Partial<Record<UtmName, string>> = {};
  for (const name of utmNames) {
    const value = params.get(name);
    if (value) utm[name] = value;
  }
  const id = world.random("salla/visit", key).token(20);
  records.visits.put({ id, storeId: store.id, at: at.toISOString(), url, utm });
  return id;
}

function placeOrder(deps: Deps, store: Store, ask: ShopOrder) {
  const { world, records, deliveries } = deps;
  const living = records.stores.get(store.id) ?? store;
  const id = String(world.ids.number("salla/order", 10));
  const items = ask.items.flatMap(({ productId, quantity }) => {
    const product = records.products.get(productId);
    if (!product) return [];
    const { name, sku } = product;
    return [{ productId, name, sku, quantity, unitHalalas: paidPrice(product) }];
  });
  const goods = items.reduce((sum, item) => sum + item.unitHalalas * item.quantity, 0);
  const order: Order = {
    id,
    storeId: store.id,
    reference: living.lastReference + 1,
    at: ask.at.toISOString(),
    updatedAt: ask.at.toISOString(),
    status: ask.paymentMethod === "bank" ? "payment_pending" : "under_review",
    items,
    shippingHalalas: goods >= FREE_SHIPPING_FROM ? 0 : SHIPPING,
    codFeeHalalas: ask.paymentMethod === "cod" ? COD_FEE : 0,
    paymentMethod: ask.paymentMethod,
    refundedHalalas: 0,
    buyer: {
      id: world.ids.number("salla/customer", 9),
      firstName: ask.buyer.firstName,
      lastName: ask.buyer.lastName,
      mobile: Number(ask.buyer.mobile.replace("+966", "")),
      city: ask.buyer.city,
      gender: ask.buyer.gender,
    },
    source: sourceOf(deps, ask, id),
  };
  records.stores.put({ ...living, lastReference: order.reference });
  records.addOrder(order);
  return {
    orderId: id,
    totalHalalas: totalOf(order),
    told: deliveries.aboutOrder(living, { ...order }, ["order.created"]),
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
  if (move.events.includes("order.refunded")) order.refundedHalalas = totalOf(order);
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
