import type { TestSandbox } from "#base/testing/sandbox.ts";
import { testTimeoutMs } from "../../testing/harness.ts";
import { makeShopify } from "../shopify.ts";

/** The adapter beside its simulator, with a short timeout. */
export function makeTestShopify({ hosts, credentials }: TestSandbox, secrets?: [string, ...string[]]) {
  return makeShopify(
    {
      shopUrl: `${hosts.shopify}/{shop}`,
      clientId: credentials.SHOPIFY_CLIENT_ID ?? "",
      clientSecrets: secrets ?? [credentials.SHOPIFY_CLIENT_SECRET ?? ""],
      apiVersion: "2026-07",
      timeoutMs: testTimeoutMs,
    },
    { now: () => new Date() },
  );
}
