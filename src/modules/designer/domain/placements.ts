/**
 * What a picture is made for: its pixels, and how much of each edge, in parts of its height or width, the platform's own
 * buttons and names may cover. Text stays out of it.
 *
 * Stories: 14 % of the top and 20 % of the bottom of a 9:16 picture; reels: 14 %, 35 % and 6 % of each side. From guides that
 * quote Meta's (adsuploader.com/blog/meta-ads-safe-zones, primores.org), read on 2026-11-28; Meta's own page was not read, and
 * one of them says that since March 2026 the reels' zone serves both: unconfirmed. Where no zone is published, none is drawn and
 * a margin of our own is kept.
 */
export const placements = {
  story: { width: 1_080, height: 1_920, safe: { top: 0.14, bottom: 0.2, side: 0 } },
  reel: { width: 1_080, height: 1_920, safe: { top: 0.14, bottom: 0.35, side: 0.06 } },
  portrait: { width: 1_080, height: 1_350, safe: { top: 0, bottom: 0, side: 0 } },
  square: { width: 1_080, height: 1_080, safe: { top: 0, bottom: 0, side: 0 } },
  landscape: { width: 1_200, height: 628, safe: { top: 0, bottom: 0, side: 0 } },
  wide: { width: 1_920, height: 1_080, safe: { top: 0, bottom: 0, side: 0 } },
} as const;
export type Placement = keyof typeof placements;
export const placementKeys = Object.keys(placements) as Placement[];

/** The box that text has to stay in: inside the platform's zones and a margin of our own of 5 % of the shorter edge. */
export function computeSafeBox(placement: Placement) {
  const { width, height, safe } = placements[placement];
  const margin = Math.round(Math.min(width, height) * 0.05);
  const x = Math.max(margin, Math.round(width * safe.side));
  const top = Math.max(margin, Math.round(height * safe.top));
  const bottom = Math.max(margin, Math.round(height * safe.bottom));
  return { x, y: top, width: width - 2 * x, height: height - top - bottom };
}
