import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import { checkLink } from "./check-campaign.ts";
import { headlineMax } from "./enums.ts";
import { isOutside, type Problem, wrong } from "./problem.ts";
import type { AdFields } from "./shapes.ts";

/** Facts of the chosen file; absent while they are loading. */
export type MediaFacts = {
  kind: MediaKind;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  /** Videos only. */
  seconds?: number | null;
};
export type AdContext = { places: readonly string[]; media?: MediaFacts };

/**
 * Checks an ad against the platform's limits for the campaign's placements. Text length is counted as the platform
 * counts it.
 */
export function checkAd(fields: AdFields, limits: Capabilities, { places, media }: AdContext): Problem[] {
  const { platform, callsToAction, brandMax } = limits;
  const action = fields.call_to_action;
  return [
    ...checkHeadlines(fields, limits),
    ...checkText(fields.text, limits),
    ...checkDescriptions(fields, limits),
    ...(brandMax === 0
      ? []
      : [
          ...wrong(fields.brand_name === "", "campaigns.brand_missing", "brand_name", { platform }),
          ...tooLong([fields.brand_name], brandMax, "campaigns.brand_too_long", "brand_name", limits),
        ]),
    ...wrong(
      callsToAction.length > 0 && !callsToAction.includes(action),
      "campaigns.action_not_supported",
      "call_to_action",
      { platform, action },
    ),
    ...checkLink(fields.target_url, places, "target_url"),
    ...checkMedia(fields.media_id, media, limits),
  ];
}

function checkHeadlines({ headline, more_headlines }: AdFields, limits: Capabilities): Problem[] {
  const { platform, headlines } = limits;
  const max = headlineLimit(limits);
  const all = [headline, ...more_headlines].filter(isWritten);
  return [
    ...tooLong([headline], max, "campaigns.headline_too_long", "headline", limits),
    ...tooLong(more_headlines, max, "campaigns.headline_too_long", "more_headlines", limits),
    ...wrong(isOutside(all.length, headlines), "campaigns.headlines_out_of_range", "more_headlines", {
      platform,
      min: headlines.min,
      max: headlines.max,
    }),
    ...wrong(hasDuplicates(all), "campaigns.texts_repeated", "more_headlines", { platform }),
  ];
}

/** The smaller of the product's own limit ("under 27 characters") and the platform's. */
export const headlineLimit = ({ headlineMax: taken }: Pick<Capabilities, "headlineMax">): number =>
  Math.min(headlineMax, taken);

/** A limit of zero: the platform shows no text, and the merchant's text stays here as a note. */
function checkText(text: string, limits: Capabilities): Problem[] {
  return limits.textMax === 0
    ? []
    : tooLong([text], limits.textMax, "campaigns.text_too_long", "text", limits);
}

function checkDescriptions({ description, more_descriptions }: AdFields, limits: Capabilities): Problem[] {
  const { platform, descriptions } = limits;
  if (!descriptions)
    return wrong(
      more_descriptions.some(isWritten),
      "campaigns.descriptions_out_of_range",
      "more_descriptions",
      {
        platform,
        min: 0,
        max: 0,
      },
    );
  const { min, max, length } = descriptions;
  const all = [description, ...more_descriptions].filter(isWritten);
  return [
    ...tooLong([description], length, "campaigns.description_too_long", "description", limits),
    ...tooLong(more_descriptions, length, "campaigns.description_too_long", "more_descriptions", limits),
    ...wrong(
      isOutside(all.length, descriptions),
      "campaigns.descriptions_out_of_range",
      max > 1 ? "more_descriptions" : "description",
      { platform, min, max },
    ),
    ...wrong(hasDuplicates(all), "campaigns.texts_repeated", "more_descriptions", { platform }),
  ];
}

function checkMedia(mediaId: string | null, file: MediaFacts | undefined, limits: Capabilities): Problem[] {
  const { platform, media } = limits;
  const takesMedia = media.length > 0;
  return [
    ...wrong(
      takesMedia && file !== undefined && !isFitting(file, limits),
      "campaigns.media_not_supported",
      "media_id",
      { platform },
    ),
    ...wrong(takesMedia && !mediaId, "campaigns.media_missing", "media_id", { platform }),
    ...wrong(!takesMedia && Boolean(mediaId), "campaigns.media_not_accepted", "media_id", { platform }),
  ];
}

function tooLong(
  texts: readonly string[],
  max: number,
  code: Problem["code"],
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
      (taken.width === null || taken.width === file.width) &&
      (taken.height === null || taken.height === file.height) &&
      !(taken.seconds && file.seconds && isOutside(file.seconds, taken.seconds)),
  );
}

const isWritten = (text: string) => text.trim() !== "";

const hasDuplicates = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.trim().toLowerCase())).size < texts.length;
