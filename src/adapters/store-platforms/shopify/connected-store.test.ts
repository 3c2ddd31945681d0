import { describeConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { makeTestShopify } from "./testing/make-test-shopify.ts";

describeConnectedStore("Shopify", {
  vendor: "shopify",
  make: makeTestShopify,
  address: async () => "areej-najd.myshopify.com",
  renews: true,
});
