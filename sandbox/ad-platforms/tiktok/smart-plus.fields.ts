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
import { bidProblem, scheduleProblem } from "./adgroup.fields.ts";
import { budgetProblem } from "./campaign.fields.ts";
import {
  AD_TEXT_MAX,
  AGE_GROUPS,
  BID_TYPES,
  CAMPAIGN_BUDGET_MIN,
  CAROUSEL_PICTURES_MAX,
  CREATE_STATUSES,
  GENDERS,
  NAME_MAX,
  OPERATING_SYSTEMS,
  OPTIMIZATION_EVENTS,
  PLACEMENT_TYPES,
  PLACEMENTS,
  SCHEDULE_TYPES,
  SMART_PLUS_BUDGET_MODES,
  SMART_PLUS_GOALS,
  SMART_PLUS_OBJECTIVES,
  URL_MAX,
} from "./facts.ts";
import { dayparting, id, moment, money, words } from "./rules.ts";

const campaignChangeable: FieldTable = {
  campaign_name: { rule: words(NAME_MAX) },
  budget: { rule: money },
  po_number: { rule: words(NAME_MAX) },
};

/** The supported fields of a Smart+ campaign (portal doc 1843312852800706). */
export const smartCampaignCreateFields: FieldTable = {
  ...campaignChangeable,
  advertiser_id: { rule: id, required: true },
  request_id: { rule: id, required: true },
  campaign_name: { rule: words(NAME_MAX), required: true },
  objective_type: { rule: oneOf(SMART_PLUS_OBJECTIVES), required: true },
  sales_destination: { rule: oneOf(["WEBSITE", "APP", "WEB_AND_APP"]) },
  budget_optimize_on: { rule: boolean },
  budget_mode: { rule: oneOf(SMART_PLUS_BUDGET_MODES) },
  operation_status: { rule: oneOf(CREATE_STATUSES) },
};

export const smartCampaignUpdateFields: FieldTable = {
  ...campaignChangeable,
  advertiser_id: { rule: id, required: true },
  campaign_id: { rule: id, required: true },
};

export const smartCampaignDefaults: Json = {
  budget_optimize_on: true,
  budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
  operation_status: "ENABLE",
  campaign_type: "REGULAR_CAMPAIGN",
};

export function checkSmartCampaign(campaign: Json): string | null {
  const { objective_type, sales_destination, budget_optimize_on, budget_mode, budget } = campaign;
  if (objective_type !== "WEB_CONVERSIONS")
    return `objective_type: ${objective_type} is not played by the sandbox`;
  if (sales_destination === undefined) return "sales_destination: Missing data for required field";
  if (sales_destination !== "WEBSITE")
    return `sales_destination: ${sales_destination} is not played by the sandbox`;
  if (!budget_optimize_on || budget_mode === "BUDGET_MODE_TOTAL")
    return "budget_optimize_on: only one daily budget over all ad groups is played by the sandbox";
  return budgetProblem(budget, CAMPAIGN_BUDGET_MIN);
}

const targeting = objectOf({
  location_ids: { rule: listOf(id, { min: 1, max: 3_000 }), required: true },
  age_groups: { rule: listOf(oneOf(Object.keys(AGE_GROUPS))) },
  gender: { rule: oneOf(GENDERS) },
  languages: { rule: listOf(oneOf(["ar", "en"])) },
  operating_systems: { rule: listOf(oneOf(OPERATING_SYSTEMS), { max: 1 }) },
  smart_audience_enabled: { rule: boolean },
  smart_interest_behavior_enabled: { rule: boolean },
  spending_power: { rule: oneOf(["ALL", "HIGH"]) },
  excluded_audience_ids: { rule: listOf(id) },
});

const groupChangeable: FieldTable = {
  adgroup_name: { rule: words(NAME_MAX) },
  targeting_optimization_mode: { rule: oneOf(["AUTOMATIC", "MANUAL"]) },
  suggestion_audience_enabled: { rule: boolean },
  targeting_spec: { rule: targeting },
  schedule_type: { rule: oneOf(SCHEDULE_TYPES) },
  schedule_start_time: { rule: moment },
  schedule_end_time: { rule: moment },
  dayparting: { rule: dayparting },
  bid_price: { rule: money },
  conversion_bid_price: { rule: money },
  comment_disabled: { rule: boolean },
  share_disabled: { rule: boolean },
};

/** The supported fields of a Smart+ ad group (portal doc 1843314887930946). */
export const smartGroupCreateFields: FieldTable = {
  ...groupChangeable,
  advertiser_id: { rule: id, required: true },
  campaign_id: { rule: id, required: true },
  request_id: { rule: id, required: true },
  adgroup_name: { rule: words(NAME_MAX), required: true },
  promotion_type: { rule: oneOf(["WEBSITE"]), required: true },
  optimization_goal: { rule: oneOf(Object.keys(SMART_PLUS_GOALS)), required: true },
  optimization_event: { rule: oneOf(OPTIMIZATION_EVENTS) },
  pixel_id: { rule: id },
  billing_event: { rule: oneOf(["OCPM", "CPC"]), required: true },
  bid_type: { rule: oneOf(BID_TYPES), required: true },
  placement_type: { rule: oneOf(PLACEMENT_TYPES) },
  placements: { rule: listOf(oneOf(PLACEMENTS), { min: 1 }) },
  schedule_type: { rule: oneOf(SCHEDULE_TYPES), required: true },
  schedule_start_time: { rule: moment, required: true },
  targeting_spec: { rule: targeting, required: true },
  video_download_disabled: { rule: boolean },
  operation_status: { rule: oneOf(CREATE_STATUSES) },
};

export const smartGroupUpdateFields: FieldTable = {
  ...groupChangeable,
  advertiser_id: { rule: id, required: true },
  adgroup_id: { rule: id, required: true },
};

export const smartGroupDefaults: Json = {
  targeting_optimization_mode: "AUTOMATIC",
  suggestion_audience_enabled: false,
  placement_type: "PLACEMENT_TYPE_AUTOMATIC",
  operation_status: "ENABLE",
};

type RelatedState = { campaign: Json; pixelId: string; firstSibling: Json | undefined };

/** Must be the same in all ad groups under one budget; TikTok itself copies a new bid to them. */
const SHARED = ["optimization_goal", "optimization_event", "billing_event", "bid_type"];

/** Checks inside a Smart+ ad group and with its campaign; returns the first problem, or null. */
export function checkSmartGroup(
  group: Json,
  { campaign, pixelId, firstSibling }: RelatedState,
): string | null {
  const { optimization_goal: goal, pixel_id, optimization_event, placement_type, placements } = group;
  const billing = SMART_PLUS_GOALS[String(goal)];
  if (group.billing_event !== billing) return `billing_event: ${billing} is expected for ${goal}`;
  const isConversion = goal === "CONVERT" || goal === "VALUE";
  if (isConversion && pixel_id !== pixelId)
    return "pixel_id: the pixel does not exist or does not belong to the advertiser";
  if (isConversion && optimization_event === undefined)
    return "optimization_event: Missing data for required field";
  if (!isConversion && pixel_id !== undefined) return `pixel_id: not supported for ${goal}`;
  if (placement_type === "PLACEMENT_TYPE_NORMAL" && placements === undefined)
    return "placements: Missing data for required field";
  const ages = ((group.targeting_spec as Json).age_groups ?? []) as string[];
  if (ages.includes("AGE_13_17")) return "targeting_spec: AGE_13_17 is not supported for WEB_CONVERSIONS";
  const differs = SHARED.find((field) => firstSibling && firstSibling[field] !== group[field]);
  if (differs) return `${differs}: must be the same in all ad groups of the campaign`;
  return scheduleProblem(group) ?? bidProblem(group, campaign);
}

const creative = objectOf({
  creative_info: {
    required: true,
    rule: objectOf({
      ad_format: { rule: oneOf(["SINGLE_VIDEO", "CAROUSEL_ADS", "CATALOG_CAROUSEL"]), required: true },
      video_info: {
        rule: objectOf({ video_id: { rule: text(64), required: true }, file_name: { rule: text(100) } }),
      },
      image_info: {
        rule: listOf(objectOf({ web_uri: { rule: text(128), required: true } }), {
          min: 1,
          max: CAROUSEL_PICTURES_MAX,
        }),
      },
      music_info: { rule: objectOf({ music_id: { rule: id, required: true } }) },
      identity_type: { rule: oneOf(["AUTH_CODE", "TT_USER", "BC_AUTH_TT"]) },
      identity_id: { rule: text(64) },
      identity_authorized_bc_id: { rule: id },
    }),
  },
});

const adContentFields: FieldTable = {
  ad_name: { rule: words(NAME_MAX) },
  creative_list: { rule: listOf(creative, { min: 1, max: 50 }) },
  ad_text_list: {
    rule: listOf(objectOf({ ad_text: { rule: words(AD_TEXT_MAX, /[{}#]/), required: true } }), {
      min: 1,
      max: 5,
    }),
  },
  landing_page_url_list: {
    rule: listOf(objectOf({ landing_page_url: { rule: webUrl(URL_MAX), required: true } }), { max: 1 }),
  },
  ad_configuration: {
    rule: objectOf({
      call_to_action_id: { rule: id },
      dark_post_status: { rule: oneOf(["ON", "OFF"]) },
      creative_auto_add_toggle: { rule: boolean },
      creative_auto_enhancement_strategy_list: {
        rule: listOf(
          oneOf(["TRANSLATE_AND_DUB", "MUSIC_REFRESH", "VIDEO_QUALITY", "IMAGE_QUALITY", "IMAGE_RESIZE"]),
        ),
      },
      product_info_enabled: { rule: oneOf(["UNSET"]) },
    }),
  },
};

/** The supported fields of a Smart+ ad (portal doc 1843317390059522). */
export const smartAdCreateFields: FieldTable = {
  ...adContentFields,
  advertiser_id: { rule: id, required: true },
  adgroup_id: { rule: id, required: true },
  ad_name: { rule: words(NAME_MAX), required: true },
  creative_list: { rule: listOf(creative, { min: 1, max: 50 }), required: true },
  operation_status: { rule: oneOf(CREATE_STATUSES) },
};

export const smartAdUpdateFields: FieldTable = {
  ...adContentFields,
  advertiser_id: { rule: id, required: true },
  smart_plus_ad_id: { rule: id, required: true },
};
