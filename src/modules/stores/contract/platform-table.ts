import type { StorePlatformName } from "./enums.ts";

type ConnectMethod = {
  /** `oauth`: the merchant authorizes us on the platform's own page. `proof`: they verify that the site is theirs. */
  method: "oauth" | "proof";
  /** What must be known before the authorization can start. */
  addressKind: "nothing" | "shopify_domain" | "site_address";
};

/**
 * How a store on each platform is connected, in the order merchants see them. Forms, checks and calls use this table.
 */
export const storePlatformTable = {
  salla: { method: "oauth", addressKind: "nothing" },
  zid: { method: "oauth", addressKind: "nothing" },
  shopify: { method: "oauth", addressKind: "shopify_domain" },
  woocommerce: { method: "oauth", addressKind: "site_address" },
  other: { method: "proof", addressKind: "site_address" },
} as const satisfies Record<StorePlatformName, ConnectMethod>;

/** A platform whose stores are connected by an OAuth authorization. */
export type OAuthPlatform = Exclude<StorePlatformName, "other">;

const names = Object.keys(storePlatformTable) as StorePlatformName[];
export const oauthPlatforms = names.filter(isOAuthPlatform);

/**
 * All platforms, and whether each can be connected here: OAuth platforms need our credentials, own sites need
 * nothing.
 */
export const listAvailability = (hasAdapter: (platform: OAuthPlatform) => boolean) =>
  names.map((platform) => ({ platform, is_available: !isOAuthPlatform(platform) || hasAdapter(platform) }));

export function isOAuthPlatform(name: StorePlatformName): name is OAuthPlatform {
  return storePlatformTable[name].method === "oauth";
}
