import { expect, test } from "vitest";
import { campaignChanges, campaignParams } from "./campaigns.ts";
import { lineItemChanges, lineItemParams } from "./line-items.ts";
import { type ParamTable, parseParams } from "./params.ts";
import { postParams, promoteParams } from "./posts.ts";
import { statsParams } from "./stats-query.ts";
import { criterionParams } from "./targeting.ts";
import { makeTree, openHarness } from "./testing.ts";

const GOALS =
  "APP_CLICKS APP_INSTALLS APP_PURCHASES ENGAGEMENT FOLLOWERS LINK_CLICKS MAX_REACH PREROLL PREROLL_STARTS REACH_WITH_ENGAGEMENT VIDEO_VIEW VIEW_3S_100PCT VIEW_6S VIEW_15S WEBSITE_CONVERSIONS";
const LINE_ITEM =
  "advertiser_domain advertiser_user_id android_app_store_identifier audience_expansion bid_amount_local_micro bid_strategy categories daily_budget_amount_local_micro duration_in_days end_time entity_status frequency_cap goal ios_app_store_identifier name pay_by standard_delivery start_time total_budget_amount_local_micro";
const CAMPAIGN =
  "budget_optimization daily_budget_amount_local_micro entity_status name purchase_order_number standard_delivery total_budget_amount_local_micro";

/**
 * X's documented parameters, kept separate from the tables of the simulator: every parameter, which are required,
 * and the values of the closed lists. Source: docs.x.com, X Ads API, campaign management, creatives and analytics
 * references. Two required marks are ignored because X's own samples leave the parameters out: a line item's
 * end_time, a criterion's operator_type.
 */
const documented: Record<
  string,
  { table: ParamTable; all: string; required: string; lists: Record<string, string> }
> = {
  "POST campaigns": {
    table: campaignParams,
    all: `${CAMPAIGN} funding_instrument_id`,
    required: "funding_instrument_id name",
    lists: { entity_status: "ACTIVE DRAFT PAUSED", budget_optimization: "LINE_ITEM" },
  },
  "PUT campaigns": {
    table: campaignChanges,
    all: CAMPAIGN,
    required: "",
    lists: { entity_status: "ACTIVE PAUSED" },
  },
  "POST line_items": {
    table: lineItemParams,
    all: `${LINE_ITEM} campaign_id objective placements primary_web_event_tag product_type`,
    required: "campaign_id objective placements product_type start_time",
    lists: {
      entity_status: "ACTIVE DRAFT PAUSED",
      audience_expansion: "BROAD DEFINED EXPANDED",
      bid_strategy: "AUTO MAX TARGET",
      goal: `${GOALS} SITE_VISITS`,
      objective:
        "APP_ENGAGEMENTS APP_INSTALLS REACH FOLLOWERS ENGAGEMENTS VIDEO_VIEWS PREROLL_VIEWS WEBSITE_CLICKS",
      pay_by: "APP_CLICK IMPRESSION LINK_CLICK",
      placements:
        "ALL_ON_TWITTER PUBLISHER_NETWORK TAP_BANNER TAP_FULL TAP_FULL_LANDSCAPE TAP_NATIVE TAP_MRECT TWITTER_PROFILE TWITTER_REPLIES TWITTER_SEARCH TWITTER_TIMELINE",
      product_type: "MEDIA PROMOTED_ACCOUNT PROMOTED_TWEETS",
    },
  },
  "PUT line_items": {
    table: lineItemChanges,
    all: LINE_ITEM,
    required: "",
    lists: { entity_status: "ACTIVE PAUSED", goal: GOALS },
  },
  "POST targeting_criteria": {
    table: criterionParams,
    all: "line_item_id operator_type targeting_type targeting_value",
    required: "line_item_id targeting_type targeting_value",
    lists: { operator_type: "EQ NE GTE LT" },
  },
  "POST tweet": {
    table: postParams,
    all: "as_user_id card_uri conversation_settings media_keys name nullcast text trim_user tweet_mode video_cta video_cta_value video_description video_title",
    required: "as_user_id",
    lists: {
      conversation_settings: "EVERYONE FOLLOWING MENTIONED_USERS",
      tweet_mode: "compat extended",
      video_cta: "VISIT_SITE WATCH_NOW",
    },
  },
  "POST promoted_tweets": {
    table: promoteParams,
    all: "line_item_id tweet_ids",
    required: "line_item_id tweet_ids",
    lists: {},
  },
  "GET stats": {
    table: statsParams,
    all: "end_time entity entity_ids granularity metric_groups placement start_time",
    required: "end_time entity entity_ids granularity metric_groups placement start_time",
    lists: {
      entity: "ACCOUNT CAMPAIGN FUNDING_INSTRUMENT LINE_ITEM PROMOTED_ACCOUNT PROMOTED_TWEET",
      granularity: "DAY HOUR TOTAL",
      metric_groups:
        "BILLING ENGAGEMENT LIFE_TIME_VALUE_MOBILE_CONVERSION MOBILE_CONVERSION VIDEO WEB_CONVERSION",
      placement: "ALL_ON_TWITTER SPOTLIGHT TREND",
    },
  },
};

test.each(Object.entries(documented))(
  "%s knows exactly the documented parameters",
  (_name, { table, all, required }) => {
    expect(Object.keys(table).sort()).toEqual(all.split(" ").sort());
    const marked = Object.entries(table).filter(([, param]) => param.required);
    expect(marked.map(([name]) => name).sort()).toEqual(required.split(" ").filter(Boolean).sort());
  },
);

test.each(Object.entries(documented))(
  "%s takes each documented value and no other",
  (_name, { table, lists }) => {
    const accepts = (name: string, value: string) => {
      const param = table[name];
      if (!param) return false;
      try {
        parseParams({ [name]: { read: param.read } }, { [name]: value });
        return true;
      } catch {
        return false;
      }
    };
    for (const [name, values] of Object.entries(lists)) {
      for (const value of values.split(" ")) expect(accepts(name, value)).toBe(true);
      for (const value of ["", "active", "OTHER_VALUE", "1"]) expect(accepts(name, value)).toBe(false);
    }
  },
);

test.each([
  ["POST campaigns", "name", 255],
  ["POST campaigns", "purchase_order_number", 50],
  ["POST tweet", "name", 80],
  ["POST tweet", "video_title", 70],
  ["POST tweet", "video_description", 200],
])("%s: the longest %s has %i letters, Arabic ones counted like Latin ones", (kind, name, longest) => {
  const read = documented[kind]?.table[name]?.read;
  expect(read?.("ع".repeat(longest))).toHaveLength(longest);
  expect(() => read?.("ع".repeat(longest + 1))).toThrow();
});

/** Fields of the documents' own sample responses. */
test.each([
  [
    "campaigns",
    "id name funding_instrument_id budget_optimization daily_budget_amount_local_micro total_budget_amount_local_micro currency entity_status effective_status servable reasons_not_servable purchase_order_number standard_delivery duration_in_days frequency_cap created_at updated_at deleted",
  ],
  [
    "line_items",
    "id campaign_id name objective product_type placements goal bid_strategy bid_amount_local_micro start_time end_time entity_status creative_source currency target_cpa_local_micro primary_web_event_tag created_at updated_at deleted",
  ],
  ["promoted_tweets", "id line_item_id tweet_id entity_status approval_status created_at updated_at deleted"],
  ["cards", "id name components card_uri card_type created_at updated_at deleted"],
  ["media_library", "media_key media_status media_type media_category media_url tweeted name"],
  [
    "funding_instruments",
    "id type currency able_to_fund reasons_not_able_to_fund credit_remaining_local_micro",
  ],
  ["promotable_users", "id user_id promotable_user_type created_at updated_at deleted"],
])("%s are answered with the documented fields", async (kind, fields) => {
  const harness = await openHarness();
  await makeTree(harness);
  const [shown] = (await harness.callOk("GET", `/accounts/:a/${kind}`)) as unknown as Record<
    string,
    unknown
  >[];
  expect(Object.keys(shown ?? {})).toEqual(expect.arrayContaining(fields.split(" ")));
  await harness.stop();
});
