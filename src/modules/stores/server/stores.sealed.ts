import { sealedColumns, sealedTokens } from "#base/server/sealed/sealed-columns.ts";
import { toSealContext as toContactContext } from "./order-contacts.ts";
import { sealContext as toSiteContext } from "./sites.ts";
import { storeTokens } from "./store-access.ts";
import { sealContext as toEndpointContext } from "./webhook-endpoint.ts";

export const storesSealed = [
  sealedTokens(storeTokens),
  sealedColumns("stores.stores", {
    key: ["id"],
    columns: ["webhook_secret_sealed"],
    toContext: toEndpointContext,
  }),
  sealedColumns("stores.sites", { key: ["id"], columns: ["signing_key_sealed"], toContext: toSiteContext }),
  sealedColumns("stores.order_contacts", {
    key: ["order_id"],
    columns: ["sealed"],
    toContext: toContactContext,
  }),
];
