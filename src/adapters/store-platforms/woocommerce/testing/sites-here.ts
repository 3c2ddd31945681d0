import { impatienceMs } from "../../testing/bench.ts";
import { makeWooCommerce } from "../woocommerce.ts";

/** The adapter beside its simulator, soon tired of waiting. */
export function sitesHere() {
  return makeWooCommerce({ publicOnly: false, timeoutMs: impatienceMs }, { now: () => new Date() });
}
