import { z } from "zod";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { couponControl } from "../shared/coupons.ts";
import { orderControl } from "../shared/order-control.ts";
import { toShop } from "../shared/shop-backend.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { storeChange, storeFinder, storesControl } from "../shared/stores-control.ts";
import { accountsHost } from "./accounts.ts";
import { apiHost } from "./api.ts";
import { app, salla } from "./app.ts";
import { makeDeliveries, WEBHOOK_SECRET } from "./deliveries.ts";
import { appScopes, makeGrants } from "./grants.ts";
import { makeGuard } from "./guard.ts";
import type { Store } from "./model.ts";
import { openRecords, type Records } from "./records.ts";
import { makeSallaBackend, refundPart } from "./shop.ts";

const READY_SCOPES = appScopes.filter((scope) =>
  /^(offline_access|(settings|orders|products|customers)\.read|orders\.read_write|webhooks\.read_write|marketing\.read_write)$/.test(
    scope,
  ),
);

/** Salla: accounts, merchant API, storefronts, and its stores in the economy. */
export function makeSalla(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const guard = makeGuard(world, records, grants);
  const backend = makeSallaBackend({ world, records, deliveries });
  records.allStores();
  const find = storeFinder(records, "salla");
  const uninstall = (store: Store) => {
    grants.uninstall(store.id);
    for (const one of [...records.subscriptions.values()])
      if (one.storeId === store.id) records.subscriptions.delete(one.id);
    records.stores.put({ ...store, installed: false });
    void deliveries.sendAppEvent(store, "app.uninstalled", { id: app.id, app_name: app.name.ar });
  };

  return {
    vendor: "salla",
    title: salla,
    hosts: [
      apiHost({ world, records, deliveries, guard }),
      accountsHost({
        world,
        records,
        grants,
        installed: (store) =>
          void deliveries.sendAppEvent(store, "app.installed", { id: app.id, app_name: app.name.ar }),
      }),
      storefrontHost(backend),
    ],
    credentials: {
      SALLA_CLIENT_ID: app.id,
      SALLA_CLIENT_SECRET: app.secret,
      SALLA_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    issueTokens(input) {
      const chosenStore = input.fresh === true ? records.newStore("dates") : find(input.store_id);
      const store = records.markInstalled(chosenStore);
      const scopes = typeof input.scope === "string" ? input.scope.split(" ") : READY_SCOPES;
      const grant = grants.issue(store, scopes);
      return {
        access_token: grant.id,
        refresh_token: grant.refreshToken,
        expires: grant.expires,
        token_type: "bearer",
        scope: scopes.join(" "),
        store_id: Number(store.id),
        merchant_id: Number(store.id),
        domain: `${world.url("storefront")}/${store.slug}`,
      };
    },
    expireTokens: () => grants.expireAll(),
    controlRoutes(fastify) {
      storesControl(fastify, {
        vendor: "salla",
        records,
        find,
        present: (store) => presented(store, world, records),
        shape: sallaChange,
        change(store, body) {
          const changed = records.stores.put({
            ...store,
            ownerState: body.owner ?? store.ownerState,
            isClosed: body.status ? body.status === "inactive" : (store.isClosed ?? false),
            plan: body.plan ?? store.plan,
            everydayOrders: body.everyday_orders ?? store.everydayOrders,
          });
          if (body.uninstall) uninstall(changed);
        },
      });
      couponControl(fastify, { world, vendor: "salla", tables: records, find });
      orderControl(fastify, backend, (order, halalas, at) =>
        refundPart({ world, records, deliveries }, order, halalas, at),
      );
    },
    shops: () => records.allStores().map((store) => toShop(backend, store)),
  };
}

const sallaChange = z.strictObject({
  ...storeChange,
  owner: z.enum(["active", "inactive", "deleted"]).optional(),
  status: z.enum(["active", "inactive"]).optional(),
  plan: z.enum(["plus", "pro", "special"]).optional(),
});

function presented(store: Store, world: World, records: Records) {
  return {
    store_id: Number(store.id),
    name: store.name,
    url: `${world.url("storefront")}/${store.slug}`,
    installed: store.installed,
    owner: store.ownerState,
    status: store.isClosed ? "inactive" : "active",
    plan: store.plan,
    orders: records.listStoreOrders(store.id).length,
  };
}
