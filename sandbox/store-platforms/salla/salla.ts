import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal, type Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { checked } from "../../control/control.ts";
import { shopOf } from "../shared/counter.ts";
import { orderControl } from "../shared/order-control.ts";
import { storefrontHost } from "../shared/storefront.ts";
import { accountsHost } from "./accounts.ts";
import { apiHost } from "./api.ts";
import { app, salla } from "./app.ts";
import { makeDeliveries, WEBHOOK_SECRET } from "./deliveries.ts";
import { appScopes, makeGrants } from "./grants.ts";
import { makeGuard } from "./guard.ts";
import type { Store } from "./model.ts";
import { openRecords, type Records } from "./records.ts";
import { refundPart, sallaCounter } from "./shop.ts";

const READY_SCOPES = appScopes.filter((scope) =>
  /^(offline_access|(settings|orders|products|customers)\.read|orders\.read_write|webhooks\.read_write)$/.test(
    scope,
  ),
);

/** Salla: accounts, merchant API, storefronts, and its stores in the economy. */
export function makeSalla(world: World): Vendor {
  const records = openRecords(world);
  const grants = makeGrants(world, records);
  const deliveries = makeDeliveries(world, records);
  const guard = makeGuard(records, grants);
  const counter = sallaCounter({ world, records, deliveries });
  records.allStores();
  const storeAsked = (id: unknown): Store => {
    const store = id === undefined ? records.allStores()[0] : records.stores.get(String(id));
    if (!store) throw new Refusal("there is no store with this store_id (GET /control/salla/stores)");
    return store;
  };
  const uninstall = (store: Store) => {
    grants.uninstall(store.id);
    for (const one of [...records.subscriptions.values()])
      if (one.storeId === store.id) records.subscriptions.delete(one.id);
    records.stores.put({ ...store, installed: false });
    void deliveries.aboutApp(store, "app.uninstalled", { id: app.id, app_name: app.name.ar });
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
          void deliveries.aboutApp(store, "app.installed", { id: app.id, app_name: app.name.ar }),
      }),
      storefrontHost(counter),
    ],
    credentials: {
      SALLA_CLIENT_ID: app.id,
      SALLA_CLIENT_SECRET: app.secret,
      SALLA_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    giveTokens(ask) {
      const asked = ask.fresh === true ? records.newStore("dates") : storeAsked(ask.store_id);
      const store = records.markInstalled(asked);
      const scopes = typeof ask.scope === "string" ? ask.scope.split(" ") : READY_SCOPES;
      const grant = grants.give(store, scopes);
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
      storeRoutes(fastify, world, records, { storeAsked, uninstall });
      orderControl(fastify, counter, (order, halalas, at) =>
        refundPart({ world, records, deliveries }, order, halalas, at),
      );
    },
    shops: () => records.allStores().map((store) => shopOf(counter, store)),
  };
}

/** `/control/salla/stores`: who there is, what state the owner is in, and taking the app out as a merchant would. */
function storeRoutes(
  fastify: FastifyInstance,
  world: World,
  records: Records,
  act: { storeAsked(id: unknown): Store; uninstall(store: Store): void },
): void {
  const present = (store: Store) => ({
    store_id: Number(store.id),
    name: store.name,
    url: `${world.url("storefront")}/${store.slug}`,
    installed: store.installed,
    owner: store.ownerState,
    status: store.isClosed ? "inactive" : "active",
    plan: store.plan,
    orders: records.ordersOf(store.id).length,
  });
  fastify.get("/control/salla/stores", () => records.allStores().map(present));
  fastify.post("/control/salla/stores", (request) => {
    const shape = z.strictObject({
      store_id: z.union([z.number(), z.string()]),
      owner: z.enum(["active", "inactive", "deleted"]).optional(),
      status: z.enum(["active", "inactive"]).optional(),
      plan: z.enum(["plus", "pro", "special"]).optional(),
      everyday_orders: z.number().min(0).max(10_000).optional(),
      uninstall: z.literal(true).optional(),
    });
    const body = checked(shape, request.body);
    const store = act.storeAsked(body.store_id);
    const changed = records.stores.put({
      ...store,
      ownerState: body.owner ?? store.ownerState,
      isClosed: body.status ? body.status === "inactive" : (store.isClosed ?? false),
      plan: body.plan ?? store.plan,
      everydayOrders: body.everyday_orders ?? store.everydayOrders,
    });
    if (body.uninstall) act.uninstall(changed);
    return present(records.stores.get(store.id) ?? changed);
  });
}
