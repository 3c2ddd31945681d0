import { z } from "zod";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { couponControl } from "../shared/coupons.ts";
import { orderControl } from "../shared/order-control.ts";
import { toShop, toStoreOrigin } from "../shared/shop-backend.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { storeChange, storeFinder, storesControl } from "../shared/stores-control.ts";
import { apiHost } from "./api.ts";
import { app, storefrontName, zid } from "./app.ts";
import { makeDeliveries } from "./deliveries.ts";
import { makeGrants } from "./grants.ts";
import { makeGuard } from "./guard.ts";
import type { Store } from "./model.ts";
import { oauthHost, presentTokens } from "./oauth.ts";
import { openRecords } from "./records.ts";
import { makeZidBackend, refundPart } from "./shop.ts";

/** Zid: consent and tokens, merchant API, storefronts, and its stores in the economy. */
export function makeZid(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const deps = { world, records, deliveries };
  const backend = makeZidBackend(deps);
  records.allStores();
  const find = storeFinder(records, "zid");
  const uninstall = (store: Store) => {
    grants.uninstall(store.id);
    for (const hook of records.listHooks(store.id)) records.hooks.delete(hook.id);
    records.stores.put({ ...store, installed: false });
  };

  return {
    vendor: "zid",
    title: zid,
    hosts: [
      apiHost({ ...deps, guard: makeGuard(world, records, grants) }),
      oauthHost({ world, records, grants }),
      storefrontHost(backend),
    ],
    credentials: { ZID_CLIENT_ID: app.id, ZID_CLIENT_SECRET: app.secret },
    issueTokens(input) {
      const chosenStore = input.fresh === true ? records.newStore("perfumes") : find(input.store_id);
      const store = records.markInstalled(chosenStore);
      return {
        ...presentTokens(grants.issue(store)),
        store_id: Number(store.id),
        domain: toStoreOrigin({ world, storefrontName }, store),
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
          url: toStoreOrigin({ world, storefrontName }, store),
          installed: store.installed,
          orders: records.listStoreOrders(store.id).length,
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
      couponControl(fastify, { world, vendor: "zid", tables: records, find });
      orderControl(fastify, backend, (order, halalas, at) => refundPart(deps, order, halalas, at));
    },
    shops: () => records.allStores().map((store) => toShop(backend, store)),
  };
}
