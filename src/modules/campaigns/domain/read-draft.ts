import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { DraftContent } from "../contract/draft-content.ts";
import { emptyAdGroup, emptyDraftAd, emptySettings, emptyShared } from "./empty-draft.ts";
import { listPlatforms, noDifferences, type PlanDraft, type PlatformPart } from "./plan-draft.ts";

/** A platform's part; its defaults when the platform is not chosen. */
export const getPart = (draft: PlanDraft, platform: Platform): PlatformPart =>
  draft.platforms[platform] ?? { own: emptySettings(platform), differs: noDifferences() };

/** One platform's part of the plan as if it were the only one: the shared fields with what differs there. */
export function toPlatformDraft(
  draft: PlanDraft,
  platform: Platform,
): Omit<PlanDraft, "platform" | "platforms"> {
  const { differs } = getPart(draft, platform);
  return {
    campaign: { ...draft.campaign, ...differs.campaign },
    ad_groups: draft.ad_groups.map((group) => ({
      ...group,
      ...differs.ad_groups[group.key],
      ads: group.ads.map((ad) => ({ ...ad, ...differs.ads[ad.key] })),
    })),
  };
}

/** A draft's content with its missing fields filled; a draft without ad groups gets one with one ad. */
export function toPlanDraft(content: DraftContent): PlanDraft {
  const groups = content.ad_groups.length > 0 ? content.ad_groups : [{ key: "group-1", ads: [] }];
  const parts = listPlatforms(content).flatMap((platform) => {
    const part = content.platforms[platform];
    return part
      ? [[platform, { own: { ...emptySettings(platform), ...part.own }, differs: part.differs }]]
      : [];
  });
  return {
    campaign: { ...emptyShared(), ...content.campaign },
    ad_groups: groups.map(({ ads, ...group }, index) => ({
      ...emptyAdGroup(),
      ...group,
      ads: (ads.length > 0 || index > 0 ? ads : [{ key: "ad-1" }]).map((ad) => ({
        ...emptyDraftAd(ad.key),
        ...ad,
      })),
    })),
    platform: content.platform,
    platforms: Object.fromEntries(parts) as PlanDraft["platforms"],
  };
}
