import { promisesOfAConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { sitesHere } from "./testing/sites-here.ts";

promisesOfAConnectedStore("WooCommerce", {
  vendor: "woocommerce",
  make: sitesHere,
  address: async (sandbox) => {
    const [site] = await sandbox.control<{ site: string }[]>("woocommerce/stores");
    return site?.site ?? "";
  },
  renews: false,
});
