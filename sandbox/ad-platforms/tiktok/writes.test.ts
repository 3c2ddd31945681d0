import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import {
  aCampaign,
  aCreative,
  anAd,
  anAdGroup,
  expectOk,
  type Harness,
  imageForm,
  makeImage,
  makeTree,
  openHarness,
  picture,
  read,
} from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

describe("a campaign", () => {
  test("is shown as it was created, and is enabled unless created otherwise", async () => {
    const created = await expectOk(harness.post("/campaign/create/", aCampaign(harness)));
    expect(created).toMatchObject({
      advertiser_id: harness.advertiser_id,
      campaign_name: "White Friday",
      budget: 100,
      operation_status: "ENABLE",
      secondary_status: "CAMPAIGN_STATUS_ENABLE",
      create_time: "2026-11-21 08:00:00",
    });
    expect(String(created.campaign_id)).toMatch(/^\d{19}$/);
    expect(await read(harness, "campaign", String(created.campaign_id))).toEqual(created);
  });

  test.each([
    ["an unknown field", { color: "red" }],
    ["an objective that is none", { objective_type: "SALES" }],
    ["a budget below the least", { budget: 49.99 }],
    ["a third decimal", { budget: 100.001 }],
    ["a budget as text", { budget: "100" }],
    ["no budget where one is shared", { budget: undefined }],
    ["a fixed daily budget where it is shared", { budget_mode: "BUDGET_MODE_DAY" }],
    ["a dynamic budget of its own", { budget_optimize_on: false }],
    ["emoji in its name", { campaign_name: "sale 🔥" }],
    ["a name that is too long", { campaign_name: "ع".repeat(513) }],
    ["a number for an id", { advertiser_id: 7_000 }],
  ])("with %s is refused", async (_name, change: Json) => {
    expect(await harness.post("/campaign/create/", aCampaign(harness, change))).toMatchObject({
      status: 200,
      code: 40002,
    });
  });

  test("cannot be created twice with one name, nor twice with one request_id", async () => {
    await expectOk(
      harness.post("/campaign/create/", aCampaign(harness, { request_id: "7312345678901234001" })),
    );
    const again = await harness.post("/campaign/create/", aCampaign(harness));
    expect(again).toMatchObject({ code: 40002, message: expect.stringContaining("already exists") });
    const repeated = aCampaign(harness, { campaign_name: "Other", request_id: "7312345678901234001" });
    expect(await harness.post("/campaign/create/", repeated)).toMatchObject({ code: 40050 });
  });

  test("can change its name and its budget, and nothing else", async () => {
    const { campaign_id } = await expectOk(harness.post("/campaign/create/", aCampaign(harness)));
    const base = { advertiser_id: harness.advertiser_id, campaign_id };
    const changed = await expectOk(
      harness.post("/campaign/update/", { ...base, campaign_name: "Other", budget: 60 }),
    );
    expect(changed).toMatchObject({ campaign_name: "Other", budget: 60, operation_status: "ENABLE" });
    for (const change of [{ objective_type: "REACH" }, { budget: 10 }, { operation_status: "DISABLE" }])
      expect((await harness.post("/campaign/update/", { ...base, ...change })).code).toBe(40002);
  });

  test("needs a new budget above what was spent today", async () => {
    const tree = await makeTree(harness);
    const part = { impressions: 1_000, clicks: 9, spendMicro: 80_000_000, newReach: 900 };
    harness.sandbox.vendors[0]?.market?.recordDelivery(tree.ad, new Date("2026-11-21T08:00:00Z"), part);
    const base = { advertiser_id: harness.advertiser_id, campaign_id: tree.campaign };
    expect((await harness.post("/campaign/update/", { ...base, budget: 83 })).message).toContain("105%");
    expect((await harness.post("/campaign/update/", { ...base, budget: 84 })).code).toBe(0);
  });

  test("is deleted with its children, and cannot be restored", async () => {
    const { campaign, adgroup, ad } = await makeTree(harness);
    const body = {
      advertiser_id: harness.advertiser_id,
      campaign_ids: [campaign],
      operation_status: "DELETE",
    };
    await expectOk(harness.post("/campaign/status/update/", body));
    expect((await read(harness, "campaign", campaign))?.secondary_status).toBe("CAMPAIGN_STATUS_DELETE");
    expect((await read(harness, "adgroup", adgroup))?.secondary_status).toBe(
      "ADGROUP_STATUS_CAMPAIGN_DELETE",
    );
    expect((await read(harness, "ad", ad))?.secondary_status).toBe("AD_STATUS_CAMPAIGN_DELETE");
    for (const operation_status of ["DELETE", "ENABLE"])
      expect((await harness.post("/campaign/status/update/", { ...body, operation_status })).code).toBe(
        40002,
      );
    const { list } = await expectOk(harness.get("/campaign/get/", { advertiser_id: harness.advertiser_id }));
    expect(list).toEqual([]);
  });
});

describe("an ad group", () => {
  let campaign: string;
  beforeEach(async () => {
    campaign = String((await expectOk(harness.post("/campaign/create/", aCampaign(harness)))).campaign_id);
  });
  const create = (change: Json = {}) =>
    harness.post("/adgroup/create/", anAdGroup(harness, campaign, change));

  test.each([
    ["a circle of its own", { radius: 10 }],
    ["no place", { location_ids: undefined }],
    ["an unknown place", { location_ids: ["1"] }],
    ["a country beside its own city", { location_ids: ["102358", "108410"] }],
    ["an age group that is none", { age_groups: ["AGE_18_34"] }],
    ["a start more than twelve hours ago", { schedule_start_time: "2026-11-20 19:59:59" }],
    ["a start that is no time", { schedule_start_time: "2026-11-31 10:00:00" }],
    ["an end without a time", { schedule_type: "SCHEDULE_START_END" }],
    [
      "an end before its start",
      { schedule_type: "SCHEDULE_START_END", schedule_end_time: "2026-11-21 07:00:00" },
    ],
    ["a goal of another objective", { optimization_goal: "CONVERT", billing_event: "OCPM" }],
    ["another billing than its goal's", { billing_event: "OCPM" }],
    ["a custom bid without an amount", { bid_type: "BID_TYPE_CUSTOM" }],
    ["a bid above the budget", { bid_type: "BID_TYPE_CUSTOM", bid_price: 100 }],
    ["a bid that it does not follow", { bid_price: 1 }],
    ["chosen places that are not named", { placement_type: "PLACEMENT_TYPE_NORMAL" }],
  ])("with %s is refused", async (_name, change: Json) => {
    expect(await create(change)).toMatchObject({ status: 200, code: 40002 });
  });

  test("has its own daily budget where the campaign has none, from 20 on", async () => {
    const loose = aCampaign(harness, {
      campaign_name: "Loose",
      budget_optimize_on: false,
      budget_mode: "BUDGET_MODE_INFINITE",
      budget: undefined,
    });
    const id = String((await expectOk(harness.post("/campaign/create/", loose))).campaign_id);
    const group = { budget_mode: "BUDGET_MODE_DAY", pacing: "PACING_MODE_SMOOTH" };
    const refused = await harness.post(
      "/adgroup/create/",
      anAdGroup(harness, id, { ...group, budget: 19.99 }),
    );
    expect(refused).toMatchObject({ code: 40002, message: expect.stringContaining("20") });
    expect(
      (await harness.post("/adgroup/create/", anAdGroup(harness, id, { ...group, budget: 20 }))).code,
    ).toBe(0);
  });

  test("for conversions needs the account's pixel and an event", async () => {
    const sales = aCampaign(harness, { campaign_name: "Sales", objective_type: "WEB_CONVERSIONS" });
    const id = String((await expectOk(harness.post("/campaign/create/", sales))).campaign_id);
    const goal = { optimization_goal: "CONVERT", billing_event: "OCPM", optimization_event: "SHOPPING" };
    const of = (change: Json) =>
      harness.post("/adgroup/create/", anAdGroup(harness, id, { ...goal, ...change }));
    expect((await of({})).message).toContain("pixel_id");
    expect((await of({ pixel_id: harness.pixel_id, optimization_event: undefined })).message).toContain(
      "optimization_event",
    );
    const value = { pixel_id: harness.pixel_id, optimization_goal: "VALUE" };
    expect((await of(value)).code).toBe(40118);
    expect((await of({ pixel_id: harness.pixel_id, adgroup_name: "Buyers" })).code).toBe(0);
    const other = { pixel_id: harness.pixel_id, bid_type: "BID_TYPE_CUSTOM", conversion_bid_price: 30 };
    expect((await of(other)).message).toContain("must be the same in all ad groups");
  });

  test("is replaced by an update: an audience field that is left out is cleared", async () => {
    const { adgroup_id } = await expectOk(create());
    const base = { advertiser_id: harness.advertiser_id, adgroup_id };
    const changed = await expectOk(harness.post("/adgroup/update/", { ...base, age_groups: ["AGE_35_44"] }));
    expect(changed).toMatchObject({
      age_groups: ["AGE_35_44"],
      gender: "GENDER_UNLIMITED",
      location_ids: ["102358"],
    });
    expect((await harness.post("/adgroup/update/", { ...base, placements: ["PLACEMENT_TIKTOK"] })).code).toBe(
      40002,
    );
    expect((await harness.post("/adgroup/update/", { ...base, budget: 50 })).message).toContain(
      "budget_optimize_on",
    );
    expect(
      (await harness.post("/adgroup/update/", { ...base, bid_type: "BID_TYPE_CUSTOM", bid_price: 1 })).code,
    ).toBe(40002);
  });

  test("can change its start only before that time", async () => {
    const { adgroup_id } = await expectOk(create({ schedule_start_time: "2026-11-21 09:00:00" }));
    const change = (schedule_start_time: string) =>
      harness.post("/adgroup/update/", {
        advertiser_id: harness.advertiser_id,
        adgroup_id,
        schedule_type: "SCHEDULE_FROM_NOW",
        schedule_start_time,
      });
    expect((await change("2026-11-21 08:30:00")).code).toBe(0);
    await harness.sandbox.control("clock", { step: "PT1H" });
    expect((await change("2026-11-22 08:30:00")).message).toContain("cannot be updated");
    expect((await change("2026-11-21 08:30:00")).code).toBe(0);
  });
});

describe("an ad", () => {
  test("is reviewed, and shown when everything above it is enabled", async () => {
    const { ad, adgroup, campaign } = await makeTree(harness);
    expect(await read(harness, "ad", ad)).toMatchObject({
      adgroup_id: adgroup,
      campaign_id: campaign,
      secondary_status: "AD_STATUS_AUDIT",
    });
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect((await read(harness, "ad", ad))?.secondary_status).toBe("AD_STATUS_DELIVERY_OK");
  });

  test("is rejected for its text, with reasons, until the text changes", async () => {
    const { ad, adgroup, image } = await makeTree(harness, { creative: { ad_text: "ربح مضمون" } });
    const review = async () => {
      const query = { advertiser_id: harness.advertiser_id, ad_ids: [ad] };
      const { ad_review_map } = await expectOk(harness.get("/ad/review_info/", query));
      return (ad_review_map as Record<string, Json>)[ad];
    };
    // Before its review, it is reported as available.
    expect(await review()).toMatchObject({ is_approved: true, review_status: "ALL_AVAILABLE" });
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await review()).toMatchObject({
      is_approved: false,
      review_status: "UNAVAILABLE",
      reject_info: [{ reasons: ["Misleading financial claims are not allowed."] }],
    });
    expect((await read(harness, "ad", ad))?.secondary_status).toBe("AD_STATUS_AUDIT_DENY");
    const better = { ...aCreative(harness, image), ad_id: ad };
    await expectOk(
      harness.post("/ad/update/", {
        advertiser_id: harness.advertiser_id,
        adgroup_id: adgroup,
        creatives: [better],
      }),
    );
    expect((await read(harness, "ad", ad))?.secondary_status).toBe("AD_STATUS_REAUDIT");
  });

  test.each([
    ["an unknown field", { headline: "x" }],
    ["hash signs in its text", { ad_text: "#sale" }],
    ["a text that is too long", { ad_text: "ع".repeat(101) }],
    ["no address", { landing_page_url: undefined }],
    ["an address without https", { landing_page_url: "http://store.example" }],
    ["somebody else's identity", { identity_id: "7200000000000000009" }],
    ["a picture that is not there", { image_ids: ["nowhere"] }],
    ["a video that was not named", { ad_format: "SINGLE_VIDEO" }],
    ["a button that is none", { call_to_action: "BUY" }],
  ])("with %s is refused", async (_name, change: Json) => {
    const { adgroup, image } = await makeTree(harness);
    const reply = await harness.post(
      "/ad/create/",
      anAd(harness, adgroup, aCreative(harness, image, change)),
    );
    expect(reply).toMatchObject({ status: 200, code: 40002 });
  });

  test.each([
    ["a single picture where TikTok's feed is among the places", { ad_format: "SINGLE_IMAGE" }, "Pangle"],
    ["a carousel without music", { music_id: null }, "valid music"],
    ["a carousel with music that is not in the library", { music_id: "70" }, "valid music"],
    ["a carousel with a film", { video_id: "v1" }, "video_id"],
    ["a name that stands for no account", { identity_type: "CUSTOMIZED_USER" }, "no longer supported"],
  ])("with %s is refused", async (_name, change: Json, words) => {
    const { music_id: _music, ...single } = aCreative(harness, "");
    const { adgroup, image } = await makeTree(harness);
    const base = change.ad_format === "SINGLE_IMAGE" ? single : aCreative(harness, image);
    const creative = { ...base, image_ids: [image], ...change };
    const reply = await harness.post("/ad/create/", anAd(harness, adgroup, creative));
    expect(reply).toMatchObject({ code: 40002, message: expect.stringContaining(words) as string });
  });

  test("with a single image runs only outside TikTok, under a custom identity, in supported sizes", async () => {
    const placed = { placement_type: "PLACEMENT_TYPE_NORMAL", placements: ["PLACEMENT_PANGLE"] };
    const names = { campaign: { campaign_name: "Another" }, adgroup: placed };
    await expect(makeTree(harness, names)).rejects.toThrow("Incorrect source field");
    const { advertiser_id } = harness;
    const { identity_list } = await expectOk(harness.get("/identity/get/", { advertiser_id }));
    const name = (identity_list as Json[])[1];
    const single = {
      ad_format: "SINGLE_IMAGE",
      music_id: null,
      identity_type: name?.identity_type,
      identity_id: name?.identity_id,
    };
    expect((await makeTree(harness, { adgroup: placed, creative: single })).ad).toBeTruthy();
  });

  test("refuses an image that a carousel cannot show", async () => {
    const { adgroup } = await makeTree(harness);
    const form = imageForm(harness, await picture(300, 1_280), { file_name: "narrow.png" });
    const { image_id, is_carousel_usable } = await expectOk(harness.post("/file/image/ad/upload/", form));
    expect(is_carousel_usable).toBe(false);
    const reply = await harness.post(
      "/ad/create/",
      anAd(harness, adgroup, aCreative(harness, String(image_id))),
    );
    expect(reply.message).toContain("Image size");
  });

  test("loses what an update leaves out, unless it is a patch", async () => {
    const { ad, adgroup } = await makeTree(harness);
    const base = { advertiser_id: harness.advertiser_id, adgroup_id: adgroup };
    const creatives = [{ ad_id: ad, ad_text: "نص آخر" }];
    expect((await harness.post("/ad/update/", { ...base, creatives })).message).toContain("ad_name");
    await expectOk(harness.post("/ad/update/", { ...base, creatives, patch_update: true }));
    expect(await read(harness, "ad", ad)).toMatchObject({ ad_text: "نص آخر", ad_name: "Perfume ad" });
  });

  test("may be created although a failing server says otherwise", async () => {
    const { adgroup } = await makeTree(harness);
    const image = await makeImage(harness, "other.png");
    await harness.sandbox.control("faults", { vendor: "tiktok", kind: "half_done", times: 1 });
    const two = {
      ...anAd(harness, adgroup, {}),
      creatives: [aCreative(harness, image), aCreative(harness, image)],
    };
    expect((await harness.post("/ad/create/", two)).code).toBe(50000);
    const filtering = { adgroup_ids: [adgroup] };
    const { list } = await expectOk(
      harness.get("/ad/get/", { advertiser_id: harness.advertiser_id, filtering }),
    );
    expect(list).toHaveLength(2);
  });
});
