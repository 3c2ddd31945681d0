import type { Platform } from "./platforms.ts";

/** How a platform's report tells the sales that it ascribes to its ads. */
export type ClaimRules = {
  /**
   * Sales after an ad that was seen and not clicked: `told`, apart from the others; `none`, they are not among its sales;
   * `not_told`, they may be, and its report does not say how many.
   */
  viewThrough: "told" | "none" | "not_told";
  /** The day a sale stands on: that of the purchase, or of the click before it; `not_told` where it is not documented. */
  datedBy: "purchase" | "click" | "not_told";
};

export const claimRules: Readonly<Record<Platform, ClaimRules>> = {
  // Marketing API, Insights: `action_attribution_windows`; purchases outside Meta stand on their own time.
  meta: { viewThrough: "told", datedBy: "purchase" },
  // Ads API, Measurement: `view_attribution_window`, and `action_report_time`, whose default is the conversion's.
  snapchat: { viewThrough: "told", datedBy: "purchase" },
  // Portal doc 1740302848100353 names no split of `complete_payment`, and no time it is counted by.
  tiktok: { viewThrough: "not_told", datedBy: "not_told" },
  // Ads API, Analytics: `post_view` is a count without an amount (its keys are unconfirmed).
  x: { viewThrough: "not_told", datedBy: "not_told" },
  // Google Ads API: view-through conversions are a metric of their own; `conversions` stand on the click's time.
  google: { viewThrough: "none", datedBy: "click" },
};
