import type { World } from "../../base/world.ts";
import { openShopTables } from "../shared/shop-tables.ts";
import { demoSites } from "./demo-sites.ts";
import type { Hook, Order, Site } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** WooCommerce's sites in the world's memory: one of them with plain permalinks, one with a plugin's status. */
export function openRecords(world: World) {
  const hooks = world.table<Hook>("woocommerce-hooks");
  return {
    ...openShopTables<Site, Order>(world, {
      vendor: "woocommerce",
      demos: demoSites,
      digits: { store: 6, product: 5 },
      complete: (base) => ({
        ...base,
        hasPlainPermalinks: base.kind === "dates",
        hasShippedStatus: base.kind === "abayas",
        stripsHeader: false,
        isWalled: false,
      }),
    }),
    hooks,
    listHooks: (siteId: string) => [...hooks.values()].filter((hook) => hook.siteId === siteId),
  };
}
