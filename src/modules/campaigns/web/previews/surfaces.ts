import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** Where on a platform a shopper meets the ad. */
export const surfaces = [
  "snapchat",
  "instagram_feed",
  "instagram_story",
  "instagram_reel",
  "facebook_feed",
  "tiktok",
  "x",
  "google_search",
  "youtube_feed",
  "youtube_shorts",
] as const;
export type Surface = (typeof surfaces)[number];

/** Shares of the picture's height and width that the app's own buttons and texts cover. `end` is the side of its buttons. */
export type SafeZone = { top: number; bottom: number; start: number; end: number };

type SurfaceSpec = {
  platform: Platform;
  /** Only where the campaign chose it; null: wherever the platform is. */
  placement: Placement | null;
  /** The picture's shape there, width by height; a picture of another shape is cut to it. Null: no picture. */
  shape: `${number} / ${number}` | null;
  safeZone: SafeZone | null;
  /** The letters of the text before "more"; null: all of it. */
  textShown: number | null;
};

const tall = "9 / 16";

/**
 * What each surface shows. Meta's ads guide: about 125 letters of text, 72 in reels; its safe zones are 14% at the top,
 * 20% (stories) or 35% (reels) at the bottom, 6% at the sides. Google names 288, 672, 48 and 192 of 1080×1920 pixels.
 * Snapchat and TikTok publish templates instead of numbers, TikTok's another one for Arabic, mirrored: theirs are
 * measured and unconfirmed.
 */
export const surfaceSpecs: Readonly<Record<Surface, SurfaceSpec>> = {
  snapchat: {
    platform: "snapchat",
    placement: null,
    shape: tall,
    safeZone: { top: 0.08, bottom: 0.18, start: 0, end: 0 },
    textShown: null,
  },
  instagram_feed: {
    platform: "meta",
    placement: "instagram",
    shape: "4 / 5",
    safeZone: null,
    textShown: 125,
  },
  instagram_story: {
    platform: "meta",
    placement: "instagram",
    shape: tall,
    safeZone: { top: 0.14, bottom: 0.2, start: 0, end: 0 },
    textShown: 0,
  },
  instagram_reel: {
    platform: "meta",
    placement: "instagram",
    shape: tall,
    safeZone: { top: 0.14, bottom: 0.35, start: 0.06, end: 0.06 },
    textShown: 72,
  },
  facebook_feed: {
    platform: "meta",
    placement: "facebook",
    shape: "4 / 5",
    safeZone: null,
    textShown: 125,
  },
  tiktok: {
    platform: "tiktok",
    placement: null,
    shape: tall,
    safeZone: { top: 0.07, bottom: 0.25, start: 0.11, end: 0.13 },
    textShown: 100,
  },
  x: { platform: "x", placement: null, shape: "1 / 1", safeZone: null, textShown: 280 },
  google_search: { platform: "google", placement: "search", shape: null, safeZone: null, textShown: null },
  youtube_feed: {
    platform: "google",
    placement: "youtube",
    shape: "16 / 9",
    safeZone: null,
    textShown: null,
  },
  youtube_shorts: {
    platform: "google",
    placement: "youtube",
    shape: tall,
    safeZone: { top: 288 / 1_920, bottom: 672 / 1_920, start: 48 / 1_080, end: 192 / 1_080 },
    textShown: null,
  },
};

/** Where a campaign's ads are met. Without chosen placements: everywhere on the platform. */
export function listSurfaces(platform: Platform, placements: readonly Placement[]): Surface[] {
  return surfaces.filter((surface) => {
    const spec = surfaceSpecs[surface];
    const isChosen =
      spec.placement === null || placements.length === 0 || placements.includes(spec.placement);
    return spec.platform === platform && isChosen;
  });
}
