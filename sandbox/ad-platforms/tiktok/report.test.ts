import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import type { Json } from "../shared/field-table.ts";
import { expectOk, type Harness, makeTree, openHarness, type Tree } from "./testing.ts";

let harness: Harness;
let market: AdMarket;
let tree: Tree;
beforeEach(async () => {
  harness = await openHarness();
  market = harness.sandbox.vendors[0]?.market as AdMarket;
  tree = await makeTree(harness);
  await harness.sandbox.control("clock", { step: "PT1H" }); // 12:00 in Riyadh, approved
});
afterEach(() => harness.stop());

const part = (impressions: number, clicks: number, spendMicro: number) => ({
  impressions,
  clicks,
  spendMicro,
  newReach: impressions,
});
const deliver = (hour: string, figures: ReturnType<typeof part>) =>
  market.recordDelivery(tree.ad, new Date(hour), figures);
const refresh = () => harness.sandbox.control("clock", { step: "PT15M" });
const reportQuery = (change: Json = {}): Json => ({
  advertiser_id: harness.advertiser_id,
  report_type: "BASIC",
  data_level: "AUCTION_AD",
  dimensions: ["ad_id", "stat_time_hour"],
  metrics: ["spend", "impressions", "clicks"],
  start_date: "2026-11-21",
  end_date: "2026-11-21",
  ...change,
});
const report = async (change: Json = {}) =>
  (await expectOk(harness.get("/report/integrated/get/", reportQuery(change)))).list as Json[];

describe("a report", () => {
  test("reports hours in the ad account's time zone, as texts with two decimals", async () => {
    deliver("2026-11-20T21:00:00Z", part(100, 3, 2_345_678));
    deliver("2026-11-20T20:00:00Z", part(50, 1, 1_000_000));
    await refresh();
    expect(await report()).toEqual([
      {
        dimensions: { ad_id: tree.ad, stat_time_hour: "2026-11-21 00:00:00" },
        metrics: { spend: "2.35", impressions: "100", clicks: "3" },
      },
    ]);
  });

  test.each(["age", "gender"])("of people by %s adds up to what was delivered", async (by) => {
    deliver("2026-11-21T08:00:00Z", part(997, 31, 2_000_000));
    await refresh();
    const people = await report({
      report_type: "AUDIENCE",
      data_level: "AUCTION_CAMPAIGN",
      dimensions: ["campaign_id", by],
      metrics: ["impressions", "clicks"],
    });
    const add = (name: string) =>
      people.reduce((all, { metrics }) => all + Number((metrics as Record<string, string>)[name]), 0);
    expect([add("impressions"), add("clicks")]).toEqual([997, 31]);
    expect(new Set(people.map(({ dimensions }) => (dimensions as Json)[by])).size).toBe(people.length);
  });

  test("sums at every level, by day and over the whole lifetime", async () => {
    deliver("2026-11-20T20:00:00Z", part(5, 0, 100_000));
    deliver("2026-11-21T08:00:00Z", part(8, 2, 300_000));
    await refresh();
    const days = {
      data_level: "AUCTION_CAMPAIGN",
      dimensions: ["campaign_id", "stat_time_day"],
      start_date: "2026-11-20",
    };
    expect((await report(days)).map((row) => [row.dimensions, (row.metrics as Json).spend])).toEqual([
      [{ campaign_id: tree.campaign, stat_time_day: "2026-11-20 00:00:00" }, "0.10"],
      [{ campaign_id: tree.campaign, stat_time_day: "2026-11-21 00:00:00" }, "0.30"],
    ]);
    const life = { data_level: "AUCTION_ADVERTISER", dimensions: ["advertiser_id"], query_lifetime: true };
    expect((await report(life))[0]).toMatchObject({
      metrics: { spend: "0.40", impressions: "13", clicks: "2" },
    });
  });

  test("leaves out deleted ads, unless all statuses are requested", async () => {
    deliver("2026-11-21T08:00:00Z", part(8, 2, 300_000));
    await refresh();
    const body = {
      advertiser_id: harness.advertiser_id,
      campaign_ids: [tree.campaign],
      operation_status: "DELETE",
    };
    await expectOk(harness.post("/campaign/status/update/", body));
    expect(await report()).toEqual([]);
    const filtering = [{ field_name: "ad_status", filter_type: "IN", filter_value: '["STATUS_ALL"]' }];
    expect(await report({ filtering })).toHaveLength(1);
  });

  test("is filtered by campaign, page by page", async () => {
    const other = await makeTree(harness, { campaign: { campaign_name: "Other" } });
    deliver("2026-11-21T08:00:00Z", part(8, 2, 300_000));
    market.recordDelivery(other.ad, new Date("2026-11-21T08:00:00Z"), part(1, 0, 10_000));
    await refresh();
    const of = (id: string) => [
      { field_name: "campaign_ids", filter_type: "IN", filter_value: JSON.stringify([id]) },
    ];
    expect((await report({ filtering: of(other.campaign) })).map((row) => row.dimensions)).toMatchObject([
      { ad_id: other.ad },
    ]);
    expect(await report({ page_size: 1 })).toHaveLength(1);
    expect(await report({ page_size: 1, page: 3 })).toEqual([]);
  });

  test("shows a delivery at the next quarter of an hour, and applies late corrections", async () => {
    deliver("2026-11-21T08:00:00Z", part(10, 4, 900_000));
    expect(await report()).toEqual([]);
    await refresh();
    deliver("2026-11-21T08:00:00Z", { ...part(0, -1, -200_000), newReach: 0 });
    await refresh();
    expect((await report())[0]?.metrics).toEqual({ spend: "0.70", impressions: "10", clicks: "3" });
  });

  test.each([
    ["hours of two days", { end_date: "2026-11-22" }],
    ["31 days", { dimensions: ["ad_id", "stat_time_day"], start_date: "2026-10-22" }],
    ["a level that is none", { data_level: "AD" }],
    ["a dimension of another level", { dimensions: ["campaign_id"] }],
    ["a metric that is none", { metrics: ["sales"] }],
    ["a day that is none", { start_date: "2026-11-31", end_date: "2026-11-31" }],
    ["hours over the whole life", { query_lifetime: true }],
    [
      "a filter without JSON",
      { filtering: [{ field_name: "ad_ids", filter_type: "IN", filter_value: "1" }] },
    ],
    ["a parameter that is none", { breakdown: "age" }],
  ])("refuses %s", async (_name, change: Json) => {
    expect((await harness.get("/report/integrated/get/", reportQuery(change))).code).toBe(40002);
  });

  test("can run asynchronously, and is downloaded as lines once it is ready", async () => {
    deliver("2026-11-21T08:00:00Z", part(8, 2, 300_000));
    await refresh();
    const { task_id } = await expectOk(
      harness.post("/report/task/create/", reportQuery({ output_format: "CSV_STRING" })),
    );
    const query = { advertiser_id: harness.advertiser_id, task_id };
    expect((await harness.get("/report/task/download/", query)).code).toBe(40201);
    expect((await expectOk(harness.get("/report/task/check/", query))).status).toBe("PROCESSING");
    expect((await expectOk(harness.get("/report/task/check/", query))).status).toBe("SUCCESS");
    const { message } = await harness.get("/report/task/download/", query);
    expect(message).toContain(`"${tree.ad}","2026-11-21 11:00:00","0.30","8","2"`);
  });

  test("of a dollar account counts in dollars, by the days of New York", async () => {
    const khalid = await openHarness("khalid");
    const khalidTree = await makeTree(khalid);
    const hour = new Date("2026-11-21T04:00:00Z"); // 23:00 of the day before, in New York
    khalid.sandbox.vendors[0]?.market?.recordDelivery(khalidTree.ad, hour, part(1, 1, 3_750_000));
    await khalid.sandbox.control("clock", { step: "PT15M" });
    const days = { dimensions: ["ad_id", "stat_time_day"], start_date: "2026-11-20" };
    const query = { ...reportQuery(days), advertiser_id: khalid.advertiser_id };
    const { list } = await expectOk(khalid.get("/report/integrated/get/", query));
    expect(list).toMatchObject([
      { dimensions: { stat_time_day: "2026-11-20 00:00:00" }, metrics: { spend: "1.00" } },
    ]);
    await khalid.stop();
  });
});

describe("the market", () => {
  const offered = () => market.deliverableAds(harness.sandbox.world.now());

  test("offers an ad with all its budgets and its bid", () => {
    expect(offered()).toMatchObject([
      {
        platform: "tiktok",
        adId: tree.ad,
        adSquadId: tree.adgroup,
        campaignId: tree.campaign,
        budgets: [{ id: tree.campaign, period: "day", limitHalalas: 10_000, maxDailyOverdelivery: 1.25 }],
        bid: { kind: "auto", goal: "clicks", amountHalalas: null },
        audience: { countries: ["SA"], geoRadii: [], genders: ["female"], ages: { from: 18, to: 34 } },
        creative: { kind: "image", headline: "خصم نصف السعر", callToAction: "SHOP_NOW" },
        landingUrl: "https://store.example/offer",
      },
    ]);
  });

  test("counts the spend since midnight in Riyadh against the daily budget", () => {
    deliver("2026-11-20T20:00:00Z", part(1, 0, 7_000_000));
    deliver("2026-11-20T21:00:00Z", part(1, 0, 2_000_000));
    expect(offered()[0]?.budgets[0]?.spentMicro).toBe(2_000_000);
  });

  test.each(["campaign", "adgroup", "ad"] as const)(
    "withdraws an ad as soon as its %s is off",
    async (level) => {
      const ids = { [`${level}_ids`]: [tree[level]], operation_status: "DISABLE" };
      await expectOk(
        harness.post(`/${level}/status/update/`, { advertiser_id: harness.advertiser_id, ...ids }),
      );
      expect(offered()).toEqual([]);
    },
  );

  test("does not offer an ad before its review, nor one of an account without balance", async () => {
    const later = await makeTree(harness, { campaign: { campaign_name: "Later" } });
    expect(offered().map((ad) => ad.adId)).not.toContain(later.ad);
    const bader = await openHarness("bader");
    await makeTree(bader);
    await bader.sandbox.control("clock", { step: "PT1H" });
    expect(bader.sandbox.vendors[0]?.market?.deliverableAds(bader.sandbox.world.now())).toEqual([]);
    await bader.stop();
  });
});
