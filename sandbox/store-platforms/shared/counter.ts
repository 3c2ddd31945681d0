import type { Html } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import type { OrderMove, Shop, ShopOrder } from "../../economy/ports.ts";
import { trades } from "./demo-stores.ts";
import {
  goodsOf,
  type OrderRecord,
  paidPrice,
  type ShopRecord,
  totalOf,
  type UtmName,
  utmNames,
} from "./model.ts";
import type { Shelves } from "./shelves.ts";

const FREE_SHIPPING_FROM = 19_900;
const SHIPPING = 2_300;
const COD_FEE = 1_725;

/** Where people buy: a platform's shops as the economy and the storefront's pages see them. */
export interface Counter<Store extends ShopRecord, Order extends OrderRecord> {
  vendor: string;
  world: World;
  shelves: Shelves<Store, Order>;
  /** The host under which the shops' public pages are served. */
  front: string;
  /** Makes the platform's own order of what was bought. */
  orderOf(bought: OrderRecord, ask: ShopOrder): Order;
  /** What an order costs, where it is not simply goods, shipping and fee. */
  totalOf?(order: Order): number;
  /** What the shop's pages carry in their heads, and what its thank-you page says besides. */
  headOf?(store: Store): Html | null;
  thanksOf?(store: Store, order: Order): Html | null;
  /** An order stands; ends when its webhooks have been tried. */
  tellPlaced(store: Store, order: Order): Promise<void>;
  /** Moves an order on; one that is not possible any more does nothing. */
  move(order: Order, move: OrderMove, at: Date): { moved: boolean; told: Promise<void> };
}

/** The store's public address. */
export function originOf({ world, front }: { world: World; front: string }, { slug }: { slug: string }) {
  return `${world.url(front)}/${slug}`;
}

/** A store as the economy sees it. */
export function shopOf<Store extends ShopRecord, Order extends OrderRecord>(
  counter: Counter<Store, Order>,
  store: Store,
): Shop {
  const { shelves } = counter;
  return {
    platform: counter.vendor,
    storeId: store.id,
    name: store.name,
    origin: () => originOf(counter, store),
    openedAt: new Date(store.openedAt),
    everydayOrders: store.connectedAt === null ? 0 : store.everydayOrders,
    taste: trades[store.kind]?.taste ?? { female: 1, male: 1 },
    products: () =>
      shelves
        .productsOf(store.id)
        .filter((product) => product.status === "sale")
        .map((product) => ({
          id: product.id,
          name: product.name,
          appeal: product.appeal,
          priceHalalas: paidPrice(product),
        })),
    visit: (url, at, key) => enter(counter, store, url, at, key),
    order: (ask) => buy(counter, store, ask),
    move(orderId, move, at) {
      const order = shelves.orders.get(orderId);
      return order ? counter.move(order, move, at) : { moved: false, told: Promise.resolve() };
    },
  };
}

/** The storefront keeps the address's UTM parameters for the order. */
export function enter<Store extends ShopRecord, Order extends OrderRecord>(
  { vendor, world, shelves }: Counter<Store, Order>,
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
  shelves.visits.put({ id, storeId: store.id, at: at.toISOString(), url, utm });
  return id;
}

function buy<Store extends ShopRecord, Order extends OrderRecord>(
  counter: Counter<Store, Order>,
  { id }: Store,
  ask: ShopOrder,
) {
  const { shelves } = counter;
  const store = shelves.stores.get(id);
  if (!store) throw new Error(`an order for the shop ${id}, which is gone`);
  const bought = bill(counter, store, ask);
  const kept = shelves.stores.put({ ...store, lastReference: bought.reference });
  const order = counter.orderOf(bought, ask);
  shelves.addOrder(order);
  return {
    orderId: order.id,
    totalHalalas: (counter.totalOf ?? totalOf)(order),
    told: counter.tellPlaced(kept, { ...order }),
  };
}

/** What was bought, with its shipping and the fee for paying at the door. */
function bill<Store extends ShopRecord, Order extends OrderRecord>(
  { vendor, world, shelves }: Counter<Store, Order>,
  store: Store,
  ask: ShopOrder,
): OrderRecord {
  const items = ask.items.flatMap(({ productId, quantity }) => {
    const product = shelves.products.get(productId);
    if (!product) return [];
    const { name, sku } = product;
    return [{ productId, name, sku, quantity, unitHalalas: paidPrice(product) }];
  });
  const { firstName, lastName, mobile, city, gender } = ask.buyer;
  return {
    id: String(world.ids.number(`${vendor}/order`, 10)),
    storeId: store.id,
    reference: store.lastReference + 1,
    at: ask.at.toISOString(),
    updatedAt: ask.at.toISOString(),
    items,
    shippingHalalas: goodsOf({ items }) >= FREE_SHIPPING_FROM ? 0 : SHIPPING,
    codFeeHalalas: ask.paymentMethod === "cod" ? COD_FEE : 0,
    paymentMethod: ask.paymentMethod,
    refundedHalalas: 0,
    buyer: {
      id: world.ids.number(`${vendor}/customer`, 9),
      ...{ firstName, lastName, city, gender },
      mobile: Number(mobile.replace("+966", "")),
    },
  };
}
