import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFrozenClock } from "../../testing/frozen-clock.ts";
import type { Json } from "../shared/field-table.ts";
import {
  aCampaign,
  aCreative,
  anAd,
  anAdSquad,
  type Harness,
  makeMedia,
  makeTree,
  openHarness,
  read,
  requireId,
} from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const campaigns = () => `/adaccounts/${harness.ad_account_id}/campaigns`;
const create = (item: Json) => harness.send("POST", campaigns(), "campaigns", item);

describe("a campaign", () => {
  test("is created as sent, with times in UTC and Snapchat's own fields", async () => {
    const { object } = await create(aCampaign(harness, { status: "PAUSED" }));
    expect(object).toMatchObject({
      name: "White Friday",
      start_time: "2026-11-19T21:00:00.000Z",
      buy_model: "AUCTION",
      delivery_status: ["INVALID_NOT_ACTIVE"],
    });
  });

  test.each([
    ["an unknown field", { colour: "green" }, 'Unrecognized field "colour"'],
    ["the old objective", { objective: "SALES" }, 'Unrecognized field "objective"'],
    ["no name", { name: undefined }, "name is required"],
    ["no status", { status: undefined }, "status is required"],
    ["a long name", { name: "n".repeat(376) }, "1 to 375 characters"],
    ["a wrong status", { status: "ARCHIVED" }, "Invalid value"],
    ["a budget in riyals", { daily_budget_micro: 100 }, "at least 20000000"],
    ["a budget with a fraction", { daily_budget_micro: 20_000_000.5 }, "must be an integer"],
    ["a time without offset", { start_time: "2026-11-20T00:00:00" }, "with an offset"],
    ["30 February", { start_time: "2026-02-30T00:00:00Z" }, "with an offset"],
    ["an end before its start", { end_time: "2026-11-01T00:00:00Z" }, "end_time must be after start_time"],
    ["an id of one's own", { id: "3d8e0000-0000-4000-a000-000000000000" }, "read-only"],
    [
      "another account's id",
      { ad_account_id: "3d8e0000-0000-4000-a000-000000000000" },
      "does not match the path",
    ],
    ["a wrong objective", { objective_v2_properties: { objective_v2_type: "ROAS" } }, "Invalid value"],
  ])("%s is refused", async (_name, change, reason) => {
    expect((await create(aCampaign(harness, change))).reason).toContain(reason);
  });

  test("an invalid item is refused beside a created one, in one HTTP 200", async () => {
    const items = [aCampaign(harness), aCampaign(harness, { status: "NO" })];
    const { status, body } = await harness.call("POST", campaigns(), { campaigns: items });
    expect(status).toBe(200);
    expect((body.campaigns as Json[]).map((entry) => entry.sub_request_status)).toEqual(["SUCCESS", "ERROR"]);
    expect((body.campaigns as Json[])[1]?.sub_request_error_reason).toMatch(/^Error code: E1008, message: /);
  });

  test("at most 30 are accepted at once, and nothing else in the body", async () => {
    const many = Array.from({ length: 31 }, () => aCampaign(harness));
    expect((await harness.call("POST", campaigns(), { campaigns: many })).status).toBe(400);
    expect(
      (await harness.call("POST", campaigns(), { campaigns: [aCampaign(harness)], dry: true })).status,
    ).toBe(400);
    expect((await harness.call("POST", campaigns(), [aCampaign(harness)])).status).toBe(400);
  });

  test("is paused by sending the whole object; omitted fields are cleared, immutable ones are kept", async () => {
    const id = requireId(await create(aCampaign(harness, { end_time: "2026-12-20T00:00:00Z" })));
    const whole = await read(harness, "campaigns", id);
    const { end_time: _gone, ...rest } = whole;
    const paused = await harness.send("PUT", campaigns(), "campaigns", { ...rest, status: "PAUSED" });
    expect(paused.object).toMatchObject({
      id,
      status: "PAUSED",
      buy_model: "AUCTION",
      created_at: whole.created_at,
    });
    expect(paused.object?.end_time).toBeUndefined();
    expect((await harness.send("PUT", campaigns(), "campaigns", { id, status: "ACTIVE" })).reason).toContain(
      "required",
    );
    const moved = await harness.send("PUT", campaigns(), "campaigns", { ...whole, buy_model: "RESERVED" });
    expect(moved.reason).toContain("E2023");
  });

  test("is paused by a JSON Patch, which must be valid", async () => {
    const id = requireId(await create(aCampaign(harness)));
    const patch = (steps: unknown, type = "application/json-patch+json") =>
      harness.call("PATCH", `${campaigns()}/${id}`, steps, { "content-type": type });
    const done = await patch([{ op: "replace", path: "/status", value: "PAUSED" }]);
    expect((done.body.campaigns as Json[])[0]).toMatchObject({ campaign: { status: "PAUSED" } });
    const loadErrorCode = async (steps: unknown) => (await patch(steps)).body.error_code;
    expect(await loadErrorCode([{ op: "move", path: "/status", from: "/name" }])).toBe("E1165");
    expect(await loadErrorCode([{ op: "replace", path: "/id", value: "x" }])).toBe("E1165");
    expect(await loadErrorCode([{ op: "replace", path: "/list/0", value: "x" }])).toBe("E1165");
    expect(await loadErrorCode([{ op: "test", path: "/status", value: "ACTIVE" }])).toBe("E1166");
    expect(await loadErrorCode([{ op: "remove", path: "/end_time" }])).toBe("E1166");
    expect(await loadErrorCode([{ op: "replace", path: "/status", value: "GONE" }])).toBe("E1008");
    expect((await patch([{ op: "remove", path: "/name" }], "application/json")).status).toBe(400);
  });

  test("is deleted once, with its children; a second time is not found", async () => {
    const tree = await makeTree(harness);
    expect((await harness.call("DELETE", `/campaigns/${tree.campaign}`)).body.request_status).toBe("SUCCESS");
    for (const path of [`/campaigns/${tree.campaign}`, `/adsquads/${tree.squad}`, `/ads/${tree.ad}`])
      expect((await harness.call("GET", path)).body).toMatchObject({ error_code: "E3003" });
    expect((await harness.call("DELETE", `/campaigns/${tree.campaign}`)).status).toBe(404);
    expect((await harness.call("GET", `/creatives/${tree.creative}`)).status).toBe(200);
    expect((await harness.call("GET", campaigns())).body.campaigns).toEqual([]);
    const all = (await harness.call("GET", `${campaigns()}?read_deleted_entities=true`)).body
      .campaigns as Json[];
    expect(all[0]).toMatchObject({ campaign: { id: tree.campaign, deleted: true } });
  });
});

describe("an ad squad", () => {
  test.each<[string, (harness: Harness) => Json, string]>([
    ["two budgets", () => ({ lifetime_budget_micro: 50_000_000 }), "exactly one"],
    ["no budget", () => ({ daily_budget_micro: undefined }), "exactly one"],
    ["less than 5 riyals a day", () => ({ daily_budget_micro: 4_999_999 }), "at least 5000000"],
    ["a constraint that disagrees", () => ({ delivery_constraint: "LIFETIME_BUDGET" }), "does not go with"],
    ["a bid with AUTO_BID", () => ({ bid_micro: 1_000_000 }), "not allowed with AUTO_BID"],
    ["a target without its cost", () => ({ bid_strategy: "TARGET_COST" }), "bid_micro is required"],
    [
      "a bid above the ceiling",
      () => ({ bid_strategy: "TARGET_COST", bid_micro: 500_000_001 }),
      "at most 500000000",
    ],
    ["the strategy that was withdrawn", () => ({ bid_strategy: "MIN_ROAS" }), "Invalid value"],
    ["a pixel goal without pixel", () => ({ optimization_goal: "PIXEL_PURCHASE" }), "pixel_id is required"],
    [
      "a stranger's pixel",
      (b) => ({ optimization_goal: "PIXEL_PURCHASE", pixel_id: b.profile_id }),
      "does not belong",
    ],
    ["custom places without names", () => ({ placement_v2: { config: "CUSTOM" } }), "E2845"],
    [
      "purchases outside the chat feed",
      (b) => ({
        optimization_goal: "PIXEL_PURCHASE",
        pixel_id: b.pixel_id,
        placement_v2: { config: "CUSTOM", platforms: ["SNAPCHAT"], snapchat_positions: ["FEED"] },
      }),
      "E21011",
    ],
    ["haste without a maximum bid", () => ({ pacing_type: "ACCELERATED" }), "ACCELERATED"],
    ["no country", () => ({ targeting: {} }), "geos is required"],
    ["a country in capitals", () => ({ targeting: { geos: [{ country_code: "SA" }] } }), "lower-case"],
    [
      "children",
      () => ({ targeting: { geos: [{ country_code: "sa" }], demographics: [{ min_age: "12" }] } }),
      "at least 13",
    ],
    [
      "an age as a number",
      () => ({ targeting: { geos: [{ country_code: "sa" }], demographics: [{ min_age: 18 }] } }),
      "age as text",
    ],
    [
      "an age beyond the last",
      () => ({ targeting: { geos: [{ country_code: "sa" }], demographics: [{ max_age: "56" }] } }),
      "at most 55",
    ],
    [
      "a bound that is a group's name",
      () => ({ targeting: { geos: [{ country_code: "sa" }], demographics: [{ min_age: "35+" }] } }),
      "age as text",
    ],
    [
      "a circle of 95 metres",
      () => ({
        targeting: {
          geos: [{ country_code: "sa" }],
          locations: [{ circles: [{ latitude: 24.7, longitude: 46.7, radius: 95 }] }],
        },
      }),
      "96 m",
    ],
    [
      "keywords",
      () => ({ targeting: { geos: [{ country_code: "sa" }], keywords: ["oud"] } }),
      "Unrecognized",
    ],
    [
      "two countries without a language",
      () => ({ targeting: { geos: [{ country_code: "sa" }, { country_code: "ae" }] } }),
      "one language",
    ],
    ["a billing event of clicks", () => ({ billing_event: "SWIPE" }), "Invalid value"],
  ])("with %s is refused", async (_name, change, reason) => {
    const campaign = requireId(await create(aCampaign(harness)));
    const created = await harness.send(
      "POST",
      `/campaigns/${campaign}/adsquads`,
      "adsquads",
      anAdSquad(campaign, change(harness)),
    );
    expect(created.reason).toContain(reason);
  });

  test("accepts a radius of 100 km, a target cost and an age range", async () => {
    const campaign = requireId(await create(aCampaign(harness)));
    const change = {
      bid_strategy: "TARGET_COST",
      bid_micro: 10_000,
      optimization_goal: "PIXEL_PURCHASE",
      pixel_id: harness.pixel_id,
      targeting: {
        geos: [{ country_code: "sa", operation: "INCLUDE" }],
        locations: [
          {
            circles: [{ latitude: 24.7, longitude: 46.7, radius: 100, unit: "KILOMETERS" }],
            operation: "INCLUDE",
          },
        ],
        demographics: [{ min_age: "18", max_age: "34", gender: "FEMALE", languages: ["ar"] }],
        auto_expansion_options: { interest_expansion_option: { enabled: false } },
      },
    };
    requireId(
      await harness.send("POST", `/campaigns/${campaign}/adsquads`, "adsquads", anAdSquad(campaign, change)),
    );
  });

  test("is refused on the account's own path, and with a budget beside the campaign's", async () => {
    const campaign = requireId(
      await create(aCampaign(harness, { daily_budget_micro: 50_000_000, pacing_level: "CAMPAIGN" })),
    );
    const there = await harness.send(
      "POST",
      `/campaigns/${campaign}/adsquads`,
      "adsquads",
      anAdSquad(campaign),
    );
    expect(there.reason).toContain("the campaign holds the budget");
    const path = `/adaccounts/${harness.ad_account_id}/adsquads`;
    expect((await harness.call("POST", path, { adsquads: [anAdSquad(campaign)] })).body.error_code).toBe(
      "E1008",
    );
  });
});

describe("a creative and its ad", () => {
  test.each<[string, (harness: Harness) => Json, string]>([
    ["a headline of 35 letters", () => ({ headline: "ا".repeat(35) }), "1 to 34"],
    ["no public profile", () => ({ profile_properties: undefined }), "profile_properties is required"],
    [
      "somebody else's profile",
      (b) => ({ profile_properties: { profile_id: b.pixel_id } }),
      "not a public profile",
    ],
    ["a call to action of another kind", () => ({ call_to_action: "LEARN_MORE" }), "Invalid value"],
    ["no call to action", () => ({ call_to_action: undefined }), "call_to_action is required"],
    ["plain http", () => ({ web_view_properties: { url: "http://store.example/" } }), "https://"],
    ["no address", () => ({ web_view_properties: undefined }), "web_view_properties is required"],
    ["media that are not there", (b) => ({ top_snap_media_id: b.pixel_id }), "E3003"],
  ])("with %s is refused", async (_name, change, reason) => {
    const media = await makeMedia(harness);
    const created = await harness.send(
      "POST",
      `/adaccounts/${harness.ad_account_id}/creatives`,
      "creatives",
      aCreative(harness, media, change(harness)),
    );
    expect(created.reason).toContain(reason);
  });

  test("a landing address on loopback may be plain http", async () => {
    await makeTree(harness, {
      creative: { web_view_properties: { url: "http://localhost:3000/t/12345678" } },
    });
  });

  test("media must have been uploaded", async () => {
    const item = { ad_account_id: harness.ad_account_id, name: "empty", type: "IMAGE" };
    const media = requireId(
      await harness.send("POST", `/adaccounts/${harness.ad_account_id}/media`, "media", item),
    );
    const created = await harness.send(
      "POST",
      `/adaccounts/${harness.ad_account_id}/creatives`,
      "creatives",
      aCreative(harness, media),
    );
    expect(created.reason).toContain("not READY");
  });

  test("a website creative needs a REMOTE_WEBPAGE ad", async () => {
    const { squad, creative } = await makeTree(harness);
    const created = await harness.send(
      "POST",
      `/adsquads/${squad}/ads`,
      "ads",
      anAd(squad, creative, { type: "WEB_VIEW" }),
    );
    expect(created.reason).toContain("Invalid value");
    const other = await harness.send(
      "POST",
      `/adsquads/${squad}/ads`,
      "ads",
      anAd(squad, creative, { type: "SNAP_AD" }),
    );
    expect(other.reason).toContain("REMOTE_WEBPAGE");
  });

  test("an ad is pending until its review, then may be shown", async () => {
    const tree = await makeTree(harness);
    const loadStatus = async () => {
      const { review_status, delivery_status } = await read(harness, "ads", tree.ad);
      return [review_status, delivery_status];
    };
    expect(await loadStatus()).toEqual(["PENDING", ["NOT_DELIVERING_PENDING_REVIEW"]]);
    await harness.sandbox.control("clock", { step: "PT5M" });
    expect(await loadStatus()).toEqual(["APPROVED", ["VALID"]]);
  });

  test("a headline with a trigger word is rejected with the reason, until it is changed", async () => {
    const tree = await makeTree(harness, { creative: { headline: "ربح مضمون لك" } });
    await harness.sandbox.control("clock", { step: "PT5M" });
    const rejected = await read(harness, "ads", tree.ad);
    expect(rejected).toMatchObject({ review_status: "REJECTED", delivery_status: ["INVALID_REJECTED"] });
    expect(rejected.review_status_reasons).toEqual(["Misleading financial claims are not allowed."]);
    const creative = await read(harness, "creatives", tree.creative);
    await harness.send("PUT", `/adaccounts/${harness.ad_account_id}/creatives`, "creatives", {
      ...creative,
      headline: "عطور",
    });
    expect((await read(harness, "ads", tree.ad)).review_status).toBe("PENDING");
  });
});

describe("the API", () => {
  test("refuses other paths, other methods, other content types and broken bodies", async () => {
    expect((await harness.call("GET", "/nothing")).status).toBe(404);
    expect((await harness.call("DELETE", campaigns())).status).toBe(405);
    expect((await harness.call("GET", "/me", undefined, { accept: "text/xml" })).status).toBe(406);
    const broken = await fetch(`${harness.sandbox.url}/snapchat/v1${campaigns()}`, {
      method: "POST",
      body: "{",
      headers: { authorization: `Bearer ${harness.access_token}`, "content-type": "application/json" },
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ request_status: "ERROR" });
  });

  test("allows a token ten requests a second", async () => {
    const counted = await openHarness("noura", { rateLimits: true });
    const answers = await withFrozenClock(() =>
      Promise.all(Array.from({ length: 12 }, () => counted.call("GET", "/me"))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429]);
    await counted.stop();
  });

  test("lets a report reader change nothing", async () => {
    const maha = await harness.sandbox.control("tokens", { vendor: "snapchat", identity: "maha" });
    const headers = { authorization: `Bearer ${maha.access_token}` };
    const path = `/adaccounts/${maha.ad_account_id}/campaigns`;
    expect((await harness.call("GET", path, undefined, headers)).status).toBe(200);
    expect((await harness.call("POST", path, { campaigns: [aCampaign(harness)] }, headers)).status).toBe(403);
  });

  test("with the fault half_done writes and then answers 500", async () => {
    await harness.sandbox.control("faults", { vendor: "snapchat", kind: "half_done", times: 1 });
    const { status } = await harness.call("POST", campaigns(), { campaigns: [aCampaign(harness)] });
    expect(status).toBe(500);
    expect((await harness.call("GET", campaigns())).body.campaigns).toHaveLength(1);
  });
});
