import type { StorePlatformName } from "./words.ts";

type Way = {
  /** `consent`: the merchant agrees on the platform's own page. `proof`: they show that the site is theirs. */
  by: "consent" | "proof";
  /** What must be known before anything can begin. */
  asks: "nothing" | "shopify_domain" | "site_address";
};

/** How a store on each platform is connected, in the order merchants see them. Forms, checks and calls draw on it. */
export const storePlatformTable = {
  salla: { by: "consent", asks: "nothing" },
  zid: { by: "consent", asks: "nothing" },
  shopify: { by: "consent", asks: "shopify_domain" },
  woocommerce: { by: "consent", asks: "site_address" },
  other: { by: "proof", asks: "site_address" },
} as const satisfies Record<StorePlatformName, Way>;

/** A platform whose stores are connected by its consent page. */
export type ConsentPlatform = Exclude<StorePlatformName, "other">;

const names = Object.keys(storePlatformTable) as StorePlatformName[];
export const consentPlatforms = names.filter(isConsentPlatform);

/** All of them, and which can be connected here: by consent those we have credentials for, by proof any site. */
export const availability = (hasAdapter: (platform: ConsentPlatform) => boolean) =>
  names.map((platform) => ({ platform, is_available: !isConsentPlatform(platform) || hasAdapter(platform) }));

export function isConsentPlatform(name: StorePlatformName): name is ConsentPlatform {
  return storePlatformTable[name].by === "consent";
}
