import { expect, test } from "vitest";
import type { FieldTable } from "../shared/field-table.ts";
import { creativeCreateFields, creativeUpdateFields } from "./ad.fields.ts";
import { adgroupCreateFields, adgroupUpdateFields } from "./adgroup.fields.ts";
import { budgetProblem, campaignCreateFields, campaignUpdateFields } from "./campaign.fields.ts";
import { ADGROUP_BUDGET_MIN, AGE_GROUPS, CAMPAIGN_BUDGET_MIN } from "./facts.ts";
import {
  smartAdCreateFields,
  smartAdUpdateFields,
  smartCampaignCreateFields,
  smartCampaignUpdateFields,
  smartGroupCreateFields,
  smartGroupUpdateFields,
} from "./smart-plus.fields.ts";
import models from "./spec/models.json" with { type: "json" };

/**
 * The vendor's documented fields, kept separate from the tables of the simulator. `conditional` names the fields
 * that the SDK's model marks as required but an optimized campaign budget does not need (portal doc
 * 1739381757818881), and those that the model leaves optional but an ad of this kind needs.
 */
const documented: Record<
  Exclude<keyof typeof models, "about">,
  { table: FieldTable; required: string; lists: Record<string, string> }
> = {
  campaignCreate: {
    table: campaignCreateFields,
    required: "advertiser_id campaign_name objective_type",
    lists: {
      objective_type:
        "REACH TRAFFIC VIDEO_VIEWS LEAD_GENERATION ENGAGEMENT APP_PROMOTION WEB_CONVERSIONS PRODUCT_SALES",
      budget_mode: "BUDGET_MODE_INFINITE BUDGET_MODE_DAY BUDGET_MODE_TOTAL BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
      operation_status: "ENABLE DISABLE",
      campaign_type: "REGULAR_CAMPAIGN IOS14_CAMPAIGN",
    },
  },
  campaignUpdate: { table: campaignUpdateFields, required: "advertiser_id campaign_id", lists: {} },
  adgroupCreate: {
    table: adgroupCreateFields,
    required:
      "adgroup_name advertiser_id bid_type billing_event campaign_id location_ids optimization_goal promotion_type schedule_start_time schedule_type",
    lists: {
      placement_type: "PLACEMENT_TYPE_AUTOMATIC PLACEMENT_TYPE_NORMAL",
      schedule_type: "SCHEDULE_FROM_NOW SCHEDULE_START_END",
      gender: "GENDER_UNLIMITED GENDER_MALE GENDER_FEMALE",
      bid_type: "BID_TYPE_NO_BID BID_TYPE_CUSTOM",
      pacing: "PACING_MODE_SMOOTH PACING_MODE_FAST",
      spending_power: "ALL HIGH",
      deep_bid_type: "VO_HIGHEST_VALUE VO_MIN_ROAS",
    },
  },
  adgroupUpdate: { table: adgroupUpdateFields, required: "adgroup_id advertiser_id", lists: {} },
  creativeCreate: {
    table: creativeCreateFields,
    required: "",
    lists: {
      ad_format: "SINGLE_VIDEO SINGLE_IMAGE CAROUSEL_ADS",
      identity_type: "CUSTOMIZED_USER AUTH_CODE TT_USER BC_AUTH_TT",
      dark_post_status: "ON OFF",
    },
  },
  creativeUpdate: { table: creativeUpdateFields, required: "ad_id", lists: {} },
  smartCampaignCreate: {
    table: smartCampaignCreateFields,
    required: "advertiser_id campaign_name objective_type request_id",
    lists: {
      objective_type: "APP_PROMOTION LEAD_GENERATION WEB_CONVERSIONS",
      budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET BUDGET_MODE_TOTAL",
      operation_status: "ENABLE DISABLE",
    },
  },
  smartCampaignUpdate: { table: smartCampaignUpdateFields, required: "advertiser_id campaign_id", lists: {} },
  smartGroupCreate: {
    table: smartGroupCreateFields,
    required:
      "adgroup_name advertiser_id bid_type billing_event campaign_id optimization_goal promotion_type request_id schedule_start_time schedule_type targeting_spec",
    lists: {
      optimization_goal: "CLICK CONVERT TRAFFIC_LANDING_PAGE_VIEW VALUE",
      billing_event: "OCPM CPC",
      bid_type: "BID_TYPE_NO_BID BID_TYPE_CUSTOM",
      targeting_optimization_mode: "AUTOMATIC MANUAL",
      schedule_type: "SCHEDULE_FROM_NOW SCHEDULE_START_END",
    },
  },
  smartGroupUpdate: { table: smartGroupUpdateFields, required: "adgroup_id advertiser_id", lists: {} },
  smartAdCreate: {
    table: smartAdCreateFields,
    required: "ad_name adgroup_id advertiser_id creative_list",
    lists: { operation_status: "ENABLE DISABLE" },
  },
  smartAdUpdate: { table: smartAdUpdateFields, required: "advertiser_id smart_plus_ad_id", lists: {} },
};

test.each(Object.entries(documented))("every field of %s is one of the vendor's model", (name, { table }) => {
  const known = models[name as keyof typeof documented];
  expect(Object.keys(table).filter((field) => !known.includes(field))).toEqual([]);
});

test.each(Object.entries(documented))("%s must carry what is documented", (_name, { table, required }) => {
  const marked = Object.keys(table).filter((field) => table[field]?.required);
  expect(marked.sort()).toEqual(required.split(" ").filter(Boolean).sort());
});

test.each(Object.entries(documented))(
  "%s takes each documented value and no other",
  (_name, { table, lists }) => {
    for (const [field, text] of Object.entries(lists)) {
      for (const value of text.split(" ")) expect(table[field]?.rule(value, field)).toBeNull();
      for (const value of ["", "enable", "OTHER_VALUE", 1, null])
        expect(table[field]?.rule(value, field)).not.toBeNull();
    }
  },
);

test("age groups follow one another without a gap, and the last is open", () => {
  const groups = Object.values(AGE_GROUPS);
  for (const [index, { to }] of groups.entries()) expect((to ?? 12) + 1).toBe(groups[index + 1]?.from ?? 13);
  expect(groups.at(-1)?.to).toBeNull();
});

test.each([
  ["campaign", CAMPAIGN_BUDGET_MIN, 50],
  ["ad group", ADGROUP_BUDGET_MIN, 20],
])(
  "the least budget of a %s is taken, and a hundredth less is refused",
  (_level, least, documentedMinimum) => {
    expect(least).toBe(documentedMinimum);
    expect(budgetProblem(least, least)).toBeNull();
    expect(budgetProblem(least - 0.01, least)).not.toBeNull();
    expect(budgetProblem(10_000_000, least)).not.toBeNull();
  },
);
