import type { World } from "../../base/world.ts";
import { type DemoStore, demoStores } from "./demo-stores.ts";
import type { Grant, Order, Product, Store, Subscription, Visit } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** Salla's tables in the world's memory, and the demo stores in them. */
export function openRecords(world: World) {
  const stores = world.table<Store>("salla-stores");
  const products = world.table<Product>("salla-products");
  const orders = world.table<Order>("salla-orders");
  const byStore = new Map<string, Order[]>();

  /** Orders of a store in the order in which they were placed. */
  const ordersOf = (storeId: string): Order[] => {
    if (byStore.size === 0 && orders.size > 0) {
      for (const order of orders.values()) listFor(byStore, order.storeId).push(order);
    }
    return listFor(byStore, storeId);
  };
  const openStore = (demo: DemoStore, slug = demo.slug, name = demo.name): Store => {
    const id = String(world.ids.number("salla/merchant", 10));
    const store = stores.put({
      id,
      slug,
      name,
      kind: demo.kind,
      description: demo.description,
      owner: {
        id: world.ids.number("salla/user", 9),
        name: demo.owner,
        email: `owner@${slug}.example.sa`,
        mobile: `+9665${world.random("salla/owner", id).whole(10_000_000, 39_999_999)}`,
      },
      ownerState: "active",
      plan: "pro",
      everydayOrders: demo.everydayOrders,
      openedAt: world.now().toISOString(),
      connectedAt: null,
      installed: false,
      lastReference: world.random("salla/reference", id).whole(20_000, 60_000),
    });
    stock(demo, store);
    return store;
  };
  const stock = (demo: DemoStore, store: Store) => {
    for (const [index, [name, riyals, sale, appeal]] of demo.products.entries()) {
      products.put({
        id: String(world.ids.number("salla/product", 9)),
        storeId: store.id,
        sku: `${demo.kind.slice(0, 3).toUpperCase()}-${100 + index}`,
        name,
        description: `${name} من ${store.name}.`,
        priceHalalas: riyals * 100,
        saleHalalas: sale === null ? null : sale * 100,
        quantity: index % 3 === 2 ? null : 400 + index * 37,
        status: "sale",
        category: demo.category,
        appeal,
      });
    }
  };

  return {
    stores,
    products,
    orders,
    visits: world.table<Visit>("salla-visits"),
    grants: world.table<Grant>("salla-grants"),
    codes: world.table<{
      id: string;
      storeId: string;
      redirectUri: string;
      scopes: string[];
      expires: number;
    }>("salla-codes"),
    subscriptions: world.table<Subscription>("salla-subscriptions"),
    ordersOf,
    addOrder(order: Order) {
      ordersOf(order.storeId).push(order);
      orders.put(order);
    },
    productsOf: (storeId: string) => [...products.values()].filter((product) => product.storeId === storeId),
    storeBySlug: (slug: string) => [...stores.values()].find((store) => store.slug === slug),
    /** The demo stores exist from the first look on, and again after the world was reset. */
    allStores(): Store[] {
      if (stores.size === 0) {
        byStore.clear();
        for (const demo of demoStores) openStore(demo);
      }
      return [...stores.values()];
    },
    /** A further store of a kind, with an address of its own. */
    newStore(kind: string): Store {
      const demo = demoStores.find((known) => known.kind === kind) ?? (demoStores[0] as DemoStore);
      const turn = [...stores.values()].filter((store) => store.kind === demo.kind).length + 1;
      return openStore(demo, `${demo.slug}-${turn}`, `${demo.name} ${turn}`);
    },
  };
}

function listFor(map: Map<string, Order[]>, key: string): Order[] {
  const known = map.get(key);
  if (known) return known;
  const made: Order[] = [];
  map.set(key, made);
  return made;
}
