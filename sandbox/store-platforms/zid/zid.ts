import { z } from "zod";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { originOf, shopOf } from "../shared/counter.ts";
import { orderControl } from "../shared/order-control.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { storeChange, storeFinder, storesControl } from "../shared/stores-control.ts";
import { apiHost } from "./api.ts";
import { app, front, zid } from "./app.ts";
import { makeDeliveries } from "./deliveries.ts";
import { makeGrants } from "./grants.ts";
import { makeGuard } from "./guard.ts";
import type { Store } from "./model.ts";
import { oauthHost, tokensOf } from "./oauth.ts";
import { openRecords } from "./records.ts";
import { refundPart, zidCounter } from "./shop.ts";

/** Zid: consent and tokens, merchant API, storefronts, and its stores in the economy. */
export function makeZid(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const deps = { world, records, deliveries };
  const counter = zidCounter(deps);
  records.allStores();
  const find = storeFinder(records, "zid");
  const uninstall = (store: Store) => {
    grants.uninstall(store.id);
    for (const hook of records.hooksOf(store.id)) records.hooks.delete(hook.id);
    records.stores.put({ ...store, installed: false });
  };

  return {
    vendor: "zid",
    title: zid,
    hosts: [
      apiHost({ ...deps, guard: makeGuard(world, records, grants) }),
      oauthHost({ world, records, grants }),
      storefrontHost(counter),
    ],
    credentials: { ZID_CLIENT_ID: app.id, ZID_CLIENT_SECRET: app.secret },
    giveTokens(ask) {
      const asked = ask.fresh === true ? records.newStore("perfumes") : find(ask.store_id);
      const store = records.markInstalled(asked);
      return {
        ...tokensOf(grants.give(store)),
        store_id: Number(store.id),
        domain: originOf({ world, front }, store),
      };
    },
    expireTokens: () => grants.expireAll(),
    controlRoutes(fastify) {
      storesControl(fastify, {
        vendor: "zid",
        records,
        find,
        present: (store) => ({
          store_id: Number(store.id),
          name: store.name,
          url: originOf({ world, front }, store),
          installed: store.installed,
          orders: records.ordersOf(store.id).length,
        }),
        shape: z.strictObject(storeChange),
        change(store, body) {
          const changed = records.stores.put({
            ...store,
            everydayOrders: body.everyday_orders ?? store.everydayOrders,
          });
          if (body.uninstall) uninstall(changed);
        },
      });
      orderControl(fastify, counter, (order, halalas, at) => refundPart(deps, order, halalas, at));
    },
    shops: () => records.allStores().map((store) => shopOf(counter, store)),
  };
}
