import type { TestSandbox } from "#base/testing/sandbox.ts";
import { impatienceMs } from "../../testing/bench.ts";
import { makeShopify } from "../shopify.ts";

/** The adapter beside its simulator, soon tired of waiting. */
export function shopifyIn({ hosts, credentials }: TestSandbox, secrets?: [string, ...string[]]) {
  return makeShopify(
    {
      shopUrl: `${hosts.shopify}/{shop}`,
      clientId: credentials.SHOPIFY_CLIENT_ID ?? "",
      clientSecrets: secrets ?? [credentials.SHOPIFY_CLIENT_SECRET ?? ""],
      apiVersion: "2026-07",
      timeoutMs: impatienceMs,
    },
    { now: () => new Date() },
  );
}
