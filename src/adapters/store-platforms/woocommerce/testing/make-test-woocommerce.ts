import { testTimeoutMs } from "../../testing/harness.ts";
import { makeWooCommerce } from "../woocommerce.ts";

/** The adapter beside its simulator, with a short timeout. */
export function makeTestWooCommerce() {
  return makeWooCommerce({ publicOnly: false, timeoutMs: testTimeoutMs }, { now: () => new Date() });
}
