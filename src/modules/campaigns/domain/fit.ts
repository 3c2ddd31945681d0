import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";

/**
 * Shared fields as one platform takes them: what it has no place for at all is left out, and a choice it does not offer
 * becomes one it does. Whatever would change who sees the ad or what it says stays, and the checks refuse it: places,
 * ages, texts that are too long.
 */

/** The fields of a part that a platform leaves out or changes, for the note that says so. */
export type Adapted =
  | "devices"
  | "keywords"
  | "optimized"
  | "media"
  | "headlines"
  | "descriptions"
  | "call_to_action";

export function fitAdGroup(fields: AdGroupFields, limits: Capabilities): AdGroupFields {
  const devices = fields.devices.filter((device) => limits.devices.includes(device));
  return {
    ...fields,
    // None chosen is the merchant's to see; none that fits becomes the platform's first.
    devices: devices.length > 0 || fields.devices.length === 0 ? devices : limits.devices.slice(0, 1),
    keywords: limits.keywords ? fields.keywords : [],
    optimized_targeting: fields.optimized_targeting && limits.supportsOptimizedTargeting,
  };
}

export function fitAd(fields: AdFields, limits: Capabilities): AdFields {
  const { headlines, descriptions, media, callsToAction } = limits;
  const isOffered = callsToAction.length === 0 || callsToAction.includes(fields.call_to_action);
  return {
    ...fields,
    more_headlines: fields.more_headlines.slice(0, Math.max(0, headlines.max - 1)),
    more_descriptions: fields.more_descriptions.slice(0, Math.max(0, (descriptions?.max ?? 0) - 1)),
    media_id: media.length > 0 ? fields.media_id : null,
    call_to_action: isOffered ? fields.call_to_action : (callsToAction[0] ?? fields.call_to_action),
  };
}

/** What `fitAdGroup` and `fitAd` leave out or change. */
export function listAdapted(group: AdGroupFields, ads: readonly AdFields[], limits: Capabilities): Adapted[] {
  const fitted = fitAdGroup(group, limits);
  const adapted = ads.map((ad) => [ad, fitAd(ad, limits)] as const);
  const someAd = (differs: (ad: AdFields, fit: AdFields) => boolean) =>
    adapted.some(([ad, fit]) => differs(ad, fit));
  const changes: Record<Adapted, boolean> = {
    devices: fitted.devices.length !== group.devices.length,
    keywords: fitted.keywords.length !== group.keywords.length,
    optimized: fitted.optimized_targeting !== group.optimized_targeting,
    media: someAd((ad, fit) => ad.media_id !== fit.media_id),
    headlines: someAd((ad, fit) => ad.more_headlines.length !== fit.more_headlines.length),
    descriptions: someAd((ad, fit) => ad.more_descriptions.length !== fit.more_descriptions.length),
    call_to_action: someAd((ad, fit) => ad.call_to_action !== fit.call_to_action),
  };
  return (Object.keys(changes) as Adapted[]).filter((one) => changes[one]);
}
