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
  CREATE_STATUSES,
  DISPLAY_NAME_MAX,
  IDENTITY_TYPES,
  NAME_MAX,
  URL_MAX,
} from "./facts.ts";
import { words } from "./rules.ts";

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
  image_ids: { rule: listOf(text(128), { min: 1, max: 1 }) },
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

/** What a whole creative must hold, and what must agree in it and with its ad group. */
export function creativeAgrees(creative: Json, group: Json): string | null {
  const missing = NEEDED.find((field) => creative[field] === undefined);
  if (missing) return `${missing}: Missing data for required field`;
  if (creative.ad_format === "CAROUSEL_ADS") return "ad_format: CAROUSEL_ADS is not played by the sandbox";
  if (creative.image_ids === undefined) return "image_ids: Missing data for required field";
  if (creative.ad_format === "SINGLE_VIDEO")
    return creative.video_id === undefined ? "video_id: Missing data for required field" : null;
  if (creative.video_id !== undefined) return "video_id: not supported for SINGLE_IMAGE";
  const placements = (group.placements ?? []) as string[];
  const isOnlyInFeed = placements.length > 0 && placements.every((place) => place === "PLACEMENT_TIKTOK");
  return isOnlyInFeed ? "ad_format: SINGLE_IMAGE is not supported on PLACEMENT_TIKTOK alone" : null;
}
