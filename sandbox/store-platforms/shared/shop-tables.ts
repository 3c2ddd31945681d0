import type { World } from "../../base/world.ts";
import type { CouponRecord } from "./coupons.ts";
import { type DemoStore, trades } from "./demo-stores.ts";
import type { OrderRecord, Product, ShopRecord, Visit } from "./model.ts";

export type ShopTables<Store extends ShopRecord, Order extends OrderRecord> = ReturnType<
  typeof openShopTables<Store, Order>
>;

interface ShopTablesOptions<Store extends ShopRecord> {
  /** The prefix of its tables and ids. */
  vendor: string;
  /** The first one is the template for a further store of an unknown trade. */
  demos: [DemoStore, ...DemoStore[]];
  digits: { store: number; product: number };
  /** The platform's extra fields of a store. */
  complete(base: ShopRecord): Store;
}

/** A store platform's shops, products, orders and visits in the world's memory, with the demo stores. */
export function openShopTables<Store extends ShopRecord, Order extends OrderRecord>(
  world: World,
  { vendor, demos, digits, complete }: ShopTablesOptions<Store>,
) {
  const stores = world.table<Store>(`${vendor}-stores`);
  const products = world.table<Product>(`${vendor}-products`);
  const orders = world.table<Order>(`${vendor}-orders`);
  const byStore = new Map<string, Order[]>();

  /** Orders of a store in the order in which they were placed. */
  const listStoreOrders = (storeId: string): Order[] => {
    if (byStore.size === 0 && orders.size > 0) {
      for (const order of orders.values()) listFor(byStore, order.storeId).push(order);
    }
    return listFor(byStore, storeId);
  };
  const openStore = (demo: DemoStore, slug = demo.slug, name = demo.name): Store => {
    const id = String(world.ids.number(`${vendor}/merchant`, digits.store));
    const owner = {
      id: world.ids.number(`${vendor}/user`, 9),
      name: demo.owner,
      email: `owner@${slug}.example.sa`,
      mobile: `+9665${world.random(`${vendor}/owner`, id).whole(10_000_000, 39_999_999)}`,
    };
    const { kind, description, everydayOrders } = demo;
    const store = stores.put(
      complete({
        ...{ id, slug, name, kind, description, owner, everydayOrders },
        openedAt: world.now().toISOString(),
        connectedAt: null,
        installed: false,
        lastReference: world.random(`${vendor}/reference`, id).whole(20_000, 60_000),
      }),
    );
    stock(store);
    return store;
  };
  const stock = (store: Store) => {
    const trade = trades[store.kind];
    for (const [index, [name, riyals, sale, appeal]] of (trade?.products ?? []).entries()) {
      products.put({
        id: String(world.ids.number(`${vendor}/product`, digits.product)),
        storeId: store.id,
        sku: `${store.kind.slice(0, 3).toUpperCase()}-${100 + index}`,
        name,
        description: `${name} من ${store.name}.`,
        priceHalalas: riyals * 100,
        saleHalalas: sale === null ? null : sale * 100,
        quantity: index % 3 === 2 ? null : 400 + index * 37,
        status: "sale",
        category: trade?.category ?? "",
        appeal,
      });
    }
  };

  return {
    stores,
    products,
    orders,
    visits: world.table<Visit>(`${vendor}-visits`),
    coupons: world.table<CouponRecord>(`${vendor}-coupons`),
    listStoreOrders,
    addOrder(order: Order) {
      listStoreOrders(order.storeId).push(order);
      orders.put(order);
    },
    listStoreProducts: (storeId: string) =>
      [...products.values()].filter((product) => product.storeId === storeId),
    storeBySlug: (slug: string) => [...stores.values()].find((store) => store.slug === slug),
    /** The demo stores are created on first access, and again after the world was reset. */
    allStores(): Store[] {
      if (stores.size === 0) {
        byStore.clear();
        for (const demo of demos) openStore(demo);
      }
      return [...stores.values()];
    },
    /** A further store of a trade, with its own address. */
    newStore(kind: string, slug?: string): Store {
      const demo = demos.find((known) => known.kind === kind) ?? demos[0];
      const ordinal = [...stores.values()].filter((store) => store.kind === demo.kind).length + 1;
      return openStore(demo, slug ?? `${demo.slug}-${ordinal}`, `${demo.name} ${ordinal}`);
    },
    /** An app was connected: from now on the shop gets everyday orders. */
    markInstalled(store: Store): Store {
      const connectedAt = store.connectedAt ?? world.now().toISOString();
      return stores.put({ ...store, connectedAt, installed: true });
    },
  };
}

function listFor<Row>(map: Map<string, Row[]>, key: string): Row[] {
  const known = map.get(key);
  if (known) return known;
  const created: Row[] = [];
  map.set(key, created);
  return created;
}
