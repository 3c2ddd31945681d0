import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AdMarket } from "../../economy/ports.ts";
import type { Json } from "../shared/field-table.ts";
import { type Harness, makeTree, openHarness, read, type Tree } from "./testing.ts";

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

const part = (impressions: number, clicks: number, spendMicro: number, newReach = impressions) => ({
  impressions,
  clicks,
  spendMicro,
  newReach,
});
const at = (text: string) => new Date(text);
const refresh = () => harness.sandbox.control("clock", { step: "PT15M" });
const FIELDS = "fields=impressions,swipes,spend";

async function total(path: string, query = ""): Promise<Json> {
  const { body } = await harness.call("GET", `${path}/stats?granularity=TOTAL&${FIELDS}${query}`);
  const [entry] = body.total_stats as { total_stat: Json }[];
  return entry?.total_stat ?? {};
}

describe("a report", () => {
  test("sums exactly what was delivered, at every level", async () => {
    const deliveries = [part(100, 3, 2_000_000), part(50, 1, 1_500_001), part(7, 0, 90_001)];
    for (const [index, each] of deliveries.entries())
      market.recordDelivery(tree.ad, at(`2026-11-21T0${index + 5}:00:00Z`), each);
    await refresh();
    const expected = { impressions: 157, swipes: 4, spend: 3_590_002 };
    for (const path of [`/ads/${tree.ad}`, `/adsquads/${tree.squad}`, `/campaigns/${tree.campaign}`])
      expect((await total(path)).stats).toEqual(expected);
    const account = await total(`/adaccounts/${harness.ad_account_id}`, "&breakdown=campaign");
    expect(account.breakdown_stats).toMatchObject({ campaign: [{ id: tree.campaign, stats: expected }] });
    const spend = await harness.call("GET", `/adaccounts/${harness.ad_account_id}/stats?fields=spend`);
    expect((spend.body.total_stats as { total_stat: Json }[])[0]?.total_stat.stats).toEqual({
      spend: 3_590_002,
    });
  });

  test("shows a delivery at the next quarter of an hour, not at once", async () => {
    market.recordDelivery(tree.ad, at("2026-11-21T09:00:00Z"), part(10, 1, 500_000));
    expect((await total(`/ads/${tree.ad}`)).stats).toEqual({ impressions: 0, swipes: 0, spend: 0 });
    await refresh();
    expect((await total(`/ads/${tree.ad}`)).stats).toEqual({ impressions: 10, swipes: 1, spend: 500_000 });
  });

  test.each(["age", "gender", "region"])(
    "by %s has a sum for each group, which add up to the whole",
    async (dimension) => {
      market.recordDelivery(tree.ad, at("2026-11-21T09:00:00Z"), part(1_003, 37, 5_000_007));
      await refresh();
      const { dimension_stats, stats } = await total(
        `/campaigns/${tree.campaign}`,
        `&report_dimension=${dimension}`,
      );
      expect(stats).toBeUndefined();
      const groups = dimension_stats as Record<string, number>[];
      expect(new Set(groups.map((group) => group[dimension])).size).toBe(groups.length);
      const add = (field: string) => groups.reduce((all, group) => all + (group[field] ?? 0), 0);
      expect([add("impressions"), add("swipes"), add("spend")]).toEqual([1_003, 37, 5_000_007]);
    },
  );

  test("by hour has no dimension", async () => {
    const { status } = await harness.call(
      "GET",
      `/campaigns/${tree.campaign}/stats?granularity=HOUR&${FIELDS}&report_dimension=age&start_time=2026-11-20T21:00:00Z&end_time=2026-11-21T21:00:00Z`,
    );
    expect(status).toBe(400);
  });

  test("by day starts days at midnight in Riyadh", async () => {
    market.recordDelivery(tree.ad, at("2026-11-20T20:00:00Z"), part(5, 0, 100));
    market.recordDelivery(tree.ad, at("2026-11-20T21:00:00Z"), part(8, 2, 300));
    await refresh();
    const span = "start_time=2026-11-20T00:00:00.000%2B03:00&end_time=2026-11-22T00:00:00.000%2B03:00";
    const { body } = await harness.call(
      "GET",
      `/campaigns/${tree.campaign}/stats?granularity=DAY&${FIELDS}&${span}`,
    );
    const [entry] = body.timeseries_stats as { timeseries_stat: Json }[];
    expect(entry?.timeseries_stat).toMatchObject({ type: "CAMPAIGN", granularity: "DAY" });
    expect(entry?.timeseries_stat.timeseries).toEqual([
      {
        start_time: "2026-11-20T00:00:00.000+03:00",
        end_time: "2026-11-21T00:00:00.000+03:00",
        stats: { impressions: 5, swipes: 0, spend: 100 },
      },
      {
        start_time: "2026-11-21T00:00:00.000+03:00",
        end_time: "2026-11-22T00:00:00.000+03:00",
        stats: { impressions: 8, swipes: 2, spend: 300 },
      },
    ]);
  });

  test("by hour and ad lists each ad's own hours", async () => {
    market.recordDelivery(tree.ad, at("2026-11-21T08:00:00Z"), part(4, 1, 77));
    await refresh();
    const span = "start_time=2026-11-21T08:00:00Z&end_time=2026-11-21T10:00:00Z";
    const { body } = await harness.call(
      "GET",
      `/campaigns/${tree.campaign}/stats?granularity=HOUR&breakdown=ad&${FIELDS}&${span}`,
    );
    const [entry] = body.timeseries_stats as { timeseries_stat: { breakdown_stats: { ad: Json[] } } }[];
    const [ad] = entry?.timeseries_stat.breakdown_stats.ad ?? [];
    expect(ad).toMatchObject({ id: tree.ad, type: "AD", granularity: "HOUR" });
    expect(((ad?.timeseries ?? []) as { stats: Json }[]).map((hour) => hour.stats.spend)).toEqual([77, 0]);
  });

  test("subtracts a late correction, but never below zero, and states what is final", async () => {
    market.recordDelivery(tree.ad, at("2026-11-21T08:00:00Z"), part(10, 4, 900));
    await refresh();
    market.recordDelivery(tree.ad, at("2026-11-21T08:00:00Z"), part(0, -1, -200, 0));
    await refresh();
    const corrected = await total(`/ads/${tree.ad}`);
    expect(corrected.stats).toEqual({ impressions: 10, swipes: 3, spend: 700 });
    expect(corrected.finalized_data_end_time).toBe("2026-11-19T12:00:00.000+03:00");
    market.recordDelivery(tree.ad, at("2026-11-21T08:00:00Z"), part(0, -9, -9_000, 0));
    await refresh();
    expect((await total(`/ads/${tree.ad}`)).stats).toEqual({ impressions: 10, swipes: 0, spend: 0 });
  });

  test("keeps the metrics of deleted objects", async () => {
    market.recordDelivery(tree.ad, at("2026-11-21T08:00:00Z"), part(10, 4, 900));
    await harness.call("DELETE", `/campaigns/${tree.campaign}`);
    await refresh();
    expect((await total(`/campaigns/${tree.campaign}`)).stats).toMatchObject({ spend: 900 });
  });

  test.each([
    ["an unknown field", "fields=roas"],
    ["an unknown granularity", "granularity=WEEK"],
    ["a day without a span", "granularity=DAY"],
    [
      "a day that begins at noon",
      "granularity=DAY&start_time=2026-11-20T12:00:00%2B03:00&end_time=2026-11-21T00:00:00%2B03:00",
    ],
    ["a day of UTC", "granularity=DAY&start_time=2026-11-20T00:00:00Z&end_time=2026-11-21T00:00:00Z"],
    [
      "32 days",
      "granularity=DAY&start_time=2026-10-01T00:00:00%2B03:00&end_time=2026-11-02T00:00:00%2B03:00",
    ],
    ["eight days of hours", "granularity=HOUR&start_time=2026-11-01T00:00:00Z&end_time=2026-11-09T00:00:00Z"],
    ["half hours", "granularity=HOUR&start_time=2026-11-20T00:30:00Z&end_time=2026-11-20T02:30:00Z"],
    [
      "an end before the start",
      "granularity=HOUR&start_time=2026-11-20T02:00:00Z&end_time=2026-11-20T01:00:00Z",
    ],
    ["a breakdown by its own level", "breakdown=campaign"],
    [
      "frequency by day",
      "granularity=DAY&fields=frequency&start_time=2026-11-20T00:00:00%2B03:00&end_time=2026-11-21T00:00:00%2B03:00",
    ],
    ["an unknown parameter", "dimension=age"],
  ])("refuses %s", async (_name, query) => {
    const { status, body } = await harness.call("GET", `/campaigns/${tree.campaign}/stats?${query}`);
    expect([status, body.error_code]).toEqual([400, "E1008"]);
  });

  test("of an account has only spend unless it is broken down", async () => {
    const { status } = await harness.call("GET", `/adaccounts/${harness.ad_account_id}/stats?${FIELDS}`);
    expect(status).toBe(400);
  });

  test("of a dollar account counts in dollars", async () => {
    const khalid = await openHarness("khalid");
    const khalidTree = await makeTree(khalid);
    khalid.sandbox.vendors[0]?.market?.recordDelivery(
      khalidTree.ad,
      at("2026-11-21T08:00:00Z"),
      part(1, 1, 3_750_000),
    );
    await khalid.sandbox.control("clock", { step: "PT15M" });
    const { body } = await khalid.call("GET", `/ads/${khalidTree.ad}/stats?fields=spend`);
    expect((body.total_stats as { total_stat: Json }[])[0]?.total_stat.stats).toEqual({ spend: 1_000_000 });
    await khalid.stop();
  });
});

describe("the market", () => {
  const now = () => harness.sandbox.world.now();

  test("offers an ad with all its budgets and its bid", () => {
    expect(market.deliverableAds(now())).toMatchObject([
      {
        platform: "snapchat",
        adId: tree.ad,
        adAccountId: harness.ad_account_id,
        budgets: [{ id: tree.squad, period: "day", limitHalalas: 5_000, spentMicro: 0 }],
        bid: { kind: "auto", goal: "clicks", per: "click", amountHalalas: null },
        audience: { countries: ["SA"], geoRadii: [], genders: [], ages: { from: 13, to: null } },
        creative: { kind: "image", headline: "خصم نصف السعر", callToAction: "SHOP_NOW" },
        landingUrl: "https://store.example/offer",
      },
    ]);
  });

  test("counts the spend since midnight in Riyadh against the daily budget", () => {
    market.recordDelivery(tree.ad, at("2026-11-20T20:00:00Z"), part(1, 0, 7_000_000));
    market.recordDelivery(tree.ad, at("2026-11-20T21:00:00Z"), part(1, 0, 2_000_000));
    expect(market.deliverableAds(now())[0]?.budgets[0]?.spentMicro).toBe(2_000_000);
  });

  test.each(["campaigns", "adsquads", "ads"])(
    "withdraws an ad as soon as one of %s is paused",
    async (kind) => {
      const id = { campaigns: tree.campaign, adsquads: tree.squad, ads: tree.ad }[kind] ?? "";
      const parent = {
        campaigns: `/adaccounts/${harness.ad_account_id}`,
        adsquads: `/campaigns/${tree.campaign}`,
        ads: `/adsquads/${tree.squad}`,
      }[kind];
      const whole = await read(harness, kind, id);
      await harness.send("PUT", `${parent}/${kind}`, kind, { ...whole, status: "PAUSED" });
      expect(market.deliverableAds(now())).toEqual([]);
    },
  );

  test("does not offer an ad before its review", async () => {
    const later = await makeTree(harness);
    expect(market.deliverableAds(now()).map((ad) => ad.adId)).not.toContain(later.ad);
  });
});
