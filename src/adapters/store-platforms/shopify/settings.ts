import { AdapterFault } from "#base/shared/adapter-fault.ts";

export type ShopifySettings = {
  /** Where a shop's own host is: "https://{shop}". */
  shopUrl: string;
  clientId: string;
  /** The app's secret; a former one stays good for webhooks and callbacks while it is rotated. */
  clientSecrets: readonly [string, ...string[]];
  /** "2026-07": versions are quarterly and kept for a year. */
  apiVersion: string;
  /** How long one call may take; 30 s unless said. */
  timeoutMs?: number;
};

const shopDomain = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** A shop's address. Throws `rejected` for anything but a myshopify domain: a token must never go elsewhere. */
export function toShopUrl({ shopUrl }: Pick<ShopifySettings, "shopUrl">, shop: string): string {
  if (!shopDomain.test(shop)) throw new AdapterFault("rejected", { reason: "not a shop of Shopify's" });
  return shopUrl.replace("{shop}", shop);
}
