import { AdapterFault } from "#base/shared/adapter-fault.ts";

export type ShopifySettings = {
  /** A shop's own host: "https://{shop}". */
  shopUrl: string;
  clientId: string;
  /** The app's secrets; a former one stays valid for webhooks and callbacks while it is rotated. */
  clientSecrets: readonly [string, ...string[]];
  /** "2026-07": versions are quarterly and supported for a year. */
  apiVersion: string;
  /** Timeout of one call; 30 s by default. */
  timeoutMs?: number;
};

const shopDomain = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** A shop's address. Throws `rejected` for anything but a myshopify domain: a token must never be sent elsewhere. */
export function toShopUrl({ shopUrl }: Pick<ShopifySettings, "shopUrl">, shop: string): string {
  if (!shopDomain.test(shop)) throw new AdapterFault("rejected", { reason: "not a shop of Shopify's" });
  return shopUrl.replace("{shop}", shop);
}
