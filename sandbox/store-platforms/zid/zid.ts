import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal, type Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { checked } from "../../control/control.ts";
import { originOf, shopOf } from "../shared/counter.ts";
import { orderControl } from "../shared/order-control.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { apiHost } from "./api.ts";
import { app, front, zid } from "./app.ts";
import { makeDeliveries } from "./deliveries.ts";
import { makeGrants } from "./grants.ts";
import { makeGuard } from "./guard.ts";
import type { Store } from "./model.ts";
import { oauthHost, tokensOf } from "./oauth.ts";
import { openRecords, type Records } from "./records.ts";
import { refundPart, zidCounter } from "./shop.ts";

/** Zid: consent and tokens, merchant API, storefronts, and its stores in the economy. */
export function makeZid(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const deps = { world, records, deliveries };
  const counter = zidCounter(deps);
  records.allStores();
  const storeAsked = (id: unknown): Store => {
    const store = id === undefined ? records.allStores()[0] : records.stores.get(String(id));
    if (!store) throw new Refusal("there is no store with this store_id (GET /control/zid/stores)");
    return store;
  };
  const uninstall = (store: Store) => {
    grants.uninstall(store.id);
    for (const hook of records.hooksOf(store.id)) records.hooks.delete(hook.id);
    records.stores.put({ ...store, installed: false });
  };

  return {
    vendor: "zid",
    title: zid,
    hosts: [
      apiHost({ ...deps, guard: makeGuard(records, grants) }),
      oauthHost({ world, records, grants }),
      storefrontHost(counter),
    ],
    credentials: { ZID_CLIENT_ID: app.id, ZID_CLIENT_SECRET: app.secret },
    giveTokens(ask) {
      const asked = ask.fresh === true ? records.newStore("perfumes") : storeAsked(ask.store_id);
      const store = records.markInstalled(asked);
      return {
        ...tokensOf(grants.give(store)),
        store_id: Number(store.id),
        domain: originOf({ world, front }, store),
      };
    },
    expireTokens: () => grants.expireAll(),
    controlRoutes(fastify) {
      storeRoutes(fastify, world, records, { storeAsked, uninstall });
      orderControl(fastify, counter, (order, halalas, at) => refundPart(deps, order, halalas, at));
    },
    shops: () => records.allStores().map((store) => shopOf(counter, store)),
  };
}

/** `/control/zid/stores`: who there is, and taking the app out as a merchant would. */
function storeRoutes(
  fastify: FastifyInstance,
  world: World,
  records: Records,
  act: { storeAsked(id: unknown): Store; uninstall(store: Store): void },
): void {
  const present = (store: Store) => ({
    store_id: Number(store.id),
    name: store.name,
    url: originOf({ world, front }, store),
    installed: store.installed,
    orders: records.ordersOf(store.id).length,
  });
  fastify.get("/control/zid/stores", () => records.allStores().map(present));
  fastify.post("/control/zid/stores", (request) => {
    const shape = z.strictObject({
      store_id: z.union([z.number(), z.string()]),
      everyday_orders: z.number().min(0).max(10_000).optional(),
      uninstall: z.literal(true).optional(),
    });
    const body = checked(shape, request.body);
    const store = act.storeAsked(body.store_id);
    const changed = records.stores.put({
      ...store,
      everydayOrders: body.everyday_orders ?? store.everydayOrders,
    });
    if (body.uninstall) act.uninstall(changed);
    return present(records.stores.get(store.id) ?? changed);
  });
}
