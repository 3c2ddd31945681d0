import type { Html } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import type { OrderTransition, Shop, ShopOrder } from "../../economy/ports.ts";
import { listWorkingCoupons } from "./coupons.ts";
import { trades } from "./demo-stores.ts";
import {
  computeGoodsTotal,
  computeTotal,
  type OrderRecord,
  paidPrice,
  type ShopRecord,
  type UtmName,
  utmNames,
} from "./model.ts";
import type { ShopTables } from "./shop-tables.ts";

const FREE_SHIPPING_FROM = 19_900;
const SHIPPING = 2_300;
const COD_FEE = 1_725;

/** A platform's shops as the economy and the storefront's pages see them. */
export interface ShopBackend<Store extends ShopRecord, Order extends OrderRecord> {
  vendor: string;
  world: World;
  shopTables: ShopTables<Store, Order>;
  /** The host under which the shops' public pages are served. */
  storefrontName: string;
  /** Creates the platform's own order record from what was bought. */
  createOrder(record: OrderRecord, shopOrder: ShopOrder): Order;
  /** An order's total, where it is not simply goods, shipping and fee. */
  computeTotal?(order: Order): number;
  /** Tags in the head of the shop's pages, and extra content of its thank-you page. */
  renderHead?(store: Store): Html | null;
  renderThanks?(store: Store, order: Order): Html | null;
  /** A placed order; resolves when its webhooks have been tried. */
  notifyPlaced(store: Store, order: Order): Promise<void>;
  /** Applies a transition; one that is no longer possible does nothing. */
  transition(
    order: Order,
    transition: OrderTransition,
    at: Date,
  ): { applied: boolean; webhooksSent: Promise<void> };
}

/** The store's public address. */
export function toStoreOrigin(
  { world, storefrontName }: { world: World; storefrontName: string },
  { slug }: { slug: string },
) {
  return `${world.url(storefrontName)}/${slug}`;
}

/** A store as the economy sees it. */
export function toShop<Store extends ShopRecord, Order extends OrderRecord>(
  backend: ShopBackend<Store, Order>,
  store: Store,
): Shop {
  const { shopTables } = backend;
  return {
    platform: backend.vendor,
    storeId: store.id,
    name: store.name,
    origin: () => toStoreOrigin(backend, store),
    openedAt: new Date(store.openedAt),
    everydayOrders: store.connectedAt === null ? 0 : store.everydayOrders,
    taste: trades[store.kind]?.taste ?? { female: 1, male: 1 },
    products: () =>
      shopTables
        .listStoreProducts(store.id)
        .filter((product) => product.status === "sale")
        .map((product) => ({
          id: product.id,
          name: product.name,
          appeal: product.appeal,
          priceHalalas: paidPrice(product),
        })),
    coupons: (at) =>
      listWorkingCoupons(shopTables, store.id, at.toISOString()).map(({ code, everydayShare }) => ({
        code,
        everydayShare,
      })),
    visit: (url, at, key) => recordVisit(backend, store, url, at, key),
    order: (shopOrder) => placeOrder(backend, store, shopOrder),
    transition(orderId, transition, at) {
      const order = shopTables.orders.get(orderId);
      return order
        ? backend.transition(order, transition, at)
        : { applied: false, webhooksSent: Promise.resolve() };
    },
  };
}

/** The storefront keeps the address's UTM parameters for the order. */
export function recordVisit<Store extends ShopRecord, Order extends OrderRecord>(
  { vendor, world, shopTables }: ShopBackend<Store, Order>,
  store: Store,
  url: string,
  at: Date,
  key: string,
): string {
  const params = new URL(url).searchParams;
  const utm: Partial<Record<UtmName, string>> = {};
  for (const name of utmNames) {
    const value = params.get(name);
    if (value) utm[name] = value;
  }
  const id = world.random(`${vendor}/visit`, key).token(20);
  shopTables.visits.put({ id, storeId: store.id, at: at.toISOString(), url, utm });
  return id;
}

function placeOrder<Store extends ShopRecord, Order extends OrderRecord>(
  backend: ShopBackend<Store, Order>,
  { id }: Store,
  shopOrder: ShopOrder,
) {
  const { shopTables } = backend;
  const store = shopTables.stores.get(id);
  if (!store) throw new Error(`an order for the shop ${id}, which is gone`);
  const record = buildRecord(backend, store, shopOrder);
  const updatedStore = shopTables.stores.put({ ...store, lastReference: record.reference });
  const order = backend.createOrder(record, shopOrder);
  shopTables.addOrder(order);
  return {
    orderId: order.id,
    totalHalalas: (backend.computeTotal ?? computeTotal)(order),
    coupon: order.coupon?.code ?? null,
    items: order.items.map(({ productId, quantity, unitHalalas }) => ({
      product_id: productId,
      quantity,
      halalas: unitHalalas * quantity,
    })),
    webhooksSent: backend.notifyPlaced(updatedStore, { ...order }),
  };
}

/** The items that were bought, with shipping and the cash-on-delivery fee. */
function buildRecord<Store extends ShopRecord, Order extends OrderRecord>(
  { vendor, world, shopTables }: ShopBackend<Store, Order>,
  store: Store,
  shopOrder: ShopOrder,
): OrderRecord {
  const items = shopOrder.items.flatMap(({ productId, quantity }) => {
    const product = shopTables.products.get(productId);
    if (!product) return [];
    const { name, sku } = product;
    return [{ productId, name, sku, quantity, unitHalalas: paidPrice(product) }];
  });
  const { firstName, lastName, mobile, city, gender } = shopOrder.buyer;
  return {
    id: String(world.ids.number(`${vendor}/order`, 10)),
    storeId: store.id,
    reference: store.lastReference + 1,
    at: shopOrder.at.toISOString(),
    updatedAt: shopOrder.at.toISOString(),
    items,
    shippingHalalas: computeGoodsTotal({ items }) >= FREE_SHIPPING_FROM ? 0 : SHIPPING,
    codFeeHalalas: shopOrder.paymentMethod === "cod" ? COD_FEE : 0,
    paymentMethod: shopOrder.paymentMethod,
    refundedHalalas: 0,
    buyer: {
      id: world.ids.number(`${vendor}/customer`, 9),
      ...{ firstName, lastName, city, gender },
      mobile: Number(mobile.replace("+966", "")),
    },
  };
}
