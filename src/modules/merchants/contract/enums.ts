/** The kinds of site a merchant may have connected; null for the user until the first one is connected. */
export const websiteTypes = ["salla", "zid", "shopify", "woocommerce", "other"] as const;
export type WebsiteType = (typeof websiteTypes)[number];

export { type Language, languages } from "#base/shared/language.ts";

export const digitStyles = ["latn", "arab"] as const;
export type DigitStyle = (typeof digitStyles)[number];

export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

/** What a code is for: a code requested for one purpose does not serve another. */
export type CodePurpose = "sign_in" | "password" | "withdrawal" | "current_number" | "new_number" | "erasure";

/** Whether the Hijri day stands beside the Gregorian one. */
export const calendars = ["gregorian", "both"] as const;
export type Calendar = (typeof calendars)[number];

/** How many days before an order a click counts as having brought it: longer, and it proves nothing. */
export const attributionWindows = [1, 7, 28] as const;
export type AttributionWindow = (typeof attributionWindows)[number];

/** Which click before an order its campaign is shown by first; the other stands beside it. */
export const attributionModels = ["last_click", "first_click"] as const;
export type AttributionModel = (typeof attributionModels)[number];

/** Whether sales and return count every order, or those that were delivered. */
export const countedOrders = ["placed", "delivered"] as const;
export type CountedOrders = (typeof countedOrders)[number];

/** For how many seconds a change offers to be undone. */
export const undoSeconds = [5, 8, 15, 30] as const;
export type UndoSeconds = (typeof undoSeconds)[number];
