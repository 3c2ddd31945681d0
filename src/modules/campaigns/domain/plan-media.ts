import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { setAd } from "./edit-draft.ts";
import { getLimits } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { getPart, toPlatformDraft } from "./read-draft.ts";

/** Where a file is shown: a platform's limits at the placements chosen there. */
export type MediaPlace = { limits: Capabilities; placements: readonly Placement[] };

/** Those of the platforms that take files. */
export const listMediaPlaces = (draft: PlanDraft, platforms: readonly Platform[]): MediaPlace[] =>
  platforms.flatMap((platform) => {
    const limits = getLimits(draft, platform);
    if (!limits || limits.media.length === 0) return [];
    return [{ limits, placements: getPart(draft, platform).own.placements }];
  });

/** The files that an ad has on these platforms, each once. */
export function listAdFiles(draft: PlanDraft, platforms: readonly Platform[], adKey: string): string[] {
  const ids = listMediaPlaces(draft, platforms).map(({ limits }) =>
    findAdFile(draft, limits.platform, adKey),
  );
  return [...new Set(ids.filter((id) => id !== null))];
}

/** The file that an ad has on this platform, its own or the shared one. */
export const findAdFile = (draft: PlanDraft, platform: Platform, adKey: string): string | null =>
  toPlatformDraft(draft, platform)
    .ad_groups.flatMap(({ ads }) => ads)
    .find(({ key }) => key === adKey)?.media_id ?? null;

/**
 * Gives an ad a file in the shared part. A platform that does not take it keeps the one it has: a picture made for
 * several shapes arrives as several files.
 */
export function setSharedFile(
  draft: PlanDraft,
  adKey: string,
  { mediaId, takenBy }: { mediaId: string; takenBy: readonly Platform[] },
): PlanDraft {
  const kept = listMediaPlaces(draft, listPlatforms(draft))
    .map(({ limits }) => limits.platform)
    .filter((platform) => !takenBy.includes(platform));
  const fileOn = (platform: Platform) =>
    kept.includes(platform) ? (findAdFile(draft, platform, adKey) ?? mediaId) : mediaId;
  return listPlatforms(draft).reduce(
    (changed, platform) => setAd(changed, platform, adKey, { media_id: fileOn(platform) }),
    setAd(draft, null, adKey, { media_id: mediaId }),
  );
}
