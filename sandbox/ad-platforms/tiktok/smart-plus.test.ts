import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import type { Json } from "../shared/field-table.ts";
import {
  aSmartAd,
  aSmartCampaign,
  aSmartGroup,
  makePortfolio,
  makeSmartTree,
  readSmart,
} from "./smart-plus-testing.ts";
import { aCampaign, anAdGroup, expectOk, type Harness, makeTree, openHarness } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const intoTheNewYear = () => harness.sandbox.control("clock", { step: "P41D" });

describe("Upgraded Smart+", () => {
  test("creates a campaign, an ad group and an ad, and lists them by its own endpoints", async () => {
    const { campaign, adgroup, ad } = await makeSmartTree(harness);
    expect(await readSmart(harness, "campaign", campaign)).toMatchObject({
      objective_type: "WEB_CONVERSIONS",
      sales_destination: "WEBSITE",
      budget_mode: "BUDGET_MODE_DYNAMIC_DAILY_BUDGET",
      smart_plus_adgroup_mode: "MULTIPLE",
      secondary_status: "CAMPAIGN_STATUS_ENABLE",
    });
    expect(await readSmart(harness, "adgroup", adgroup)).toMatchObject({
      campaign_id: campaign,
      targeting_spec: { gender: "GENDER_FEMALE" },
    });
    const shown = await readSmart(harness, "ad", ad);
    expect(shown).toMatchObject({ smart_plus_ad_id: ad, adgroup_id: adgroup, campaign_id: campaign });
    expect(shown).not.toHaveProperty("ad_id");
  });

  test("is in the manual flow's lists too, marked, with its ads listed by their creatives", async () => {
    const { campaign, ad } = await makeSmartTree(harness);
    const manual = await makeTree(harness);
    const { advertiser_id } = harness;
    const list = async (path: string) =>
      (await expectOk(harness.get(path, { advertiser_id, page_size: 100 }))).list as Json[];
    expect(await list("/campaign/get/")).toEqual([
      expect.objectContaining({ campaign_id: manual.campaign, campaign_automation_type: "MANUAL" }),
      expect.objectContaining({ campaign_id: campaign, campaign_automation_type: "UPGRADED_SMART_PLUS" }),
    ]);
    const [, creative] = await list("/ad/get/");
    expect(creative).toMatchObject({
      smart_plus_ad_id: ad,
      campaign_automation_type: "UPGRADED_SMART_PLUS_CREATIVE",
    });
    expect(creative?.ad_id).not.toBe(ad);
  });

  test("can be changed only by its own endpoints, which change nothing else", async () => {
    const { campaign } = await makeSmartTree(harness);
    const { campaign: manual } = await makeTree(harness);
    const { advertiser_id } = harness;
    const change = { advertiser_id, campaign_id: campaign, budget: 120 };
    expect((await harness.post("/campaign/update/", change)).message).toBe(
      "This API does not support Upgraded Smart Plus ads.",
    );
    expect(await expectOk(harness.post("/smart_plus/campaign/update/", change))).toMatchObject({
      budget: 120,
    });
    expect(
      (await harness.post("/smart_plus/campaign/update/", { ...change, campaign_id: manual })).code,
    ).toBe(40007);
    expect((await harness.post("/adgroup/create/", anAdGroup(harness, campaign))).code).toBe(40002);
  });

  test.each([
    ["campaign", { request_id: null }, "request_id"],
    ["campaign", { objective_type: "TRAFFIC" }, "objective_type"],
    ["campaign", { sales_destination: null }, "sales_destination"],
    ["campaign", { budget: 49 }, "budget"],
    ["campaign", { budget_mode: "BUDGET_MODE_DAY" }, "budget_mode"],
    ["adgroup", { request_id: null }, "request_id"],
    ["adgroup", { targeting_spec: null }, "targeting_spec"],
    ["adgroup", { targeting_spec: { location_ids: ["102358"], age_groups: ["AGE_13_17"] } }, "AGE_13_17"],
    ["adgroup", { optimization_goal: "CLICK" }, "billing_event"],
    ["adgroup", { optimization_goal: "CLICK", billing_event: "CPC" }, "pixel_id"],
    ["adgroup", { bid_type: null }, "bid_type"],
    ["adgroup", { search_result_enabled: false }, "search_result_enabled"],
    ["ad", { creative_list: [] }, "creative_list"],
    ["ad", { ad_text_list: null }, "ad_text_list"],
    ["ad", { landing_page_url_list: [] }, "landing_page_url_list"],
    ["ad", { ad_configuration: {} }, "call_to_action_id"],
    ["ad", { call_to_action_list: [{ call_to_action: "SHOP_NOW" }] }, "call_to_action_list"],
  ])("refuses a %s with %j", async (level, change, words) => {
    const { campaign, adgroup, image } = await makeSmartTree(harness);
    const bodies: Record<string, Json> = {
      campaign: aSmartCampaign(harness, change),
      adgroup: aSmartGroup(harness, campaign, change),
      ad: aSmartAd(harness, adgroup, { image, portfolio: await makePortfolio(harness) }, change),
    };
    const reply = await harness.post(`/smart_plus/${level}/create/`, bodies[level] ?? {});
    expect(reply).toMatchObject({ code: 40002, message: expect.stringContaining(words) as string });
  });

  test("creates an object once for each request_id, and accepts a duplicate name", async () => {
    const body = aSmartCampaign(harness, { request_id: "77" });
    await expectOk(harness.post("/smart_plus/campaign/create/", body));
    expect((await harness.post("/smart_plus/campaign/create/", body)).code).toBe(40050);
    await expectOk(harness.post("/smart_plus/campaign/create/", { ...body, request_id: "78" }));
  });

  test("reports failed status updates in a list, inside a success", async () => {
    const { campaign } = await makeSmartTree(harness);
    const { advertiser_id } = harness;
    const body = { advertiser_id, campaign_ids: [campaign, "1790999999999999999"] };
    const off = await expectOk(
      harness.post("/smart_plus/campaign/status/update/", { ...body, operation_status: "DISABLE" }),
    );
    expect(off).toEqual({
      campaign_list: [{ campaign_id: campaign, status: "DISABLE" }],
      error_list: [
        { campaign_id: "1790999999999999999", error_message: expect.stringContaining("not exist") as string },
      ],
    });
  });

  test("returns rejection reasons only on request", async () => {
    const { ad } = await makeSmartTree(harness, { ad: { ad_text_list: [{ ad_text: "ربح مضمون" }] } });
    await harness.sandbox.control("clock", { step: "PT6M" });
    const { advertiser_id } = harness;
    const reviewQuery = { advertiser_id, smart_plus_ad_ids: [ad] };
    const infos = async (more: Json = {}) =>
      (await expectOk(harness.get("/smart_plus/ad/review_info/", { ...reviewQuery, ...more })))
        .smart_plus_ad_review_infos as Json[];
    expect((await infos())[0]).toMatchObject({ review_status: "UNAVAILABLE", reject_info: [] });
    const extra_info_setting = { include_reject_info: true };
    expect((await infos({ extra_info_setting }))[0]?.reject_info).toHaveLength(1);
    expect((await harness.get("/ad/review_info/", { advertiser_id, ad_ids: [ad] })).code).toBe(40002);
  });

  test("is shown to its audience, and reported by ad_id_v2 like manual ads", async () => {
    const smart = await makeSmartTree(harness);
    const manual = await makeTree(harness);
    await harness.sandbox.control("clock", { step: "PT1H" });
    const market = harness.sandbox.vendors[0]?.market as AdMarket;
    const running = new Map(
      [...market.deliverableAds(new Date("2026-11-21T09:00:00Z"))].map((ad) => [ad.adId, ad]),
    );
    expect(running.get(smart.ad)).toMatchObject({
      campaignId: smart.campaign,
      audience: { countries: ["SA"], genders: ["female"], ages: { from: 18, to: 34 } },
      bid: { goal: "purchases", per: "purchase" },
      creative: { mediaId: smart.image, kind: "image", headline: "خصم نصف السعر", callToAction: "SHOP_NOW" },
      landingUrl: "https://store.example/offer",
    });
    const delivery = { impressions: 10, clicks: 1, spendMicro: 1_000_000, newReach: 10 };
    for (const { ad } of [smart, manual])
      market.recordDelivery(ad, new Date("2026-11-21T08:00:00Z"), delivery);
    await harness.sandbox.control("clock", { step: "PT15M" });
    const ids = async (dimension: string) => {
      const reviewQuery = { data_level: "AUCTION_AD", dimensions: [dimension], query_lifetime: true };
      const query = { advertiser_id: harness.advertiser_id, report_type: "BASIC", ...reviewQuery };
      const { list } = await expectOk(harness.get("/report/integrated/get/", query));
      return (list as { dimensions: Json }[]).map(({ dimensions }) => dimensions[dimension]);
    };
    expect(await ids("ad_id_v2")).toEqual([smart.ad, manual.ad]);
    expect(await ids("ad_id")).not.toContain(smart.ad);
  });

  test("refuses writes of an ad account that is not allow-listed, but can be read", async () => {
    const restricted = await openHarness("fresh", { no_smart_plus: true });
    expect((await restricted.post("/smart_plus/campaign/create/", aSmartCampaign(restricted))).code).toBe(
      40118,
    );
    const { advertiser_id } = restricted;
    expect((await expectOk(restricted.get("/smart_plus/campaign/get/", { advertiser_id }))).list).toEqual([]);
    await restricted.stop();
  });
});

describe("the manual flow", () => {
  test("creates no campaign, ad group or ad for sales from 2027 on; updates and traffic still work", async () => {
    const sales = aCampaign(harness, { objective_type: "WEB_CONVERSIONS" });
    const { campaign_id } = await expectOk(harness.post("/campaign/create/", sales));
    await intoTheNewYear();
    const refused = await harness.post("/campaign/create/", { ...sales, campaign_name: "Later" });
    expect(refused).toMatchObject({ code: 40002, message: expect.stringContaining("Smart+") as string });
    const start = { schedule_start_time: "2027-01-02 00:00:00" };
    const group = anAdGroup(harness, String(campaign_id), start);
    expect((await harness.post("/adgroup/create/", group)).message).toContain("Smart+");
    const { advertiser_id } = harness;
    await expectOk(harness.post("/campaign/update/", { advertiser_id, campaign_id, budget: 150 }));
    const traffic = await makeTree(harness, { campaign: { campaign_name: "Visits" }, adgroup: start });
    expect(traffic.ad).toBeTruthy();
  });

  test("may be closed for an ad account before that", async () => {
    const early = await openHarness("fresh", { manual_flow_closed: true });
    expect((await early.post("/campaign/create/", aCampaign(early))).message).toContain("Smart+");
    expect((await makeSmartTree(early)).ad).toBeTruthy();
    await early.stop();
  });
});
