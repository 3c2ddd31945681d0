import { platforms } from "#modules/ad-accounts/contract/platforms.ts";

/** Where a link made by hand is put. What is bought as an ad gets its link from the ad. */
export const manualPlatforms = [
  "snapchat",
  "tiktok",
  "instagram",
  "x",
  "youtube",
  "facebook",
  "whatsapp",
  "telegram",
  "sms",
  "email",
  "qr",
  "google",
  "other",
] as const;
export type ManualPlatform = (typeof manualPlatforms)[number];

/** Every platform a listed link may have: those of ads too. */
export const linkPlatforms = [...new Set([...manualPlatforms, ...platforms])] as const;

export const linkOrigins = ["ad", "manual"] as const;

/** Whether a link leads anywhere, and what keeps it from it. A link that our staff blocked is only that. */
export const linkStates = ["active", "paused", "expired", "blocked"] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * What the daily check found at a link's destination. `unknown`: not checked yet, or the page lets no program in.
 * `other_site`: it redirects away from the merchant's stores. `off_sale`: the product there is not for sale.
 */
export const healthStates = [
  "unknown",
  "works",
  "no_answer",
  "page_missing",
  "other_site",
  "off_sale",
] as const;
export type HealthState = (typeof healthStates)[number];
/** What a shopper would notice. */
export const failingStates = ["no_answer", "page_missing", "other_site", "off_sale"] as const;

export const linkSorts = ["created", "name", "clicks", "orders", "sales"] as const;
export type LinkSort = (typeof linkSorts)[number];

/** Kinds of device, as the user agent names them; empty for older clicks. */
export const devices = ["iphone", "android", "tablet", "computer", "other"] as const;
export type Device = (typeof devices)[number];

/** Apps with a browser of their own that say so in the user agent. Telegram and others open the phone's browser. */
export const apps = [
  "instagram",
  "facebook",
  "messenger",
  "snapchat",
  "tiktok",
  "x",
  "whatsapp",
  "linkedin",
  "google",
] as const;
export type App = (typeof apps)[number];

export const domainStatuses = ["pending", "verified", "lost"] as const;
export const abuseReasons = ["fraud", "illegal", "spam", "other"] as const;

export const nameMax = 120;
export const tagMax = 30;
export const tagsMax = 10;
export const utmMax = 100;
/** Rows of one pasted list. */
export const bulkRowsMax = 1_000;
export const domainsMax = 5;
/** A list says how many links there are up to here: counting a hundred thousand takes longer than reading a page. */
export const linksCountMax = 10_000;

/** Links by hand of one merchant that are in use: ids are shared by all merchants. */
export const manualLinksMax = 20_000;
