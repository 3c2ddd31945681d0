import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { DroppedField } from "../contract/enums.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";

/** What fits a platform's limits, and what of it did not. */
export type Fitted<Part> = { value: Part; dropped: DroppedField[] };

/** The placements a campaign takes on a platform where nobody has chosen: all it may have together, else the first. */
export function choosePlacements({ placements }: Pick<Capabilities, "placements">): Placement[] {
  if (!placements) return [];
  return placements.pick === "some" ? [...placements.options] : placements.options.slice(0, 1);
}

type FittedCampaign = Pick<CampaignFields, "objective" | "bidding_strategy">;

/** A campaign for a platform: a goal or a bidding strategy it does not offer becomes its first one. */
export function fitCampaign<Campaign extends FittedCampaign>(
  value: Campaign,
  { objectives, biddingStrategies }: Pick<Capabilities, "objectives" | "biddingStrategies">,
): Fitted<Campaign> {
  const objective = keepIfOffered(value.objective, objectives);
  const bidding_strategy = keepIfOffered(value.bidding_strategy, biddingStrategies);
  return {
    value: { ...value, objective, bidding_strategy },
    dropped: [
      ...(objective === value.objective ? [] : (["objective"] as const)),
      ...(bidding_strategy === value.bidding_strategy ? [] : (["bidding"] as const)),
    ],
  };
}

/** An ad group for a platform. Ages are kept, and the form shows what is wrong with them. */
export function fitAdGroup(value: AdGroupFields, limits: Capabilities): Fitted<AdGroupFields> {
  const devices = value.devices.filter((device) => limits.devices.includes(device));
  const locations = limits.radiusMetres ? value.locations : [];
  const keywords = limits.keywords ? value.keywords.slice(0, limits.keywords.max) : [];
  const isWidened = value.optimized_targeting && limits.supportsOptimizedTargeting;
  return {
    value: {
      ...value,
      devices: devices.length > 0 ? devices : limits.devices.slice(0, 1),
      locations,
      keywords,
      optimized_targeting: isWidened,
    },
    dropped: [
      ...(devices.length === value.devices.length ? [] : (["devices"] as const)),
      ...(locations.length === value.locations.length ? [] : (["locations"] as const)),
      ...(keywords.length === value.keywords.length ? [] : (["keywords"] as const)),
      ...(isWidened === value.optimized_targeting ? [] : (["optimized"] as const)),
    ],
  };
}

export function fitAd(value: AdFields, limits: Capabilities): Fitted<AdFields> {
  const { headlines, descriptions, media, callsToAction } = limits;
  const more_headlines = value.more_headlines.slice(0, headlines.max - 1);
  const more_descriptions = value.more_descriptions.slice(0, Math.max(0, (descriptions?.max ?? 0) - 1));
  const media_id = media.length > 0 ? value.media_id : null;
  const call_to_action =
    callsToAction.length > 0 ? keepIfOffered(value.call_to_action, callsToAction) : value.call_to_action;
  return {
    value: { ...value, more_headlines, more_descriptions, media_id, call_to_action },
    dropped: [
      ...(more_headlines.length === value.more_headlines.length ? [] : (["headlines"] as const)),
      ...(more_descriptions.length === value.more_descriptions.length ? [] : (["descriptions"] as const)),
      ...(media_id === value.media_id ? [] : (["media"] as const)),
      ...(call_to_action === value.call_to_action ? [] : (["call_to_action"] as const)),
    ],
  };
}

/** The chosen value when it is offered, else the first offered one. */
function keepIfOffered<Choice extends string>(chosen: Choice, offered: readonly Choice[]): Choice {
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen);
}
