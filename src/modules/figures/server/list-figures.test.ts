import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { Metric } from "../contract/metrics.ts";
import { aMeasuredCampaign, measure } from "../testing/measured.ts";
import { rankCampaigns, sumsByCampaign, toPeriodBefore } from "./figures-by-campaign.ts";
import { ingestDays, ingestHours } from "./ingest.ts";
import { loadListFigures } from "./load-list-figures.ts";
import { loadUsualShare } from "./load-usual-share.ts";

let db: TestDb;
const day = (name: string) => name as RiyadhDay;
/** Noon in Riyadh. */
const at = (merchantId = "mer_1"): ReadContext =>
  testContext(db, merchantId, new Date("2026-11-21T09:00:00Z"));
const period = { from: day("2026-11-19"), to: day("2026-11-21") };

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  for (const campaign_id of ["cmp_1", "cmp_2"]) await measure(at(), { ...aMeasuredCampaign, campaign_id });
});
afterAll(() => db.close());

const report = (rows: { campaignId: string; day: RiyadhDay; spend: number }[]) =>
  transact(at(), (ctx) =>
    ingestDays(
      ctx,
      { adAccountId: "aac_1", platform: "snapchat" },
      rows.map(({ spend, ...row }) => ({
        adId: `ad_of_${row.campaignId}`,
        impressions: 100,
        clicks: 0,
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
        ...row,
        spend: halalas(spend),
      })),
    ),
  );
const someDays = () =>
  report([
    { campaignId: "cmp_1", day: day("2026-11-16"), spend: 700 },
    { campaignId: "cmp_1", day: day("2026-11-20"), spend: 200 },
    { campaignId: "cmp_1", day: day("2026-11-21"), spend: 300 },
    { campaignId: "cmp_2", day: day("2026-11-18"), spend: 900 },
  ]);

describe("a list's figures", () => {
  it("are the period's, with today's spend and the last seven days one by one", async () => {
    await someDays();
    const measures = ["spend_halalas", "roas_placed", "cost_per_order_halalas"] as const;
    const found = await loadListFigures(at(), { campaignIds: ["cmp_1", "cmp_2", "cmp_3"], period, measures });
    expect(found.get("cmp_1")).toEqual({
      spend_today_halalas: 300,
      days: [
        { day: "2026-11-16", orders_placed: 0 },
        { day: "2026-11-20", orders_placed: 0 },
        { day: "2026-11-21", orders_placed: 0 },
      ],
      figures: { spend_halalas: 500, roas_placed: 0, cost_per_order_halalas: null },
    });
    expect(found.get("cmp_2")?.figures).toBeNull(); // it had none in the period, which is not zero
    expect(found.has("cmp_3")).toBe(false);
  });

  it("are the merchant's own", async () => {
    await someDays();
    const measures = ["spend_halalas"] as const;
    expect(await loadListFigures(at("mer_2"), { campaignIds: ["cmp_1"], period, measures })).toEqual(
      new Map(),
    );
  });
});

describe("figures in another statement", () => {
  it("rank campaigns by a sum or a ratio, and those without figures have no rank", async () => {
    await someDays();
    const rank = (metric: Metric) =>
      db.many(sql`${rankCampaigns(at(), period, metric)} order by value desc nulls last`);
    expect(await rank("spend_halalas")).toMatchObject([{ campaign_id: "cmp_1" }]);
    expect(await rank("cost_per_order_halalas")).toEqual([{ campaign_id: "cmp_1", value: null }]);
  });

  it("sum the period and the same number of days before it", async () => {
    await someDays();
    expect(toPeriodBefore(period)).toEqual({ from: "2026-11-16", to: "2026-11-18" });
    const rows = await db.many(sql`
      select campaign_id, spend_halalas::int as now, before_spend_halalas::int as before
      from (${sumsByCampaign(at(), period, ["spend_halalas"])}) figures order by campaign_id`);
    expect(rows).toEqual([
      { campaign_id: "cmp_1", now: 500, before: 700 },
      { campaign_id: "cmp_2", now: null, before: 900 },
    ]);
  });
});

describe("the usual share of a day's spend", () => {
  const reportHours = (hours: { hour: string; spend: number }[]) =>
    transact(at(), (ctx) =>
      ingestHours(
        ctx,
        { adAccountId: "aac_1", platform: "snapchat" },
        hours.map(({ hour, spend }) => ({
          campaignId: "cmp_1",
          adId: "ad_1",
          hour: new Date(hour),
          impressions: 10,
          clicks: 0,
          spend: halalas(spend),
          platformReportedPurchases: 0,
          platformReportedSales: halalas(0),
        })),
      ),
    );

  it("is what was spent by this time of the day in the last days, today apart", async () => {
    await reportHours([
      { hour: "2026-11-20T06:00:00Z", spend: 300 }, // nine in the morning
      { hour: "2026-11-20T18:00:00Z", spend: 700 }, // nine in the evening
      { hour: "2026-11-21T06:00:00Z", spend: 5_000 },
    ]);
    expect(await loadUsualShare(at())).toBe(3_000);
  });

  it("counts the part of an hour that has passed, and is unknown without any spend", async () => {
    expect(await loadUsualShare(at())).toBeNull();
    await reportHours([{ hour: "2026-11-20T09:00:00Z", spend: 400 }]);
    expect(await loadUsualShare({ ...at(), now: new Date("2026-11-21T09:30:00Z") })).toBe(5_000);
  });
});
