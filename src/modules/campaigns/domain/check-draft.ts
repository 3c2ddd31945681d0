import { zeroHalalas } from "#base/shared/money.ts";
import { isVisible } from "#base/shared/text.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { MediaFacts } from "../contract/check-ad.ts";
import { checkNewCampaign } from "../contract/check-new-campaign.ts";
import { missing, type Problem, within } from "../contract/problem.ts";
import type { NewCampaign } from "../contract/shapes.ts";
import { type BodyContext, computeBudgets, getLimits, toCampaignBody } from "./plan-body.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import type { AdTexts, TextLimits } from "./shown-texts.ts";

/** A problem that one platform has with the draft; null: no platform is chosen. */
export type PlanProblem = Problem & { platform: Platform | null };

export type DraftContext = BodyContext & {
  now: Date;
  /** Addresses that links may lead under. */
  places: readonly string[];
  /** Whether each chosen ad account has a pixel; absent while none is chosen. */
  hasPixel: Partial<Record<Platform, boolean>>;
  /** Ids of the public profiles that each chosen ad account offers; absent while none is chosen. */
  profiles: Partial<Record<Platform, readonly string[]>>;
  /** The files of its ads, as far as they are loaded. */
  media: ReadonlyMap<string, MediaFacts>;
  /** What the merchant's licences leave unanswered; absent while they and the ad law's table are loading. */
  checkLaw?: (ad: AdTexts, limits: TextLimits) => Problem[];
};

/**
 * Everything that keeps the plan from being created, as far as it can be known before it is sent. The fields are those
 * of a campaign of the plan: `ad_groups.0.ads.1.headline`.
 */
export function checkDraft(draft: PlanDraft, context: DraftContext): PlanProblem[] {
  const chosen = listPlatforms(draft);
  if (chosen.length === 0) return checkShared(draft).map((one) => ({ ...one, platform: null }));
  const budgets = computeBudgets(draft, context);
  return chosen.flatMap((platform) => {
    const limits = getLimits(draft, platform);
    if (!limits) return [];
    const body = toCampaignBody(draft, platform, { ...context, budget: budgets[platform] ?? zeroHalalas });
    return [
      ...checkNewCampaign(body, limits, toPlatformContext(context, platform)),
      ...checkDraftLicences(body, limits, context),
    ].map((one) => ({ ...one, platform }));
  });
}

/** Words that the server would refuse when the campaign is started. */
function checkDraftLicences(
  { ad_groups: groups }: NewCampaign,
  limits: TextLimits,
  { checkLaw }: DraftContext,
): Problem[] {
  if (!checkLaw) return [];
  return groups.flatMap(({ ads }, at) =>
    ads.flatMap((ad, index) => within(`ad_groups.${at}.ads.${index}.`, checkLaw(ad, limits))),
  );
}

/** Without a platform there are no limits yet: only what is missing on any. */
function checkShared({ campaign }: PlanDraft): Problem[] {
  return [
    ...missing(true, "platforms"),
    ...missing(campaign.store_id === null, "store_id"),
    ...missing(!isVisible(campaign.name), "name"),
    ...missing(!isVisible(campaign.landing_url), "landing_url"),
  ];
}

/** What the checks of one platform's campaign know. */
export function toPlatformContext(
  { hasPixel, currencies, profiles, ...context }: DraftContext,
  platform: Platform,
) {
  const pixel = hasPixel[platform];
  const currency = currencies[platform];
  const offered = profiles[platform];
  return {
    now: context.now,
    places: context.places,
    media: context.media,
    ...(pixel === undefined ? {} : { hasPixel: pixel }),
    ...(currency === undefined ? {} : { currency }),
    ...(offered === undefined ? {} : { profiles: offered }),
  };
}
