import type { World } from "../../base/world.ts";
import { openShopTables } from "../shared/shop-tables.ts";
import { demoShops } from "./demo-shops.ts";
import { type Grant, type Order, type Shop, type Subscription, toDomain } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** Shopify's shops in the world's memory, with the apps' grants and subscriptions. */
export function openRecords(world: World) {
  const shopTables = openShopTables<Shop, Order>(world, {
    vendor: "shopify",
    demos: demoShops,
    digits: { store: 11, product: 13 },
    complete: (base) => ({
      ...base,
      plan: "standard",
      isFrozen: false,
      withholdsCustomerData: false,
      withholdsAddresses: false,
      journeySeconds: 0,
    }),
  });
  const subscriptions = world.table<Subscription>("shopify-subscriptions");
  return {
    ...shopTables,
    shopAt: (domain: string) => shopTables.allStores().find((shop) => toDomain(shop) === domain),
    grants: world.table<Grant>("shopify-grants"),
    codes: world.table<{ id: string; shopId: string; scopes: string[]; expires: number }>("shopify-codes"),
    subscriptions,
    listSubscriptions: (shopId: string) => [...subscriptions.values()].filter((one) => one.shopId === shopId),
  };
}
