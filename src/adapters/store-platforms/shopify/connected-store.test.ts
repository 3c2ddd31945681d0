import { promisesOfAConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { shopifyIn } from "./testing/shopify-in.ts";

promisesOfAConnectedStore("Shopify", {
  vendor: "shopify",
  make: shopifyIn,
  address: async () => "areej-najd.myshopify.com",
  renews: true,
});
