import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import type { Json } from "../shared/field-table.ts";
import { codesIn, type Harness, makeTree, openHarness, type Tree } from "./testing.ts";

let harness: Harness;
let market: AdMarket;
let tree: Tree;
beforeEach(async () => {
  harness = await openHarness();
  market = harness.sandbox.vendors[0]?.market as AdMarket;
  tree = await makeTree(harness);
  await harness.sandbox.control("clock", { step: "PT1H" }); // 12:00 in Riyadh, accepted
});
afterEach(() => harness.stop());

const at = (text: string) => new Date(text);
const part = (impressions: number, clicks: number, spendMicro: number) => ({
  impressions,
  clicks,
  spendMicro,
  newReach: 0,
});
const refresh = () => harness.sandbox.control("clock", { step: "PT15M" });
const reportQuery = (change: Record<string, string> = {}) => ({
  entity: "PROMOTED_TWEET",
  entity_ids: tree.promoted,
  start_time: "2026-11-21T05:00:00Z",
  end_time: "2026-11-21T08:00:00Z",
  granularity: "HOUR",
  placement: "ALL_ON_TWITTER",
  metric_groups: "ENGAGEMENT,BILLING",
  ...change,
});
const stats = (change?: Record<string, string>) =>
  harness.call("GET", "/stats/accounts/:a", { query: reportQuery(change) });
const metricsIn = (body: Json) =>
  (body.data as { id_data: { metrics: Json }[] }[])[0]?.id_data[0]?.metrics ?? {};

describe("a report", () => {
  test("reports the deliveries of each hour, and sums at every level", async () => {
    market.recordDelivery(tree.promoted, at("2026-11-21T05:00:00Z"), part(100, 3, 2_000_000));
    market.recordDelivery(tree.promoted, at("2026-11-21T07:00:00Z"), part(50, 1, 1_500_001));
    await refresh();
    const { body } = await stats();
    expect(body).toMatchObject({ data_type: "stats", time_series_length: 3 });
    expect(metricsIn(body)).toMatchObject({
      impressions: [100, 0, 50],
      url_clicks: [3, 0, 1],
      likes: null,
      billed_charge_local_micro: [2_000_000, 0, 1_500_001],
    });
    for (const [entity, entity_ids] of [
      ["LINE_ITEM", tree.lineItem],
      ["CAMPAIGN", tree.campaign],
      ["ACCOUNT", harness.account_id],
      ["FUNDING_INSTRUMENT", harness.funding_instrument_id],
    ] as const) {
      const whole = await stats({ entity, entity_ids, granularity: "TOTAL" });
      expect(metricsIn(whole.body).billed_charge_local_micro).toEqual([3_500_001]);
    }
  });

  test("by day starts days at midnight in Riyadh, and keeps deleted objects", async () => {
    market.recordDelivery(tree.promoted, at("2026-11-20T20:00:00Z"), part(5, 0, 100));
    market.recordDelivery(tree.promoted, at("2026-11-20T21:00:00Z"), part(8, 2, 300));
    await harness.callOk("DELETE", `/accounts/:a/promoted_tweets/${tree.promoted}`);
    await refresh();
    const span = { start_time: "2026-11-19T21:00:00Z", end_time: "2026-11-21T21:00:00Z", granularity: "DAY" };
    expect(metricsIn((await stats(span)).body).impressions).toEqual([5, 8]);
  });

  test.each([
    [
      "eight days",
      { start_time: "2026-11-01T00:00:00Z", end_time: "2026-11-09T05:00:00Z" },
      400,
      "INVALID_TIME_WINDOW",
    ],
    ["half hours", { start_time: "2026-11-21T05:30:00Z" }, 400, "INVALID_PARAMETER"],
    [
      "days of UTC",
      { granularity: "DAY", start_time: "2026-11-20T00:00:00Z", end_time: "2026-11-21T00:00:00Z" },
      400,
      "INVALID_PARAMETER",
    ],
    ["an end before the start", { end_time: "2026-11-21T04:00:00Z" }, 400, "INVALID_TIME_WINDOW"],
    [
      "21 ids",
      { entity_ids: Array.from({ length: 21 }, (_, index) => `a${index}`).join(",") },
      400,
      "INVALID_PARAMETER",
    ],
    ["an id nobody has", { entity_ids: "zzz" }, 404, "PROMOTED_TWEET_NOT_FOUND"],
    ["groups nobody knows", { metric_groups: "ROAS" }, 400, "INVALID_PARAMETER"],
    ["a division, at once", { segmentation_type: "AGE" }, 400, "INVALID_PARAMETER"],
  ])("of %s is refused", async (_name, change, status, code) => {
    const reply = await stats(change as unknown as Record<string, string>);
    expect([reply.status, ...codesIn(reply)]).toEqual([status, code]);
  });

  test("has an endpoint for the active entities", async () => {
    market.recordDelivery(tree.promoted, at("2026-11-21T05:00:00Z"), part(100, 3, 2_000_000));
    await refresh();
    const { entity, start_time, end_time } = reportQuery();
    const active = (change = {}) =>
      harness.callOk("GET", "/stats/accounts/:a/active_entities", {
        query: { entity, start_time, end_time, ...change },
      });
    expect(await active()).toMatchObject([{ entity_id: tree.promoted }]);
    expect(await active({ campaign_ids: "other" })).toEqual([]);
    expect(await active({ start_time: "2026-11-21T06:00:00Z" })).toEqual([]);
  });
});

test("a job is processed, and then its compressed file has the same values", async () => {
  market.recordDelivery(tree.promoted, at("2026-11-21T05:00:00Z"), part(100, 3, 2_000_000));
  await refresh();
  const span = { start_time: "2026-10-20T21:00:00Z", end_time: "2026-11-21T21:00:00Z" };
  const job = await harness.callOk("POST", "/stats/jobs/accounts/:a", { query: reportQuery(span) });
  expect(job).toMatchObject({ status: "PROCESSING", url: null });
  const report = await download(await waitForJob(String(job.id_str)));
  expect(report.time_series_length).toBe(32 * 24);
  expect((metricsIn(report).impressions as number[]).reduce((sum, each) => sum + each, 0)).toBe(100);
});

describe("a segmented job", () => {
  const start = (change: Record<string, string>) =>
    harness.call("POST", "/stats/jobs/accounts/:a", {
      query: reportQuery({ granularity: "TOTAL", ...change }),
    });

  test("has one entry for each segment that the line item reaches, and they add up", async () => {
    await harness.callOk("POST", "/accounts/:a/targeting_criteria", {
      query: { line_item_id: tree.lineItem, targeting_type: "AGE", targeting_value: "AGE_18_TO_34" },
    });
    market.recordDelivery(tree.promoted, at("2026-11-21T05:00:00Z"), part(100, 3, 2_000_001));
    await refresh();
    const { body } = await start({ segmentation_type: "AGE" });
    const done = await waitForJob(String((body.data as Json).id_str));
    const { data } = await download(done);
    const segments = data[0]?.id_data ?? [];
    expect(segments.map(({ segment }) => segment)).toEqual([
      { segment_name: "18-20", segment_value: "AGE_18_TO_20" },
      { segment_name: "21-24", segment_value: "AGE_21_TO_24" },
      { segment_name: "25-34", segment_value: "AGE_25_TO_34" },
    ]);
    const add = (name: string) =>
      segments.reduce((all, { metrics }) => all + ((metrics[name] as number[] | null)?.[0] ?? 0), 0);
    expect([add("impressions"), add("url_clicks"), add("billed_charge_local_micro")]).toEqual([
      100, 3, 2_000_001,
    ]);
  });

  test.each([
    [{ segmentation_type: "REGIONS", country: "SA" }, 400, "INVALID_PARAMETER"],
    [{ segmentation_type: "METROS" }, 400, "INVALID_PARAMETER"],
    [{ segmentation_type: "PLATFORMS" }, 400, "FEATURE_NOT_AVAILABLE"],
    [{ segmentation_type: "CONVERSION_TAGS" }, 400, "INVALID_PARAMETER"],
    [
      { segmentation_type: "AGE", start_time: "2026-10-01T21:00:00Z", end_time: "2026-11-21T21:00:00Z" },
      400,
      "INVALID_TIME_WINDOW",
    ],
  ])("of %j is refused", async (change, status, code) => {
    const reply = await start(change as unknown as Record<string, string>);
    expect([reply.status, ...codesIn(reply)]).toEqual([status, code]);
  });
});

type ReportFile = {
  time_series_length: number;
  data: { id_data: { segment: Json | null; metrics: Json }[] }[];
};

const waitForJob = (id: string) =>
  waitFor(async () => {
    const [found] = (await harness.callOk("GET", "/stats/jobs/accounts/:a", {
      query: { job_ids: id },
    })) as unknown as Json[];
    return found?.status === "SUCCESS" ? found : null;
  });

async function download(job: Json): Promise<ReportFile> {
  const file = await fetch(String(job.url));
  expect(file.headers.get("content-type")).toBe("application/gzip");
  return JSON.parse(gunzipSync(Buffer.from(await file.arrayBuffer())).toString("utf8")) as ReportFile;
}

async function waitFor<Value>(look: () => Promise<Value | null>): Promise<Value> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it never came");
}

describe("the market", () => {
  const now = () => harness.sandbox.world.now();

  test("offers a promoted post with all its budgets and its bid", async () => {
    for (const [targeting_type, targeting_value] of [
      ["AGE", "AGE_18_TO_34"],
      ["GENDER", "2"],
    ] as const)
      await harness.callOk("POST", "/accounts/:a/targeting_criteria", {
        query: { line_item_id: tree.lineItem, targeting_type, targeting_value },
      });
    expect(market.deliverableAds(now())).toMatchObject([
      {
        platform: "x",
        adId: tree.promoted,
        adSquadId: tree.lineItem,
        campaignId: tree.campaign,
        budgets: [{ id: tree.campaign, period: "day", limitHalalas: 20_000, spentMicro: 0 }],
        bid: { kind: "auto", goal: "clicks", per: "click" },
        audience: { genders: ["female"], ages: { from: 18, to: 34 }, geoRadii: [] },
        creative: { kind: "image", headline: "خصم نصف السعر" },
        landingUrl: "https://store.example/offer",
      },
    ]);
  });

  test("withdraws it as soon as any parent is paused", async () => {
    await harness.callOk("PUT", `/accounts/:a/line_items/${tree.lineItem}`, {
      query: { entity_status: "PAUSED" },
    });
    expect(market.deliverableAds(now())).toEqual([]);
    await harness.callOk("PUT", `/accounts/:a/line_items/${tree.lineItem}`, {
      query: { entity_status: "ACTIVE" },
    });
    expect(market.deliverableAds(now())).toHaveLength(1);
    await harness.callOk("DELETE", `/accounts/:a/promoted_tweets/${tree.promoted}`);
    expect(market.deliverableAds(now())).toEqual([]);
  });

  test("of an account that cannot pay offers no ads", async () => {
    const bader = await openHarness("bader");
    await makeTree(bader);
    await bader.sandbox.control("clock", { step: "PT1H" });
    expect(bader.sandbox.vendors[0]?.market?.deliverableAds(bader.sandbox.world.now())).toEqual([]);
    await bader.stop();
  });
});
