import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCampaign, aCreative, anAdSet, type Harness, makeTree, openHarness, type Tree } from "./testing.ts";

let harness: Harness;
let tree: Tree;
const act = () => `/act_${harness.ad_account_id}`;
beforeAll(async () => {
  harness = await openHarness();
  tree = await makeTree(harness);
});
afterAll(() => harness.stop());

const refused = (edge: string, params: Record<string, unknown>) =>
  harness.refusal("POST", `${act()}/${edge}`, params);

describe("a campaign", () => {
  it("is created paused when the request says so, and shows its budget as text", async () => {
    const id = await harness.make("campaigns", aCampaign());
    const shown = await harness.get(`/${id}`, {
      fields: "name,status,effective_status,daily_budget,objective",
    });
    expect(shown).toEqual({
      id,
      name: "White Friday",
      status: "PAUSED",
      effective_status: "PAUSED",
      daily_budget: "15000",
      objective: "OUTCOME_TRAFFIC",
    });
  });

  it("is active without a status, so a client must always send one", async () => {
    const { status: _status, ...silent } = aCampaign();
    const id = await harness.make("campaigns", silent);
    expect(await harness.get(`/${id}`, { fields: "status" })).toMatchObject({ status: "ACTIVE" });
  });

  it("accepts form fields that contain JSON as well", async () => {
    const form = { ...aCampaign(), special_ad_categories: "[]", daily_budget: "15000" };
    const response = await fetch(`${harness.sandbox.url}/meta/v26.0${act()}/campaigns`, {
      method: "POST",
      headers: { authorization: `Bearer ${harness.access_token}` },
      body: new URLSearchParams(form as Record<string, string>),
    });
    expect(await response.json()).toMatchObject({ id: expect.stringMatching(/^\d{18}$/) });
  });

  it.each([
    ["special_ad_categories", { special_ad_categories: undefined }, "special_ad_categories is required"],
    ["an old objective", { objective: "CONVERSIONS" }, "objective"],
    ["a strange parameter", { budget: 1 }, 'Unknown parameter "budget"'],
    ["a status only a change may bring", { status: "ARCHIVED" }, "status"],
    [
      "a special category in no country",
      { special_ad_category_country: ["XX"] },
      "special_ad_category_country",
    ],
    ["two budgets", { lifetime_budget: 50_000 }, "Only one of"],
    ["a broken budget", { daily_budget: 150.5 }, "daily_budget"],
  ])("is refused for %s", async (_what, change, text) => {
    const answer = await refused("campaigns", aCampaign(change));
    expect(answer.code).toBe(100);
    expect(answer.text).toContain(text);
  });

  it("is refused below the minimum budget; one minor unit above is accepted", async () => {
    const { data } = (await harness.get(`${act()}/minimum_budgets`)) as {
      data: { min_daily_budget_imp: number }[];
    };
    const minimum = data[0]?.min_daily_budget_imp ?? 0;
    expect(minimum).toBe(188);
    expect(await refused("campaigns", aCampaign({ daily_budget: minimum - 1 }))).toMatchObject({
      subcode: 1_885_272,
    });
    await harness.make("campaigns", aCampaign({ daily_budget: minimum }));
  });

  it.each([0, 1, 187])("is refused with a budget of %i, whatever else is sent", async (daily_budget) => {
    const own = { daily_budget, bid_strategy: undefined, is_adset_budget_sharing_enabled: false };
    expect(await refused("campaigns", aCampaign(own))).toMatchObject({ code: 100, subcode: 1_885_272 });
  });

  it("needs a budget that covers the minimum of each of its ad sets", async () => {
    const campaign = await harness.make("campaigns", aCampaign({ daily_budget: 188 + 938 }));
    await harness.make("adsets", anAdSet(campaign));
    const onClicks = await harness.make("adsets", anAdSet(campaign, { billing_event: "LINK_CLICKS" }));
    expect(await refused("adsets", anAdSet(campaign))).toMatchObject({ subcode: 1_885_272 });
    expect(await harness.refusal("POST", `/${campaign}`, { daily_budget: 1_125 })).toMatchObject({
      subcode: 1_885_272,
    });
    await harness.call("DELETE", `/${onClicks}`);
    await harness.make("adsets", anAdSet(campaign));
  });

  it("without a budget must say whether its ad sets share theirs", async () => {
    const own = { daily_budget: undefined, bid_strategy: undefined };
    expect(await refused("campaigns", aCampaign(own))).toMatchObject({ subcode: 4_834_011 });
    await harness.make("campaigns", aCampaign({ ...own, is_adset_budget_sharing_enabled: false }));
  });

  it("that is only validated is not created", async () => {
    const before = await harness.get(`${act()}/campaigns`, { summary: "total_count" });
    const tried = await harness.call(
      "POST",
      `${act()}/campaigns`,
      aCampaign({ execution_options: ["validate_only"] }),
    );
    expect(tried.body).toEqual({ success: true });
    expect(await harness.get(`${act()}/campaigns`, { summary: "total_count" })).toMatchObject({
      summary: before.summary,
    });
  });

  it("returns the requested fields besides the new id", async () => {
    const { body } = await harness.call("POST", `${act()}/campaigns`, aCampaign({ fields: "name,status" }));
    expect(body).toMatchObject({ name: "White Friday", status: "PAUSED", id: expect.any(String) });
  });

  it("once deleted can be read by id, is no longer listed, and accepts no change", async () => {
    const id = await harness.make("campaigns", aCampaign());
    expect((await harness.call("DELETE", `/${id}`)).body).toEqual({ success: true });
    expect((await harness.call("DELETE", `/${id}`)).body).toEqual({ success: true });
    expect(await harness.get(`/${id}`, { fields: "effective_status" })).toMatchObject({
      effective_status: "DELETED",
    });
    const listed = (await harness.get(`${act()}/campaigns`, { limit: "500" })) as { data: { id: string }[] };
    expect(listed.data.map((each) => each.id)).not.toContain(id);
    expect(await harness.refusal("POST", `/${id}`, { status: "ACTIVE" })).toMatchObject({
      subcode: 1_487_056,
    });
  });

  it("once archived accepts a new name and its deletion, nothing else", async () => {
    const id = await harness.make("campaigns", aCampaign());
    await harness.call("POST", `/${id}`, { status: "ARCHIVED" });
    expect((await harness.call("POST", `/${id}`, { name: "Old" })).body).toEqual({ success: true });
    expect(await harness.refusal("POST", `/${id}`, { status: "ACTIVE" })).toMatchObject({
      subcode: 1_487_566,
    });
    const listed = (await harness.get(`${act()}/campaigns`, { effective_status: '["ARCHIVED"]' })) as {
      data: { id: string }[];
    };
    expect(listed.data.map((each) => each.id)).toContain(id);
  });

  it("that changes to a bid cap needs a cap for each ad set, and stores it there", async () => {
    const { campaign, adSet } = await makeTree(harness, { campaign: { objective: "OUTCOME_SALES" } });
    const capped = { bid_strategy: "COST_CAP" };
    expect(await harness.refusal("POST", `/${campaign}`, capped)).toMatchObject({ subcode: 1_815_857 });
    const given = { ...capped, adset_bid_amounts: { [adSet]: 2_500 } };
    expect((await harness.call("POST", `/${campaign}`, given)).body).toEqual({ success: true });
    expect(await harness.get(`/${adSet}`, { fields: "bid_amount" })).toMatchObject({ bid_amount: 2_500 });
    await harness.call("POST", `/${campaign}`, { bid_strategy: "LOWEST_COST_WITHOUT_CAP" });
    expect(await harness.get(`/${adSet}`, { fields: "bid_amount" })).toEqual({ id: adSet });
  });
});

describe("an ad set", () => {
  const target = (change: Record<string, unknown>) => ({
    targeting: { ...(anAdSet("1").targeting as object), ...change },
  });

  it.each([
    ["its own budget beside the campaign's", { daily_budget: 5_000 }, 1_885_621],
    ["a goal of another objective", { optimization_goal: "OFFSITE_CONVERSIONS" }, 2_490_408],
    ["an end that has passed", { status: "ACTIVE", end_time: "2026-11-20T12:00:00+0300" }, 1_487_033],
    [
      "a day too short for a daily budget",
      { start_time: "2026-12-01T00:00:00+0300", end_time: "2026-12-01T12:00:00+0300" },
      1_487_793,
    ],
    ["no word about the Advantage+ audience", target({ targeting_automation: undefined }), 1_870_227],
    [
      "narrow ages with an Advantage+ audience",
      target({ targeting_automation: { advantage_audience: 1 } }),
      1_870_188,
    ],
    ["a circle around people under 18", target({ age_min: 17 }), 3_858_064],
    ["no place at all", target({ geo_locations: { countries: [] } }), 1_885_364],
  ])("is refused for %s", async (_what, change, subcode) => {
    expect(await refused("adsets", anAdSet(tree.campaign, change))).toMatchObject({ code: 100, subcode });
  });

  it.each([
    [
      "a radius over 80 km",
      { custom_locations: [{ latitude: 24, longitude: 46, radius: 81, distance_unit: "kilometer" }] },
    ],
    ["a radius in unspoken miles", { custom_locations: [{ latitude: 24, longitude: 46, radius: 80 }] }],
    ["an old kind of location", { countries: ["SA"], location_types: ["travel_in"] }],
    ["a strange key", { lands: ["SA"] }],
    ["a country that is none", { countries: ["XX"] }],
    ["a country in small letters", { countries: ["sa"] }],
    ["a city of a country that is none", { cities: [{ key: "1", country: "ZZ" }] }],
  ])("is refused for %s", async (_what, geo_locations) => {
    const answer = await refused("adsets", anAdSet(tree.campaign, target({ geo_locations })));
    expect(answer.text).toContain("targeting");
  });

  it.each([
    ["fractions of a second", "2026-12-01T00:00:00.000Z"],
    ["no offset", "2026-12-01T00:00:00"],
    ["a day alone", "2026-12-01"],
  ])("takes no time with %s", async (_what, start_time) => {
    expect((await refused("adsets", anAdSet(tree.campaign, { start_time }))).text).toContain("start_time");
  });

  it("shows its times in the account's own zone, and loses its end with 0", async () => {
    const id = await harness.make("adsets", anAdSet(tree.campaign, { end_time: 1_798_761_600 }));
    expect(await harness.get(`/${id}`, { fields: "start_time,end_time" })).toMatchObject({
      start_time: "2026-11-20T00:00:00+0300",
      end_time: "2027-01-01T03:00:00+0300",
    });
    await harness.call("POST", `/${id}`, { end_time: 0 });
    expect(await harness.get(`/${id}`, { fields: "end_time" })).toEqual({ id });
  });

  it("optimizes for sales with the account's own pixel only", async () => {
    const campaign = await harness.make("campaigns", aCampaign({ objective: "OUTCOME_SALES" }));
    const sales = { optimization_goal: "OFFSITE_CONVERSIONS" };
    expect(await refused("adsets", anAdSet(campaign, sales))).toMatchObject({ subcode: 1_885_014 });
    const promoted = (pixel_id: string) => ({
      ...sales,
      promoted_object: { pixel_id, custom_event_type: "PURCHASE" },
    });
    expect((await refused("adsets", anAdSet(campaign, promoted("123")))).text).toContain("pixel");
    await harness.make("adsets", anAdSet(campaign, promoted(harness.pixel_id)));
  });

  it("accepts a minimum ROAS with the matching strategy and goal", async () => {
    const campaign = await harness.make(
      "campaigns",
      aCampaign({ objective: "OUTCOME_SALES", bid_strategy: "LOWEST_COST_WITH_MIN_ROAS" }),
    );
    const promoted_object = { pixel_id: harness.pixel_id, custom_event_type: "PURCHASE" };
    const floor = {
      promoted_object,
      optimization_goal: "VALUE",
      bid_constraints: { roas_average_floor: 35_000 },
    };
    expect(
      (await refused("adsets", anAdSet(campaign, { ...floor, bid_constraints: undefined }))).text,
    ).toContain("roas_average_floor");
    await harness.make("adsets", anAdSet(campaign, floor));
  });

  it("changes its own budget four times an hour, not five", async () => {
    const campaign = await harness.make(
      "campaigns",
      aCampaign({ daily_budget: undefined, bid_strategy: undefined, is_adset_budget_sharing_enabled: false }),
    );
    const id = await harness.make("adsets", anAdSet(campaign, { daily_budget: 5_000 }));
    for (const daily_budget of [5_100, 5_200, 5_300, 5_400])
      expect((await harness.call("POST", `/${id}`, { daily_budget })).status).toBe(200);
    expect(await harness.refusal("POST", `/${id}`, { daily_budget: 5_500 })).toMatchObject({
      code: 613,
      subcode: 1_487_632,
    });
  });
});

describe("a creative", () => {
  it.each([
    ["another's Page", { page_id: "100000000000001" }, "Page"],
    ["no Page", { page_id: undefined }, "page_id is required"],
    ["the name Instagram accounts once had", { instagram_actor_id: "1" }, "instagram_actor_id"],
  ])("is refused for %s", async (_what, change, text) => {
    const creative = aCreative(harness, tree.hash);
    const spec = { ...(creative.object_story_spec as object), ...change };
    expect((await refused("adcreatives", { ...creative, object_story_spec: spec })).text).toContain(text);
  });

  it("is refused for an unknown image, button or feature", async () => {
    expect(await refused("adcreatives", aCreative(harness, "0".repeat(32)))).toMatchObject({
      subcode: 1_487_472,
    });
    const unexpected = { call_to_action: { type: "SHOP", value: { link: "https://store.example" } } };
    expect((await refused("adcreatives", aCreative(harness, tree.hash, unexpected))).text).toContain(
      "call_to_action",
    );
    const feature = {
      degrees_of_freedom_spec: { creative_features_spec: { sparkle: { enroll_status: "OPT_OUT" } } },
    };
    expect((await refused("adcreatives", aCreative(harness, tree.hash, {}, feature))).text).toContain(
      "sparkle",
    );
  });

  it("no longer accepts the bundle of standard enhancements", async () => {
    const bundle = {
      degrees_of_freedom_spec: {
        creative_features_spec: { standard_enhancements: { enroll_status: "OPT_OUT" } },
      },
    };
    expect(await refused("adcreatives", aCreative(harness, tree.hash, {}, bundle))).toMatchObject({
      subcode: 3_858_504,
    });
  });

  it("cannot change its visible content", async () => {
    const change = { object_story_spec: aCreative(harness, tree.hash).object_story_spec };
    expect((await harness.refusal("POST", `/${tree.creative}`, change)).code).toBe(100);
  });
});

describe("an ad", () => {
  it("is reviewed while paused, and has the reason of a disapproval", async () => {
    const fine = await makeTree(harness, { ad: { status: "PAUSED" } });
    const bad = await makeTree(harness, { link: { name: "ربح مضمون" } });
    const loadStatus = (id: string) =>
      harness.get(`/${id}`, { fields: "effective_status,ad_review_feedback" });
    expect(await loadStatus(fine.ad)).toMatchObject({ effective_status: "PENDING_REVIEW" });
    await harness.step("PT6M");
    expect(await loadStatus(fine.ad)).toMatchObject({ effective_status: "PAUSED" });
    expect(await loadStatus(bad.ad)).toMatchObject({
      effective_status: "DISAPPROVED",
      ad_review_feedback: {
        global: { "Misleading financial claims": "Misleading financial claims are not allowed." },
      },
    });
  });

  it("shows which parent level is paused", async () => {
    await harness.step("PT6M");
    const effective = async () =>
      (await harness.get(`/${tree.ad}`, { fields: "effective_status" })).effective_status;
    expect(await effective()).toBe("ACTIVE");
    await harness.call("POST", `/${tree.campaign}`, { status: "PAUSED" });
    expect(await effective()).toBe("CAMPAIGN_PAUSED");
    await harness.call("POST", `/${tree.adSet}`, { status: "PAUSED" });
    expect(await effective()).toBe("ADSET_PAUSED");
    for (const id of [tree.campaign, tree.adSet]) await harness.call("POST", `/${id}`, { status: "ACTIVE" });
  });

  it("with another creative is reviewed again", async () => {
    const creative = await harness.make("adcreatives", aCreative(harness, tree.hash, { name: "عرض آخر" }));
    await harness.call("POST", `/${tree.ad}`, { creative: { creative_id: creative } });
    expect(await harness.get(`/${tree.ad}`, { fields: "effective_status,creative" })).toMatchObject({
      effective_status: "PENDING_REVIEW",
      creative: { id: creative },
    });
  });
});
