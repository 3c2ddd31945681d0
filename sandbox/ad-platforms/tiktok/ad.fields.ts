import {
  boolean,
  type FieldTable,
  type Json,
  listOf,
  objectOf,
  oneOf,
  text,
  webUrl,
} from "../shared/field-table.ts";
import {
  AD_FORMATS,
  AD_TEXT_MAX,
  CALLS_TO_ACTION,
  CAROUSEL_PICTURES_MAX,
  CREATE_STATUSES,
  DISPLAY_NAME_MAX,
  IDENTITY_TYPES,
  NAME_MAX,
  URL_MAX,
} from "./facts.ts";
import { isMusic } from "./music.ts";
import { id, words } from "./rules.ts";

const shown: FieldTable = {
  ad_name: { rule: words(NAME_MAX) },
  ad_format: { rule: oneOf(AD_FORMATS) },
  ad_text: { rule: words(AD_TEXT_MAX, /[{}#]/) },
  call_to_action: { rule: oneOf(CALLS_TO_ACTION) },
  landing_page_url: { rule: webUrl(URL_MAX) },
  identity_type: { rule: oneOf(IDENTITY_TYPES) },
  identity_id: { rule: text(64) },
  display_name: { rule: words(DISPLAY_NAME_MAX) },
  video_id: { rule: text(64) },
  image_ids: { rule: listOf(text(128), { min: 1, max: CAROUSEL_PICTURES_MAX }) },
  music_id: { rule: id },
  dark_post_status: { rule: oneOf(["ON", "OFF"]) },
  creative_authorized: { rule: boolean },
  promotional_music_disabled: { rule: boolean },
  dynamic_destination: { rule: oneOf(["UNSET", "DLO"]) },
  utm_params: {
    rule: listOf(
      objectOf({ key: { rule: text(100), required: true }, value: { rule: text(100), required: true } }),
      {
        max: 14,
      },
    ),
  },
};

/** One creative of a create; the vendor's model has more (Spark posts, catalogues, instant pages). */
export const creativeCreateFields: FieldTable = {
  ...shown,
  operation_status: { rule: oneOf(CREATE_STATUSES) },
};

/** One creative of an update; its status has a call of its own. */
export const creativeUpdateFields: FieldTable = { ...shown, ad_id: { rule: text(32), required: true } };

const NEEDED = [
  "ad_name",
  "ad_format",
  "ad_text",
  "call_to_action",
  "landing_page_url",
  "identity_type",
  "identity_id",
];

/** Checks of a complete creative: required fields, and agreement inside it and with its ad group. */
export function checkCreative(creative: Json, group: Json): string | null {
  const missing = NEEDED.find((field) => creative[field] === undefined);
  if (missing) return `${missing}: Missing data for required field`;
  return identityProblem(creative, group) ?? formatProblem(creative, group);
}

/** TikTok's own app: included in the placements of an ad group unless it names only others. */
export const isInFeed = ({ placement_type, placements }: Json): boolean =>
  placement_type !== "PLACEMENT_TYPE_NORMAL" || ((placements ?? []) as string[]).includes("PLACEMENT_TIKTOK");

/** A custom identity (a name with a picture) can no longer be used on TikTok itself (portal doc 1848048566169730). */
function identityProblem({ identity_type }: Json, group: Json): string | null {
  const isCustom = identity_type === "CUSTOMIZED_USER";
  if (isInFeed(group))
    return isCustom
      ? "identity_type: Custom identities are no longer supported. Use an authorized TikTok account"
      : null;
  return isCustom ? null : "identity_type: Incorrect source field";
}

/**
 * Videos and carousels run on TikTok; a single image only on other placements (portal docs 1766217791987713,
 * 1777633230937090).
 */
function formatProblem({ ad_format, image_ids, video_id, music_id }: Json, group: Json): string | null {
  if (image_ids === undefined) return "image_ids: Missing data for required field";
  const pictures = (image_ids as string[]).length;
  if (ad_format !== "CAROUSEL_ADS" && pictures > 1) return "image_ids: Longer than maximum length 1";
  if (ad_format !== "SINGLE_VIDEO" && video_id !== undefined)
    return `video_id: not supported for ${ad_format}`;
  if (ad_format !== "CAROUSEL_ADS" && music_id !== undefined)
    return `music_id: not supported for ${ad_format}`;
  if (ad_format === "SINGLE_VIDEO")
    return video_id === undefined ? "video_id: Missing data for required field" : null;
  if (ad_format === "SINGLE_IMAGE")
    return isInFeed(group)
      ? "ad_format: SINGLE_IMAGE is supported on Pangle or Global App Bundle only"
      : null;
  if (!isInFeed(group)) return "ad_format: CAROUSEL_ADS needs PLACEMENT_TIKTOK";
  return isMusic(music_id) ? null : "music_id: Please select valid music for Carousel Ads";
}
