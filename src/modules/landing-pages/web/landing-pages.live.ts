import { defineLive } from "#base/web/runtime/web-module.ts";
import { storesKeys } from "#modules/stores/web/stores.queries.ts";
import { landingPagesKeys } from "./landing-pages.queries.ts";

/** A new page is an address that campaigns may lead to; the stores' answer lists them. */
export const live = defineLive({
  "landing_pages.changed": [landingPagesKeys.list, landingPagesKeys.pages, storesKeys.stores],
});
