import { z } from "zod";
import type { World } from "../../base/world.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Guard } from "./guard.ts";
import type { Store } from "./model.ts";
import type { Records } from "./records.ts";

/** What the merchant API's routes depend on. */
export interface ApiDeps {
  world: World;
  records: Records;
  deliveries: Deliveries;
  guard: Guard;
}

export const ROOT = "/admin/v2";

/** 15 rows a page unless requested otherwise, 60 at most. */
export const paging = {
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(60).default(15),
};

/** The store's public address. */
export function toStoreOrigin({ world }: Pick<ApiDeps, "world">, store: Store): string {
  return `${world.url("storefront")}/${store.slug}`;
}
