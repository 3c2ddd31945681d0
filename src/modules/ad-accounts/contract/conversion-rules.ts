import type { Platform } from "./platforms.ts";

/** How a platform takes purchases back, and customer lists. Sources are in each adapter's QUIRKS.md. */
export type ConversionRules = {
  /** The most purchases in one request. */
  batch: number;
  /** Older purchases are refused. */
  maxAgeDays: number;
  /** The names of its click ids; one of them matches a purchase without a contact. */
  clickNames: readonly string[];
  /** A click id alone is not enough: the shopper's contact must come with it. */
  needsContact: boolean;
  /** It grades how well purchases are matched, from 0 to 10. */
  gradesMatches: boolean;
  /** It answers later whether it took a purchase. */
  answersLater: boolean;
  /** How many days after a purchase its value may be corrected; 0 where its API takes no correction. */
  restateDays: number;
  /** The most people in one request to a customer list. */
  listBatch: number;
  /** From how many matched people on it uses a customer list. */
  listMinimum: number;
  /** Our ad groups leave the list out by themselves; elsewhere the merchant does it in the ads manager. */
  excludesLists: boolean;
};

export const conversionRules: Readonly<Record<Platform, ConversionRules>> = {
  // Conversions API, Using the API: a thousand events, each at most seven days old. Custom Audiences: from 100 people.
  meta: {
    batch: 1_000,
    maxAgeDays: 7,
    clickNames: ["fbclid"],
    needsContact: false,
    gradesMatches: true,
    answersLater: false,
    restateDays: 0,
    listBatch: 10_000,
    listMinimum: 100,
    excludesLists: true,
  },
  // Conversions API v3: 2,000 events of at most 37 days, each with an e-mail, a phone, or an IP address, which we do
  // not keep (Parameters, required user data).
  snapchat: {
    batch: 2_000,
    maxAgeDays: 37,
    clickNames: ["ScCid"],
    needsContact: true,
    gradesMatches: false,
    answersLater: false,
    restateDays: 0,
    listBatch: 10_000,
    listMinimum: 1_000,
    excludesLists: true,
  },
  // Events API 2.0: a thousand events; those of the web are attributed within 28 days.
  tiktok: {
    batch: 1_000,
    maxAgeDays: 28,
    clickNames: ["ttclid"],
    needsContact: false,
    gradesMatches: false,
    answersLater: false,
    restateDays: 0,
    listBatch: 10_000,
    listMinimum: 1_000,
    excludesLists: true,
  },
  // Web Conversions: 500 events. The age is not published (unconfirmed); 90 days is the longest attribution window.
  x: {
    batch: 500,
    maxAgeDays: 90,
    clickNames: ["twclid"],
    needsContact: false,
    gradesMatches: false,
    answersLater: false,
    restateDays: 0,
    listBatch: 2_000,
    listMinimum: 100,
    excludesLists: true,
  },
  // Data Manager API: 2,000 events; clicks of up to 90 days; an event of a known transaction id replaces its value
  // (Conversion adjustments), as Google Ads does up to 55 days after it (Help; unconfirmed for this API). Customer Match: from 100 people on Search.
  google: {
    batch: 2_000,
    maxAgeDays: 90,
    clickNames: ["gclid", "gbraid", "wbraid"],
    needsContact: false,
    gradesMatches: false,
    answersLater: true,
    restateDays: 55,
    listBatch: 10_000,
    listMinimum: 100,
    excludesLists: false,
  },
};
