import { cleanText, isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import { checkLink } from "./check-campaign.ts";
import { headlineMax, nameMax, noteMax } from "./enums.ts";
import {
  checkName,
  checkStored,
  isOutside,
  missing,
  type Problem,
  type ProblemCode,
  wrong,
} from "./problem.ts";
import type { AdFields } from "./shapes.ts";

/** Facts of the chosen file; absent while they are loading. */
export type MediaFacts = {
  kind: MediaKind;
  mime: string;
  bytes: number;
  /** Absent where they are not known: an adapter's file was measured when it was uploaded. */
  width?: number;
  height?: number;
  /** Videos only. */
  seconds?: number | null;
};
export type AdContext = {
  places: readonly string[];
  media?: MediaFacts;
  /** Ids of the public profiles that the ad account offers; absent while they are loading. */
  profiles?: readonly string[];
};

/**
 * Checks an ad against the platform's limits for the campaign's placements. Text length is counted as the platform
 * counts it.
 */
export function checkAd(
  fields: AdFields,
  limits: Capabilities,
  { places, media, profiles }: AdContext,
): Problem[] {
  return [
    ...checkName(fields.name, nameMax),
    ...checkTexts(fields, limits),
    ...checkAction(fields.call_to_action, limits),
    ...checkLink(fields.target_url, places, "target_url"),
    ...checkMedia(fields.media_id, media, limits),
    ...(profiles ? checkProfile(fields.profile_id, profiles, limits) : []),
  ];
}

/** An ad's texts. */
type AdTexts = Pick<
  AdFields,
  "headline" | "more_headlines" | "text" | "description" | "more_descriptions" | "brand_name"
>;

export function checkTexts(fields: AdTexts, limits: Capabilities): Problem[] {
  return [
    ...checkHeadlines(fields, limits),
    ...checkText(fields.text, limits),
    ...checkDescriptions(fields, limits),
    ...checkBrand(fields.brand_name, limits),
  ];
}

function checkHeadlines({ headline, more_headlines }: AdTexts, limits: Capabilities): Problem[] {
  const { platform, headlines } = limits;
  const { min, max } = headlines;
  const length = headlineLimit(limits);
  const all = [headline, ...more_headlines].filter(isVisible);
  const code = "campaigns.headlines_out_of_range";
  return [
    ...missing(!isVisible(headline), "headline"),
    ...tooLong([headline], length, "campaigns.headline_too_long", "headline", limits),
    ...tooLong(more_headlines, length, "campaigns.headline_too_long", "more_headlines", limits),
    ...missing(max > 1 && all.length < min, "more_headlines", code, { platform, min, max }),
    ...wrong(all.length > max, code, "more_headlines", { platform, min, max }),
    ...wrong(hasDuplicates(all), "campaigns.texts_repeated", "more_headlines", { platform }),
  ];
}

/** The smaller of the product's own limit ("under 27 characters") and the platform's. */
export const headlineLimit = ({ headlineMax: taken }: Pick<Capabilities, "headlineMax">): number =>
  Math.min(headlineMax, taken);

/** A limit of zero: the platform shows no text, and the merchant's text stays here as a note. */
function checkText(text: string, limits: Capabilities): Problem[] {
  const shown =
    limits.textMax === 0 ? [] : tooLong([text], limits.textMax, "campaigns.text_too_long", "text", limits);
  return shown.length > 0 ? shown : checkStored(text, noteMax, "text");
}

function checkDescriptions({ description, more_descriptions }: AdTexts, limits: Capabilities): Problem[] {
  const { platform, descriptions } = limits;
  const code = "campaigns.descriptions_out_of_range";
  if (!descriptions)
    return [
      ...checkStored(description, noteMax, "description"),
      ...wrong(more_descriptions.some(isVisible), code, "more_descriptions", { platform, min: 0, max: 0 }),
    ];
  const { min, max, length } = descriptions;
  const all = [description, ...more_descriptions].filter(isVisible);
  const counted = max > 1 ? "more_descriptions" : "description";
  return [
    ...tooLong([description], length, "campaigns.description_too_long", "description", limits),
    ...tooLong(more_descriptions, length, "campaigns.description_too_long", "more_descriptions", limits),
    ...missing(all.length < min, counted, code, { platform, min, max }),
    ...wrong(all.length > max, code, counted, { platform, min, max }),
    ...wrong(hasDuplicates(all), "campaigns.texts_repeated", "more_descriptions", { platform }),
  ];
}

/** A limit of zero: the platform shows the account's own name. */
function checkBrand(brand: string, limits: Capabilities): Problem[] {
  const { platform, brandMax } = limits;
  if (brandMax === 0) return checkStored(brand, noteMax, "brand_name");
  return [
    ...missing(!isVisible(brand), "brand_name", "campaigns.brand_missing", { platform }),
    ...tooLong([brand], brandMax, "campaigns.brand_too_long", "brand_name", limits),
  ];
}

export function checkAction(action: string, { platform, callsToAction }: Capabilities): Problem[] {
  const isOffered = callsToAction.length === 0 || callsToAction.some((one) => one === action);
  return wrong(!isOffered, "campaigns.action_not_supported", "call_to_action", { platform, action });
}

export function checkMedia(
  mediaId: string | null,
  file: MediaFacts | undefined,
  limits: Capabilities,
): Problem[] {
  const { platform, media } = limits;
  if (media.length === 0)
    return wrong(Boolean(mediaId), "campaigns.media_not_accepted", "media_id", { platform });
  return [
    ...missing(!mediaId, "media_id", "campaigns.media_missing", { platform }),
    ...wrong(file !== undefined && !isFitting(file, limits), "campaigns.media_not_supported", "media_id", {
      platform,
    }),
  ];
}

/** Where ads appear under a public profile there must be one, and the ad's own must be among the account's. */
function checkProfile(
  profileId: string | null,
  profiles: readonly string[],
  { platform, needsProfile }: Capabilities,
): Problem[] {
  const hasNone = needsProfile && profiles.length === 0;
  const isForeign = profileId !== null && !profiles.includes(profileId);
  return [
    ...wrong(hasNone, "campaigns.no_public_profile", "profile_id", { platform }),
    ...wrong(isForeign && !hasNone, "campaigns.profile_not_offered", "profile_id", { platform }),
  ];
}

function tooLong(
  texts: readonly string[],
  max: number,
  code: ProblemCode,
  field: string,
  { platform, textsCountedBy }: Capabilities,
): Problem[] {
  const isLong = texts.some((text) => textLength(text, textsCountedBy) > max);
  return wrong(isLong, code, field, { platform, max });
}

/** The file's kind, type, size and length must be ones the platform accepts. */
export function isFitting(file: MediaFacts, { media }: Pick<Capabilities, "media">): boolean {
  return media.some(
    (taken) =>
      taken.kind === file.kind &&
      taken.mimes.includes(file.mime) &&
      file.bytes <= taken.maxBytes &&
      (taken.width === null || file.width === undefined || taken.width === file.width) &&
      (taken.height === null || file.height === undefined || taken.height === file.height) &&
      !(taken.seconds && file.seconds && isOutside(file.seconds, taken.seconds)),
  );
}

const hasDuplicates = (texts: readonly string[]) =>
  new Set(texts.map((text) => cleanText(text).toLowerCase())).size < texts.length;
