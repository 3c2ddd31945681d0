import type { StorePlatformName } from "./words.ts";

type Way = {
  /** `consent`: the merchant agrees on the platform's own page. `proof`: they show that the site is theirs. */
  by: "consent" | "proof";
  /** What must be known before anything can begin. */
  asks: "nothing" | "shopify_domain" | "site_address";
  /** Whether it can be connected in this release; the others are shown as coming later. */
  isOpen: boolean;
};

/** How a store on each platform is connected, in the order merchants see them. Forms, checks and calls draw on it. */
export const storePlatformTable = {
  salla: { by: "consent", asks: "nothing", isOpen: true },
  zid: { by: "consent", asks: "nothing", isOpen: true },
  shopify: { by: "consent", asks: "shopify_domain", isOpen: true },
  woocommerce: { by: "consent", asks: "site_address", isOpen: true },
  other: { by: "proof", asks: "site_address", isOpen: true },
} as const satisfies Record<StorePlatformName, Way>;

/** A platform whose stores are connected by its consent page. */
export type ConsentPlatform = Exclude<StorePlatformName, "other">;

const names = Object.keys(storePlatformTable) as StorePlatformName[];

export const openPlatforms = names.filter((name) => storePlatformTable[name].isOpen);
export const laterPlatforms = names.filter((name) => !storePlatformTable[name].isOpen);
export const consentPlatforms = openPlatforms.filter(isConsentPlatform);

export function isConsentPlatform(name: StorePlatformName): name is ConsentPlatform {
  return storePlatformTable[name].by === "consent";
}
