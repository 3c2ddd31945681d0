import type { World } from "../../base/world.ts";
import type { ShopRecord } from "../shared/model.ts";
import { openShelves } from "../shared/shelves.ts";
import { demoSites } from "./demo-sites.ts";
import type { Coupon, Hook, Order, Site } from "./model.ts";

export type Records = ReturnType<typeof openRecords>;

/** WooCommerce's sites in the world's memory: one with plain permalinks, one with a plugin's status, each with a coupon. */
export function openRecords(world: World) {
  const coupons = world.table<Coupon>("woocommerce-coupons");
  const hooks = world.table<Hook>("woocommerce-hooks");
  const complete = (base: ShopRecord): Site => {
    const id = String(world.ids.number("woocommerce/coupon", 4));
    coupons.put({ id, siteId: base.id, code: "ahlan10", percent: 10, used: 0, createdAt: base.openedAt });
    return {
      ...base,
      hasPlainPermalinks: base.kind === "dates",
      hasShippedStatus: base.kind === "abayas",
      isWalled: false,
    };
  };
  return {
    ...openShelves<Site, Order>(world, {
      vendor: "woocommerce",
      demos: demoSites,
      digits: { store: 6, product: 5 },
      complete,
    }),
    hooks,
    coupons,
    couponsOf: (siteId: string) => [...coupons.values()].filter((coupon) => coupon.siteId === siteId),
    hooksOf: (siteId: string) => [...hooks.values()].filter((hook) => hook.siteId === siteId),
  };
}
