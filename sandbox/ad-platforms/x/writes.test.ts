import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import {
  aCampaign,
  aCard,
  aLineItem,
  codesIn,
  type Harness,
  libraryPicture,
  makeTree,
  openHarness,
  picture,
  signedCall,
} from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const campaigns = "/accounts/:a/campaigns";
const lineItems = "/accounts/:a/line_items";
const criteria = "/accounts/:a/targeting_criteria";

async function refused(path: string, query: Record<string, string>) {
  const reply = await harness.call("POST", path, { query });
  return [reply.status, ...codesIn(reply)];
}
const loadId = async (path: string, query: Record<string, string>) =>
  String((await harness.callOk("POST", path, { query })).id);

describe("a campaign", () => {
  test("is returned with the sent values, typed, and with X's own fields", async () => {
    const { body } = await harness.call("POST", campaigns, {
      query: aCampaign(harness, { entity_status: "PAUSED" }),
    });
    expect(body.request).toEqual({
      params: {
        account_id: harness.account_id,
        ...aCampaign(harness),
        daily_budget_amount_local_micro: 200_000_000,
        entity_status: "PAUSED",
      },
    });
    expect(body.data).toMatchObject({
      budget_optimization: "LINE_ITEM",
      currency: "SAR",
      servable: false,
      reasons_not_servable: ["PAUSED_BY_ADVERTISER", "INCOMPLETE"],
      created_at: "2026-11-21T08:00:00Z",
      deleted: false,
    });
  });

  test.each([
    ["without a name", { name: "" }, "INVALID_PARAMETER"],
    ["with an unknown parameter", { start_time: "2026-11-20T21:00:00Z" }, "INVALID_PARAMETER"],
    ["with a status nobody knows", { entity_status: "STOPPED" }, "INVALID_PARAMETER"],
    ["with a fraction of a halala", { daily_budget_amount_local_micro: "200000001" }, "INVALID_DENOMINATION"],
    ["with a budget in words", { daily_budget_amount_local_micro: "200.5" }, "INVALID_PARAMETER"],
    ["with less in all than a day", { total_budget_amount_local_micro: "100000000" }, "INVALID_PARAMETER"],
  ])("%s is refused", async (_name, change, code) => {
    expect(await refused(campaigns, aCampaign(harness, change as Record<string, string>))).toEqual([
      400,
      code,
    ]);
  });

  test("needs its required parameters and a daily budget", async () => {
    expect(await refused(campaigns, { name: "n" })).toEqual([400, "MISSING_PARAMETER"]);
    const { daily_budget_amount_local_micro: _left, ...rest } = aCampaign(harness);
    expect(await refused(campaigns, rest)).toEqual([400, "MISSING_PARAMETER"]);
  });

  test("changes only in the allowed fields, and never back to a draft", async () => {
    const id = await loadId(campaigns, aCampaign(harness));
    const changed = await harness.callOk("PUT", `${campaigns}/${id}`, { query: { entity_status: "PAUSED" } });
    expect(changed).toMatchObject({ name: "الجمعة البيضاء", entity_status: "PAUSED" });
    expect(
      codesIn(await harness.call("PUT", `${campaigns}/${id}`, { query: { entity_status: "DRAFT" } })),
    ).toEqual(["INVALID_PARAMETER"]);
  });

  test("once deleted is not found, deleted again neither, but listed on request", async () => {
    const id = await loadId(campaigns, aCampaign(harness));
    expect(await harness.callOk("DELETE", `${campaigns}/${id}`)).toMatchObject({ deleted: true });
    expect(codesIn(await harness.call("DELETE", `${campaigns}/${id}`))).toEqual(["CAMPAIGN_NOT_FOUND"]);
    expect((await harness.call("GET", `${campaigns}/${id}`)).status).toBe(404);
    expect(
      await harness.callOk("GET", `${campaigns}/${id}`, { query: { with_deleted: "true" } }),
    ).toMatchObject({
      id,
    });
  });

  test("is listed as a draft only when drafts are requested", async () => {
    await loadId(campaigns, aCampaign(harness, { entity_status: "DRAFT" }));
    expect(await harness.callOk("GET", campaigns)).toEqual([]);
    expect(await harness.callOk("GET", campaigns, { query: { with_draft: "true" } })).toHaveLength(1);
  });

  test("cannot be written with a read-only role", async () => {
    const maha = await openHarness("maha");
    const reply = await maha.call("POST", campaigns, { query: aCampaign(maha) });
    expect([reply.status, ...codesIn(reply)]).toEqual([403, "ACTION_NOT_ALLOWED"]);
    await maha.stop();
  });
});

describe("lists", () => {
  test("have pages, a name prefix filter, and a count on request", async () => {
    for (const name of ["[cmp_1] أولى", "[cmp_2] ثانية", "[cmp_3] ثالثة"])
      await loadId(campaigns, aCampaign(harness, { name }));
    const first = await harness.call("GET", campaigns, { query: { count: "2" } });
    expect(first.body.data).toHaveLength(2);
    const second = await harness.call("GET", campaigns, {
      query: { count: "2", cursor: String(first.body.next_cursor) },
    });
    expect([(second.body.data as unknown[]).length, second.body.next_cursor]).toEqual([1, null]);
    expect(await harness.callOk("GET", campaigns, { query: { q: "[CMP_2]" } })).toHaveLength(1);
    const counted = await harness.call("GET", campaigns, { query: { with_total_count: "true" } });
    expect(counted.body.total_count).toBe(3);
    const newest = await harness.callOk("GET", campaigns, { query: { sort_by: "name-desc", count: "1" } });
    expect((newest as unknown as Json[])[0]?.name).toBe("[cmp_3] ثالثة");
  });

  test("of accounts are limited to five requests in a quarter of an hour, and the headers say so", async () => {
    for (let left = 4; left >= 0; left -= 1) {
      const { headers } = await harness.call("GET", "/accounts");
      expect(headers.get("x-rate-limit-remaining")).toBe(String(left));
    }
    const reply = await harness.call("GET", "/accounts");
    expect([reply.status, ...codesIn(reply)]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(reply.headers.get("x-rate-limit-reset"))).toBeGreaterThan(Date.now() / 1_000);
  });
});

describe("a line item", () => {
  let campaign: string;
  beforeEach(async () => {
    campaign = await loadId(campaigns, aCampaign(harness));
  });

  test.each([
    ["a goal of another objective", { goal: "MAX_REACH" }, 400, "INVALID_PARAMETER"],
    ["conversions without a tag", { goal: "WEBSITE_CONVERSIONS" }, 400, "MISSING_PARAMETER"],
    [
      "somebody else's tag",
      { goal: "WEBSITE_CONVERSIONS", primary_web_event_tag: "o3bk1" },
      400,
      "INVALID_PARAMETER",
    ],
    ["a highest bid that is not named", { bid_strategy: "MAX" }, 400, "MISSING_PARAMETER"],
    [
      "a target paid by impression",
      { bid_strategy: "TARGET", bid_amount_local_micro: "10000", pay_by: "IMPRESSION" },
      400,
      "INVALID_PARAMETER",
    ],
    ["an end before its start", { end_time: "2026-11-20T20:00:00Z" }, 400, "INVALID_TIME_WINDOW"],
    ["a time without a zone", { start_time: "2026-11-20T21:00:00" }, 400, "INVALID_PARAMETER"],
    [
      "a budget above its campaign's",
      { daily_budget_amount_local_micro: "300000000" },
      400,
      "INVALID_PARAMETER",
    ],
    ["a campaign that is not there", { campaign_id: "zzz" }, 404, "CAMPAIGN_NOT_FOUND"],
  ])("with %s is refused", async (_name, change, status, code) => {
    expect(
      await refused(lineItems, { ...aLineItem(campaign), ...(change as unknown as Record<string, string>) }),
    ).toEqual([status, code]);
  });

  test("shares its objective with its siblings", async () => {
    await loadId(lineItems, aLineItem(campaign));
    const other = aLineItem(campaign, { objective: "REACH", goal: "MAX_REACH" });
    expect(await refused(lineItems, other)).toEqual([400, "INVALID_PARAMETER"]);
  });

  test("clears its end when an empty one is sent", async () => {
    const id = await loadId(lineItems, aLineItem(campaign, { end_time: "2026-12-01T21:00:00Z" }));
    const changed = await harness.callOk("PUT", `${lineItems}/${id}`, { query: { end_time: "" } });
    expect(changed).toMatchObject({ end_time: null, start_time: "2026-11-20T21:00:00Z" });
  });

  test("of a deleted campaign is not deleted, but listed only with the deleted", async () => {
    await loadId(lineItems, aLineItem(campaign));
    await harness.callOk("DELETE", `${campaigns}/${campaign}`);
    expect(await harness.callOk("GET", lineItems)).toEqual([]);
    expect(await harness.callOk("GET", lineItems, { query: { with_deleted: "true" } })).toMatchObject([
      { deleted: false },
    ]);
  });
});

describe("targeting", () => {
  let lineItem: string;
  beforeEach(async () => {
    lineItem = await loadId(lineItems, aLineItem(await loadId(campaigns, aCampaign(harness))));
  });
  const criterion = (targeting_type: string, targeting_value: string, more = {}) => ({
    line_item_id: lineItem,
    targeting_type,
    targeting_value,
    ...more,
  });

  test.each([
    ["an age bucket X does not have", "AGE", "AGE_18_TO_24"],
    ["a gender by name", "GENDER", "FEMALE"],
    ["a place by name", "LOCATION", "SA"],
    ["a radius", "RADIUS", "10"],
    ["a platform nobody has", "PLATFORM", "2"],
  ])("by %s is refused", async (_name, type, value) => {
    expect(await refused(criteria, criterion(type, value))).toEqual([400, "INVALID_PARAMETER"]);
  });

  test("accepts one age, and no criterion twice", async () => {
    await loadId(criteria, criterion("AGE", "AGE_18_TO_34", { operator_type: "EQ" }));
    expect(await refused(criteria, criterion("AGE", "AGE_OVER_35"))).toEqual([400, "INVALID_PARAMETER"]);
    await loadId(criteria, criterion("PLATFORM", "0"));
    expect(await refused(criteria, criterion("PLATFORM", "0"))).toEqual([
      400,
      "DUPLICATE_TARGETING_CRITERION",
    ]);
  });

  test("finds places by country and kind", async () => {
    const query = { location_type: "COUNTRIES", country_code: "SA" };
    const [found] = (await harness.callOk("GET", "/targeting_criteria/locations", {
      query,
    })) as unknown as Json[];
    expect(found).toMatchObject({ name: "Saudi Arabia", targeting_type: "LOCATION" });
    expect(await loadId(criteria, criterion("LOCATION", String(found?.targeting_value)))).not.toBe("");
  });

  test("in a batch is written completely or not at all", async () => {
    const batch = (...values: string[]) =>
      harness.call("POST", "/batch/accounts/:a/targeting_criteria", {
        json: values.map((value) => ({ operation_type: "Create", params: criterion("PLATFORM", value) })),
      });
    const failed = await batch("0", "9");
    expect([failed.status, ...codesIn(failed)]).toEqual([400, "BATCH_FAILED"]);
    expect(failed.body.operation_errors).toMatchObject([[], [{ code: "INVALID_PARAMETER" }]]);
    const listCriteria = () => harness.callOk("GET", criteria, { query: { line_item_ids: lineItem } });
    expect(await listCriteria()).toEqual([]);
    expect((await batch("0", "1")).status).toBe(200);
    expect(await listCriteria()).toHaveLength(2);
  });
});

describe("posts and their media", () => {
  const post = (change: Record<string, string>) =>
    harness.call("POST", "/accounts/:a/tweet", {
      form: { as_user_id: harness.promotable_user_id, text: "عطر", ...change },
    });

  test("a post is for ads only, cannot repeat the one before, and is found by its name", async () => {
    const callOk = await post({ name: "[ad_1] عطر" });
    expect(callOk.body.data).toMatchObject({ nullcast: true, text: "عطر", name: "[ad_1] عطر" });
    expect(codesIn(await post({}))).toEqual(["DUPLICATE_TWEET"]);
    const listed = (name: string) =>
      harness.callOk("GET", "/accounts/:a/tweets", { query: { tweet_type: "PUBLISHED", name } });
    const [found] = (await listed("[ad_1]")) as unknown as Json[];
    await harness.callOk("PUT", `/accounts/:a/tweets/${found?.id_str}/name`, { query: { name: "gone" } });
    expect(await listed("[ad_1]")).toEqual([]);
  });

  test.each([
    ["for somebody else", { as_user_id: "1" }, 403, "USER_NOT_FOUND"],
    ["longer than 280", { text: "ع".repeat(281) }, 400, "INVALID_PARAMETER"],
    ["with a card nobody made", { card_uri: "card://1" }, 404, "CARD_NOT_FOUND"],
    ["with a video's title and no video", { video_title: "t" }, 400, "INVALID_PARAMETER"],
  ])("a post %s is refused", async (_name, change, status, code) => {
    const reply = await post(change as unknown as Record<string, string>);
    expect([reply.status, ...codesIn(reply)]).toEqual([status, code]);
  });

  test("a link has weight 23 whatever its length, and an emoji two", async () => {
    expect((await post({ text: `https://store.example/${"x".repeat(400)} ${"ع".repeat(256)}` })).status).toBe(
      200,
    );
    expect((await post({ text: "😀".repeat(140) })).status).toBe(200);
    expect((await post({ text: "😀".repeat(141) })).status).toBe(400);
  });

  test("a card needs JSON, an image of its aspect ratio and a title of at most 70 letters", async () => {
    const key = await libraryPicture(harness);
    const card = (json: unknown) => harness.call("POST", "/accounts/:a/cards", { json });
    expect((await card(aCard(key))).body.data).toMatchObject({ card_type: "IMAGE_WEBSITE" });
    expect(codesIn(await card(aCard(key, "ع".repeat(71))))).toEqual(["INVALID_PARAMETER"]);
    expect(codesIn(await card({ ...aCard(key), type: "WEBSITE" }))).toEqual(["INVALID_PARAMETER"]);
    expect(codesIn(await harness.call("POST", "/accounts/:a/cards", { query: { name: "c" } }))).toEqual([
      "INVALID_PARAMETER",
    ]);
    const tall = await libraryPicture(harness, await picture(1_080, 1_920));
    expect(codesIn(await card(aCard(tall)))).toEqual(["INVALID_MEDIA"]);
  });

  test("a promotion can only be created and deleted; a new one of the same post has the same review", async () => {
    const { lineItem, post: id, promoted } = await makeTree(harness);
    const promote = () =>
      harness.call("POST", "/accounts/:a/promoted_tweets", {
        query: { line_item_id: lineItem, tweet_ids: id },
      });
    expect(codesIn(await promote())).toEqual(["DUPLICATE_PROMOTABLE_ENTITY"]);
    expect((await harness.call("PUT", `/accounts/:a/promoted_tweets/${promoted}`)).status).toBe(405);
    await harness.sandbox.control("clock", { step: "PT10M" });
    await harness.callOk("DELETE", `/accounts/:a/promoted_tweets/${promoted}`);
    const again = (await promote()).body.data as Json[];
    expect(again).toMatchObject([{ approval_status: "ACCEPTED", entity_status: "ACTIVE", tweet_id: id }]);
    expect(again[0]?.id).not.toBe(promoted);
  });

  test("a review takes five minutes, and rejects the trigger words", async () => {
    const { promoted } = await makeTree(harness, "ربح مضمون لكل مشترٍ");
    const approval = async () =>
      (await harness.callOk("GET", `/accounts/:a/promoted_tweets/${promoted}`)).approval_status;
    expect(await approval()).toBe("UNDER_REVIEW");
    await harness.sandbox.control("clock", { step: "PT6M" });
    expect(await approval()).toBe("REJECTED");
  });
});

test("the fault half_done does the work and still answers with a server error", async () => {
  await harness.sandbox.control("faults", { vendor: "x", kind: "half_done", times: 1, path: "/campaigns" });
  const reply = await harness.call("POST", campaigns, { query: aCampaign(harness) });
  expect([reply.status, ...codesIn(reply)]).toEqual([500, "INTERNAL_ERROR"]);
  expect(await harness.callOk("GET", campaigns)).toHaveLength(1);
});

test("an old version is still supported, an unknown version is not", async () => {
  const token = { id: harness.oauth_token, secret: harness.oauth_token_secret };
  expect((await signedCall(token, "GET", `${harness.sandbox.url}/x-ads/11/accounts`)).status).toBe(200);
  expect((await signedCall(token, "GET", `${harness.sandbox.url}/x-ads/13/accounts`)).status).toBe(404);
});
