import type { World } from "../../base/world.ts";
import { openShopTables } from "../shared/shop-tables.ts";
import { demoStores } from "./demo-stores.ts";
import type { Grant, Hook, Order, Store } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** Zid's tables in the world's memory, and the demo stores in them. */
export function openRecords(world: World) {
  const hooks = world.table<Hook>("zid-hooks");
  return {
    ...openShopTables<Store, Order>(world, {
      vendor: "zid",
      demos: demoStores,
      digits: { store: 6, product: 9 },
      complete: (base) => ({ ...base, uuid: world.ids.uuid("zid/store") }),
    }),
    grants: world.table<Grant>("zid-grants"),
    codes: world.table<{ id: string; storeId: string; redirectUri: string; expires: number }>("zid-codes"),
    hooks,
    listHooks: (storeId: string) => [...hooks.values()].filter((hook) => hook.storeId === storeId),
  };
}
