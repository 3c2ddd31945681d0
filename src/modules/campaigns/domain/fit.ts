import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { DroppedField } from "../contract/enums.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";

/**
 * Fields as one platform takes them: what it has no place for at all is left out, and a choice it does not offer becomes
 * one it does. Whatever would change who sees the ad or what it says stays, and the checks refuse it: places, ages, texts
 * that are too long.
 */

/** The fitted part, and what of it is not as it was. */
type Fitted<Part> = { value: Part; dropped: DroppedField[] };

/** The placements a campaign takes on a platform where nobody has chosen: all it may have together, else the first. */
export function choosePlacements({ placements }: Pick<Capabilities, "placements">): Placement[] {
  if (!placements) return [];
  return placements.pick === "some" ? [...placements.options] : placements.options.slice(0, 1);
}

export function fitAdGroup<Fields extends AdGroupFields>(
  fields: Fields,
  limits: Capabilities,
): Fitted<Fields> {
  const offered = fields.devices.filter((device) => limits.devices.includes(device));
  // None chosen is the merchant's to see; none that fits becomes the platform's first.
  const devices = offered.length > 0 || fields.devices.length === 0 ? offered : limits.devices.slice(0, 1);
  const keywords = limits.keywords ? fields.keywords : [];
  const optimized_targeting = fields.optimized_targeting && limits.supportsOptimizedTargeting;
  return {
    value: { ...fields, devices, keywords, optimized_targeting },
    dropped: listTrue({
      devices: offered.length !== fields.devices.length,
      keywords: keywords.length !== fields.keywords.length,
      optimized: optimized_targeting !== fields.optimized_targeting,
    }),
  };
}

export function fitAd<Fields extends AdFields>(fields: Fields, limits: Capabilities): Fitted<Fields> {
  const { headlines, descriptions, media, callsToAction } = limits;
  const more_headlines = fields.more_headlines.slice(0, Math.max(0, headlines.max - 1));
  const more_descriptions = fields.more_descriptions.slice(0, Math.max(0, (descriptions?.max ?? 0) - 1));
  const media_id = media.length > 0 ? fields.media_id : null;
  const call_to_action =
    callsToAction.length > 0 ? keepIfOffered(fields.call_to_action, callsToAction) : fields.call_to_action;
  return {
    value: { ...fields, more_headlines, more_descriptions, media_id, call_to_action },
    dropped: listTrue({
      media: media_id !== fields.media_id,
      headlines: more_headlines.length !== fields.more_headlines.length,
      descriptions: more_descriptions.length !== fields.more_descriptions.length,
      call_to_action: call_to_action !== fields.call_to_action,
    }),
  };
}

/** What a platform drops of an ad group and its ads, each once. */
export function listDropped(
  group: AdGroupFields,
  ads: readonly AdFields[],
  limits: Capabilities,
): DroppedField[] {
  const dropped = [fitAdGroup(group, limits), ...ads.map((ad) => fitAd(ad, limits))];
  return [...new Set(dropped.flatMap((one) => one.dropped))];
}

/** The chosen value when it is offered, else the first offered one. */
export const keepIfOffered = <Choice>(chosen: Choice, offered: readonly Choice[]): Choice =>
  offered.includes(chosen) ? chosen : (offered[0] ?? chosen);

const listTrue = (named: Partial<Record<DroppedField, boolean>>): DroppedField[] =>
  (Object.keys(named) as DroppedField[]).filter((name) => named[name]);
