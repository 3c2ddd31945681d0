import { describeConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { makeTestWooCommerce } from "./testing/make-test-woocommerce.ts";

describeConnectedStore("WooCommerce", {
  vendor: "woocommerce",
  make: makeTestWooCommerce,
  address: async (sandbox) => {
    const [site] = await sandbox.control<{ site: string }[]>("woocommerce/stores");
    return site?.site ?? "";
  },
  renews: false,
});
