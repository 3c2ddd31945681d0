import {
  anything,
  boolean,
  type FieldTable,
  type Json,
  listOf,
  objectOf,
  oneOf,
  text,
  uuid,
  webUrl,
} from "../shared/field-table.ts";
import { readOnlyFields } from "./campaign.fields.ts";
import {
  AD_TYPES,
  adTypeFor,
  BRAND_MAX,
  CALLS_TO_ACTION,
  CREATIVE_TYPES,
  HEADLINE_MAX,
  MEDIA_TYPES,
  NAME_MAX,
  STATUSES,
  URL_MAX,
} from "./facts.ts";

/** developers.snap.com, Creatives. */
export const creativeFields: FieldTable = {
  ...readOnlyFields,
  review_status: { rule: anything, readOnly: true },
  packaging_status: { rule: anything, readOnly: true },
  ad_account_id: { rule: uuid, required: true, immutable: true },
  name: { rule: text(NAME_MAX), required: true },
  type: { rule: oneOf(CREATIVE_TYPES), required: true, immutable: true },
  headline: { rule: text(HEADLINE_MAX), required: true },
  brand_name: { rule: text(BRAND_MAX) },
  top_snap_media_id: { rule: uuid, required: true },
  top_snap_crop_position: { rule: oneOf(["OPTIMIZED", "MIDDLE", "TOP", "BOTTOM"]) },
  shareable: { rule: boolean },
  call_to_action: { rule: text(32) },
  profile_properties: { rule: objectOf({ profile_id: { rule: uuid, required: true } }), required: true },
  web_view_properties: {
    rule: objectOf({
      url: { rule: webUrl(URL_MAX), required: true },
      block_preload: { rule: boolean },
      allow_snap_javascript_sdk: { rule: boolean },
      deep_link_urls: { rule: listOf(text(URL_MAX)) },
      use_immersive_mode: { rule: boolean },
    }),
  },
  favorite_display_mode: { rule: text(32) },
  cta_color_display_mode: { rule: text(32) },
  forced_view_eligibility: { rule: text(32) },
  chat_properties: { rule: anything },
};

/** Checks inside a creative: a website one needs an address and one of the web's calls to action. */
export function checkCreative(creative: Json): string | null {
  const type = String(creative.type);
  if (type === "WEB_VIEW") {
    if (creative.web_view_properties === undefined) return "web_view_properties is required for WEB_VIEW";
    if (creative.call_to_action === undefined) return "call_to_action is required for WEB_VIEW";
  } else if (creative.web_view_properties !== undefined)
    return `web_view_properties does not go with ${type}`;
  const allowed = CALLS_TO_ACTION[type];
  if (creative.call_to_action === undefined) return null;
  if (!allowed) return type === "SNAP_AD" ? "call_to_action does not go with SNAP_AD" : null;
  return oneOf(allowed)(creative.call_to_action, "call_to_action");
}

/** developers.snap.com, Media. */
export const mediaFields: FieldTable = {
  ...readOnlyFields,
  media_status: { rule: anything, readOnly: true },
  ad_account_id: { rule: uuid, required: true, immutable: true },
  name: { rule: text(NAME_MAX), required: true },
  type: { rule: oneOf(MEDIA_TYPES), required: true, immutable: true },
};

/** developers.snap.com, Ads. */
export const adFields: FieldTable = {
  ...readOnlyFields,
  review_status: { rule: anything, readOnly: true },
  review_status_reasons: { rule: anything, readOnly: true },
  delivery_status: { rule: anything, readOnly: true },
  ad_squad_id: { rule: uuid, required: true, immutable: true },
  creative_id: { rule: uuid, required: true },
  name: { rule: text(NAME_MAX), required: true },
  status: { rule: oneOf(STATUSES), required: true },
  type: { rule: oneOf(AD_TYPES), required: true, immutable: true },
  third_party_paid_impression_tracking_urls: { rule: listOf(anything) },
  third_party_on_swipe_tracking_urls: { rule: listOf(anything) },
};

/** An ad's type must match its creative's: WEB_VIEW needs REMOTE_WEBPAGE, the others use the same name. */
export function checkAd(ad: Json, creative: Json): string | null {
  const expected = adTypeFor(String(creative.type));
  return ad.type === expected
    ? null
    : `ad type ${ad.type} does not go with a ${creative.type} creative, expected ${expected}`;
}
