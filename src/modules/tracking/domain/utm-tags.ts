import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** `utm_source` and `utm_medium` of an ad. */
export type UtmTags = { source: string; medium: string };

const social = (source: string): UtmTags => ({ source, medium: "paid_social" });

/**
 * The UTM tags that name an ad's clicks in the merchant's analytics. Google Analytics puts a visit into a default
 * channel group by its source's category and a medium that begins with "paid" or holds "cp"
 * (support.google.com/analytics/answer/9756891): Paid Search, Paid Video or Paid Social. Its list of sources has
 * `facebook`, `instagram` and `twitter`, and neither `meta` nor `x`.
 */
export function toUtmTags(platform: Platform, placements: readonly Placement[]): UtmTags {
  if (placements.includes("youtube")) return { source: "youtube", medium: "paid_video" };
  if (placements.length === 1 && placements[0] === "instagram") return social("instagram");
  return platformTags[platform];
}

/** With both of Meta's placements, or none named, the source is Facebook: its ads are sold under that name. */
const platformTags: Record<Platform, UtmTags> = {
  meta: social("facebook"),
  snapchat: social("snapchat"),
  tiktok: social("tiktok"),
  x: social("twitter"),
  google: { source: "google", medium: "cpc" },
};
