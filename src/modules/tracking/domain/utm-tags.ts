import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { ManualPlatform } from "../contract/link-enums.ts";

/** The UTM tags of a link. Without a campaign or content of its own they name the link and its ad. */
export type UtmTags = { source: string; medium: string; campaign?: string; content?: string };

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

/** The tags that the merchant chose for a link made by hand; null where the platform's own apply. */
export type OwnTags = {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  content: string | null;
};

/** The tags of a link made by hand: nothing about it is paid, or the platform would be bought as an ad. */
export function toManualTags(platform: ManualPlatform, own: OwnTags): UtmTags {
  const usual = manualTags[platform];
  return {
    source: own.source ?? usual.source,
    medium: own.medium ?? usual.medium,
    ...(own.campaign === null ? {} : { campaign: own.campaign }),
    ...(own.content === null ? {} : { content: own.content }),
  };
}

const organic = (source: string): UtmTags => ({ source, medium: "social" });

/** Google Analytics knows the mediums social, email, sms and referral (same page as above). */
export const manualTags: Record<ManualPlatform, UtmTags> = {
  snapchat: organic("snapchat"),
  tiktok: organic("tiktok"),
  instagram: organic("instagram"),
  x: organic("twitter"),
  youtube: organic("youtube"),
  facebook: organic("facebook"),
  whatsapp: { source: "whatsapp", medium: "messaging" },
  telegram: { source: "telegram", medium: "messaging" },
  sms: { source: "sms", medium: "sms" },
  email: { source: "email", medium: "email" },
  qr: { source: "qr", medium: "offline" },
  google: { source: "google", medium: "referral" },
  other: { source: "rawaj", medium: "referral" },
};
