import { defineLive } from "#base/web/runtime/web-module.ts";
import { merchantsKeys } from "#modules/merchants/web/merchants.queries.ts";
import { storesKeys } from "./stores.queries.ts";

const stores = [storesKeys.all];
/** A first store ends the merchant's lead-in; the last one's end, or a closed store, shows an alert. */
const connections = [storesKeys.all, merchantsKeys.all];

export const live = defineLive({
  "store.connected": connections,
  "store.disconnected": connections,
  "store.connection_lost": connections,
  "store.synced": stores,
  "store.order_recorded": stores,
  "store.orders_restated": stores,
});
