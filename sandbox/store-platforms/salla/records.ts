import type { World } from "../../base/world.ts";
import { openShopTables } from "../shared/shop-tables.ts";
import { demoStores } from "./demo-stores.ts";
import type { Grant, Order, Store, Subscription } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** Salla's tables in the world's memory, and the demo stores in them. */
export function openRecords(world: World) {
  return {
    ...openShopTables<Store, Order>(world, {
      vendor: "salla",
      demos: demoStores,
      digits: { store: 10, product: 9 },
      complete: (base) => ({ ...base, ownerState: "active", plan: "pro" }),
    }),
    grants: world.table<Grant>("salla-grants"),
    codes: world.table<{
      id: string;
      storeId: string;
      redirectUri: string;
      scopes: string[];
      expires: number;
    }>("salla-codes"),
    subscriptions: world.table<Subscription>("salla-subscriptions"),
  };
}
