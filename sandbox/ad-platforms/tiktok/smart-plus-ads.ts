import type { Json } from "../shared/field-table.ts";
import { isInFeed } from "./ad.fields.ts";
import { refuseUnfitFiles } from "./ads.ts";
import { badParameter, notSimulated } from "./errors.ts";
import { refuseOutsideSmartPlus } from "./flows.ts";
import { isMusic } from "./music.ts";
import { findPortfolio } from "./portfolios.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { smartAdCreateFields, smartAdUpdateFields } from "./smart-plus.fields.ts";
import { refuseTooMany, respondSmartPlus } from "./smart-plus.ts";
import { type CreativeInfo, smartPlusAdIn } from "./smart-plus-shapes.ts";
import { checkedBody, insertObject, requireObject, updateObject } from "./stored-objects.ts";

/**
 * Ads of Upgraded Smart+: lists of creatives, texts and buttons that TikTok combines; the sandbox supports one of
 * each.
 */
export function smartPlusAdRoutes(context: Context): Route[] {
  return [
    { method: "POST", path: "/smart_plus/ad/create/", scope: "ads", handle: (call) => create(context, call) },
    { method: "POST", path: "/smart_plus/ad/update/", scope: "ads", handle: (call) => update(context, call) },
  ];
}

function create(context: Context, call: Call): Json {
  const { adgroup_id, ...body } = checkedBody(call, smartAdCreateFields);
  const group = requireObject(context, call, "adgroups", body.advertiser_id, adgroup_id);
  refuseOutsideSmartPlus(requireAdvertiser(call, body.advertiser_id, context.registry));
  refuseTooMany(context, "ads", group);
  const wire: Json = { operation_status: "ENABLE", ...body, creative_id: context.registry.nextId() };
  refuseUnfit(context, group, wire);
  return respondSmartPlus(
    context,
    call,
    insertObject(context, "ads", { accountId: group.account_id, parentId: group.id, wire }),
  );
}

const SEEN = ["creative_list", "ad_text_list", "landing_page_url_list"];

/** A list that is sent replaces the stored one; a change of the visible content starts a new review. */
function update(context: Context, call: Call): Json {
  const { advertiser_id, smart_plus_ad_id, ...change } = checkedBody(call, smartAdUpdateFields);
  const ad = requireObject(context, call, "ads", advertiser_id, smart_plus_ad_id);
  refuseOutsideSmartPlus(requireAdvertiser(call, advertiser_id, context.registry));
  const group = requireObject(context, call, "adgroups", advertiser_id, ad.parent_id);
  const wire: Json = { ...ad.wire, ...change };
  refuseUnfit(context, group, wire);
  const hasVisibleChange = SEEN.some(
    (field) => JSON.stringify(ad.wire[field]) !== JSON.stringify(wire[field]),
  );
  const review = hasVisibleChange ? { submitted_at: context.world.now().getTime() } : {};
  return respondSmartPlus(
    context,
    call,
    updateObject(context, ad, { ...wire, ...(hasVisibleChange ? { reviewed_before: true } : {}) }, review),
  );
}

function refuseUnfit(context: Context, group: StoredObject, wire: Json): void {
  const missing = ["ad_text_list", "landing_page_url_list", "ad_configuration"].find((field) => !wire[field]);
  if (missing) throw badParameter(`${missing}: Missing data for required field`);
  if (!isInFeed(group.wire)) throw notSimulated("Smart+ beside TikTok only");
  const { creative_list, ad_text_list, landing_page_url_list, ad_configuration } = smartPlusAdIn(wire);
  const [creative, ...more] = creative_list;
  if (!creative || more.length > 0 || ad_text_list.length > 1)
    throw notSimulated("an ad of several creatives");
  if (landing_page_url_list.length === 0)
    throw badParameter("landing_page_url_list: Missing data for required field");
  refuseUnfitCreative(context, group.account_id, creative.creative_info);
  // Under a TikTok account the button comes from a portfolio, never by name.
  if (!findPortfolio(context, group.account_id, ad_configuration.call_to_action_id))
    throw badParameter("call_to_action_id: a call-to-action portfolio of this advertiser is required");
}

function refuseUnfitCreative(context: Context, accountId: string, info: CreativeInfo): void {
  const { ad_format: format, image_info = [], video_info, music_info } = info;
  const identity = context.registry
    .adIdentities(accountId)
    .find((each) => each.identity_id === info.identity_id && each.identity_type === info.identity_type);
  if (!identity) throw badParameter("identity_id: an authorized TikTok account is required");
  if (format === "CATALOG_CAROUSEL") throw notSimulated(format);
  if (image_info.length === 0) throw badParameter("image_info: Missing data for required field");
  if (format === "SINGLE_VIDEO" && (!video_info || image_info.length > 1 || music_info))
    throw badParameter("video_info: a video and one cover are required for SINGLE_VIDEO");
  if (format === "CAROUSEL_ADS" && (video_info || !isMusic(music_info?.music_id)))
    throw badParameter("music_info: Please select valid music for Carousel Ads");
  refuseUnfitFiles(context, accountId, {
    format,
    images: image_info.map(({ web_uri }) => web_uri),
    video: video_info?.video_id,
  });
}
