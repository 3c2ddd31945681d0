import { expect, test } from "vitest";
import type { FieldTable, Json } from "../shared/field-table.ts";
import { firstProblem } from "../shared/field-table.ts";
import { adSquadFields } from "./adsquad.fields.ts";
import { campaignFields } from "./campaign.fields.ts";
import { adFields, creativeFields, mediaFields } from "./creative.fields.ts";

/**
 * The vendor's documented fields, kept separate from the tables of the simulator: which fields are required, and the
 * values of the closed lists. Sources: developers.snap.com, Campaigns, Ad Squads, Creatives, Media, Ads.
 */
const documented: Record<string, { table: FieldTable; required: string[]; lists: Record<string, string> }> = {
  campaign: {
    table: campaignFields,
    required: ["ad_account_id", "name", "start_time", "status"],
    lists: { status: "ACTIVE PAUSED", buy_model: "AUCTION RESERVED", pacing_level: "AD_SQUAD CAMPAIGN" },
  },
  adSquad: {
    table: adSquadFields,
    required: [
      "campaign_id",
      "name",
      "type",
      "billing_event",
      "optimization_goal",
      "bid_strategy",
      "placement_v2",
      "targeting",
      "delivery_constraint",
    ],
    lists: {
      status: "ACTIVE PAUSED",
      type: "SNAP_ADS LENS FILTER",
      billing_event: "IMPRESSION",
      bid_strategy: "AUTO_BID LOWEST_COST_WITH_MAX_BID TARGET_COST",
      delivery_constraint: "DAILY_BUDGET LIFETIME_BUDGET REACH_AND_FREQUENCY",
      pacing_type: "STANDARD ACCELERATED",
      conversion_window: "SWIPE_28DAY_VIEW_1DAY SWIPE_7DAY",
      optimization_goal:
        "IMPRESSIONS SWIPES APP_INSTALLS VIDEO_VIEWS VIDEO_VIEWS_15_SEC USES STORY_OPENS PIXEL_PAGE_VIEW PIXEL_ADD_TO_CART PIXEL_PURCHASE PIXEL_SIGNUP LANDING_PAGE_VIEW LEAD_FORM_SUBMISSIONS APP_ADD_TO_CART APP_PURCHASE APP_SIGNUP APP_REENGAGE_OPEN APP_REENGAGE_PURCHASE",
    },
  },
  creative: {
    table: creativeFields,
    required: ["ad_account_id", "name", "type", "headline", "top_snap_media_id", "profile_properties"],
    lists: {
      top_snap_crop_position: "OPTIMIZED MIDDLE TOP BOTTOM",
      type: "SNAP_AD APP_INSTALL WEB_VIEW DEEP_LINK AD_TO_LENS AD_TO_CALL AD_TO_MESSAGE PREVIEW COMPOSITE LENS LENS_WEB_VIEW LENS_APP_INSTALL LENS_DEEP_LINK COLLECTION LEAD_GENERATION REMINDER",
    },
  },
  media: {
    table: mediaFields,
    required: ["name", "type", "ad_account_id"],
    lists: { type: "VIDEO IMAGE LENS_PACKAGE PLAYABLE" },
  },
  ad: {
    table: adFields,
    required: ["ad_squad_id", "creative_id", "name", "status", "type"],
    lists: {
      status: "ACTIVE PAUSED",
      type: "SNAP_AD APP_INSTALL REMOTE_WEBPAGE DEEP_LINK STORY AD_TO_LENS AD_TO_CALL AD_TO_MESSAGE FILTER LENS LENS_WEB_VIEW LENS_APP_INSTALL LENS_DEEP_LINK COLLECTION LEAD_GENERATION REMINDER",
    },
  },
};

test.each(Object.entries(documented))(
  "a %s must carry exactly what the documents require",
  (_name, { table, required }) => {
    const marked = Object.entries(table).filter(([, field]) => field.required);
    expect(marked.map(([name]) => name).sort()).toEqual([...required].sort());
  },
);

test.each(Object.entries(documented))(
  "a %s takes each documented value and no other",
  (_name, { table, lists }) => {
    for (const [field, text] of Object.entries(lists)) {
      for (const value of text.split(" ")) expect(table[field]?.rule(value, field)).toBeNull();
      for (const value of ["", "active", "OTHER_VALUE", 1, null])
        expect(table[field]?.rule(value, field)).not.toBeNull();
    }
  },
);

test.each([
  ["campaign", "daily_budget_micro", 20_000_000],
  ["campaign", "lifetime_spend_cap_micro", 20_000_000],
  ["adSquad", "daily_budget_micro", 5_000_000],
  ["adSquad", "lifetime_budget_micro", 5_000_000],
  ["adSquad", "bid_micro", 10_000],
])("the least %s %s is %i, and one micro less is refused", (kind, field, minimum) => {
  const rule = documented[kind]?.table[field]?.rule;
  expect(rule?.(minimum, field)).toBeNull();
  expect(rule?.(minimum - 1, field)).not.toBeNull();
});

test.each([
  ["campaign", "name", 375],
  ["creative", "headline", 34],
  ["creative", "brand_name", 32],
])("the longest %s %s has %i letters, Arabic ones counted like Latin ones", (kind, field, longest) => {
  const rule = documented[kind]?.table[field]?.rule;
  expect(rule?.("ع".repeat(longest), field)).toBeNull();
  expect(rule?.("ع".repeat(longest + 1), field)).not.toBeNull();
});

test("an update may contain read-only fields, a create may not", () => {
  const object: Json = { ad_account_id: "3d8e0000-0000-4000-a000-000000000000", name: "n", type: "IMAGE" };
  const given = { ...object, id: "3d8e0000-0000-4000-a000-000000000001", media_status: "READY" };
  expect(firstProblem(mediaFields, given)).toContain("read-only");
  expect(firstProblem(mediaFields, given, { update: true })).toBeNull();
});
