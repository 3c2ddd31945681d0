/** The kinds of site a merchant may have connected; null for the user until the first one is connected. */
export const websiteTypes = ["salla", "zid", "shopify", "woocommerce", "other"] as const;
export type WebsiteType = (typeof websiteTypes)[number];

export { type Language, languages } from "#base/shared/language.ts";

export const digitStyles = ["latn", "arab"] as const;
export type DigitStyle = (typeof digitStyles)[number];

export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

/** What a code is for: a code requested for one purpose does not serve another. */
export type CodePurpose = "sign_in" | "password" | "withdrawal";
