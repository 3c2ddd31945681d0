import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aMeasuredCampaign, measure } from "../testing/measured.ts";
import { countClickDays } from "./count-clicks.ts";
import { countOrder } from "./count-order.ts";
import { dropOldFacts } from "./drop-old-facts.ts";
import { makeFiguresFacade } from "./figures.facade.ts";
import { ingestDays } from "./ingest.ts";

let db: TestDb;
const { query } = makeFiguresFacade({ systemClock: { now: () => new Date() } });
const day = (name: string) => name as RiyadhDay;
const at = (iso: string): ReadContext => testContext(db, "mer_1", new Date(iso));
const noon = "2026-11-21T09:00:00Z";
const filter = { from: day("2026-11-19"), to: day("2026-11-21") };

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await measure(at(noon));
  await measure(at(noon), { ...aMeasuredCampaign, campaign_id: "cmp_2", platform: "tiktok" });
});
afterAll(() => db.close());

type Reported = {
  campaignId?: string;
  adId?: string;
  day?: RiyadhDay;
  spend: number;
  clicks?: number;
  platformReportedViewPurchases?: number;
  platformReportedViewSales?: Halalas;
};

/** The platform reports whole days. */
const report = (ctx: ReadContext, ...rows: Reported[]) =>
  transact(ctx, (ctx) =>
    ingestDays(
      ctx,
      { adAccountId: "aac_1", platform: rows[0]?.campaignId === "cmp_2" ? "tiktok" : "snapchat" },
      rows.map(({ spend, ...row }) => ({
        campaignId: "cmp_1",
        adId: "ad_1",
        day: day("2026-11-20"),
        impressions: 100,
        clicks: 0,
        platformReportedPurchases: 0,
        platformReportedSales: halalas(0),
        ...row,
        spend: halalas(spend),
      })),
    ),
  );

const recordOrder = (
  ctx: ReadContext,
  total_halalas: number,
  orderId = "ord_1",
  adId: string | null = "ad_1",
) =>
  transact(ctx, (ctx) =>
    countOrder({
      findAttribution: async () => (adId === null ? null : { campaign_id: "cmp_1", ad_id: adId }),
      findOrderFacts: async () => ({
        placed_at: new Date("2026-11-20T12:00:00Z"),
        status: "placed" as const,
        counts: true,
        total_halalas,
        refunded_halalas: 0,
        store_id: "sto_1",
        city_key: null,
        products: [],
      }),
    })(ctx, { orderId }),
  );

const recordClicks = (now: string, valid_clicks: number, bot_clicks: number) =>
  countClickDays({
    async *streamClickDays() {
      const place = { merchant_id: "mer_1", campaign_id: "cmp_1", ad_id: "ad_1", day: day("2026-11-20") };
      yield [{ ...place, valid_clicks, bot_clicks }];
    },
  })(db, { now: new Date(now), days: 2 });

describe("figures", () => {
  it("tell what platforms ascribe to views, and it follows a correction", async () => {
    const measures = ["platform_reported_view_purchases", "platform_reported_view_sales_halalas"] as const;
    const views = (purchases: number) => ({
      platformReportedViewPurchases: purchases,
      platformReportedViewSales: halalas(purchases * 1_000),
    });
    await report(at(noon), { spend: 500, ...views(3) });
    await report(at("2026-11-21T12:00:00Z"), { spend: 500, ...views(2) });
    const sums = (count: number) => [
      { platform_reported_view_purchases: count, platform_reported_view_sales_halalas: count * 1_000 },
    ];
    expect(await query(at(noon), { measures, by: [], filter })).toEqual(sums(2));
    expect(await query(at(noon), { measures, by: [], filter, asOf: new Date(noon) })).toEqual(sums(3));
  });

  it("are asked for by any dimension, and a ratio is null when there is nothing to divide by", async () => {
    await report(at(noon), { spend: 500 }, { adId: "ad_2", day: day("2026-11-21"), spend: 300 });
    await report(at(noon), { campaignId: "cmp_2", adId: "ad_3", spend: 200 });
    await recordOrder(at(noon), 2_000);
    await recordOrder(at(noon), 700, "ord_2", "ad_9");
    const measures = ["spend_halalas", "roas_placed"] as const;
    const ask = (by: readonly ("day" | "campaign" | "ad" | "platform")[]) =>
      query(at(noon), { measures, by, filter });
    expect(await ask([])).toEqual([{ spend_halalas: 1_000, roas_placed: 2.7 }]);
    expect(await ask(["day"])).toEqual([
      { day: "2026-11-20", spend_halalas: 700, roas_placed: 3.86 },
      { day: "2026-11-21", spend_halalas: 300, roas_placed: 0 },
    ]);
    expect(await ask(["platform"])).toEqual([
      { platform: "snapchat", spend_halalas: 800, roas_placed: 3.38 },
      { platform: "tiktok", spend_halalas: 200, roas_placed: 0 },
    ]);
    expect(await ask(["campaign", "platform"])).toEqual([
      { campaign_id: "cmp_1", platform: "snapchat", spend_halalas: 800, roas_placed: 3.38 },
      { campaign_id: "cmp_2", platform: "tiktok", spend_halalas: 200, roas_placed: 0 },
    ]);
    expect(await ask(["ad"])).toEqual([
      { ad_id: "ad_1", spend_halalas: 500, roas_placed: 4 },
      { ad_id: "ad_2", spend_halalas: 300, roas_placed: 0 },
      { ad_id: "ad_3", spend_halalas: 200, roas_placed: 0 },
      { ad_id: "ad_9", spend_halalas: 0, roas_placed: null },
    ]);
  });

  it("are limited to the named campaigns, ads and platforms, and to the merchant's own", async () => {
    await report(at(noon), { spend: 500 }, { adId: "ad_2", spend: 300 });
    await report(at(noon), { campaignId: "cmp_2", adId: "ad_3", spend: 200 });
    const spend = async (limit: object, ctx = at(noon)) =>
      (await query(ctx, { measures: ["spend_halalas"], by: [], filter: { ...filter, ...limit } }))[0]
        ?.spend_halalas;
    expect(await spend({ campaignIds: ["cmp_1"] })).toBe(800);
    expect(await spend({ adIds: ["ad_2", "ad_3"] })).toBe(500);
    expect(await spend({ platforms: ["tiktok"] })).toBe(200);
    expect(await spend({ campaignIds: ["cmp_1"], platforms: ["tiktok"] })).toBe(0);
    expect(await spend({ to: day("2026-11-19") })).toBe(0);
    expect(await spend({}, testContext(db, "mer_2"))).toBe(0);
  });
});

describe("clicks on our own links", () => {
  it("stand beside the platform's clicks, valid ones and those of bots apart", async () => {
    await report(at(noon), { spend: 500, clicks: 12 });
    await recordClicks(noon, 9, 2);
    expect(
      await query(at(noon), {
        measures: ["clicks", "valid_clicks", "bot_clicks"],
        by: ["day", "ad"],
        filter,
      }),
    ).toEqual([{ day: "2026-11-20", ad_id: "ad_1", clicks: 12, valid_clicks: 9, bot_clicks: 2 }]);
    expect(await query(at(noon), { measures: ["valid_clicks"], by: ["platform"], filter })).toEqual([
      { platform: "snapchat", valid_clicks: 9 },
    ]);
  });

  it("follow tracking's count, also downwards, and counting them again changes nothing", async () => {
    await recordClicks(noon, 9, 2);
    await recordClicks(noon, 9, 2);
    await recordClicks(noon, 8, 3);
    expect(await query(at(noon), { measures: ["valid_clicks", "bot_clicks"], by: [], filter })).toEqual([
      { valid_clicks: 8, bot_clicks: 3 },
    ]);
    expect(await db.many(sql`select valid_clicks from figures.ad_facts order by position`)).toEqual([
      { valid_clicks: 9 },
      { valid_clicks: 8 },
    ]);
  });

  it("do not make a day without reported figures look like one with data", async () => {
    await recordClicks(noon, 9, 2);
    expect(
      await db.many(sql`select 1 from figures.campaign_days union all select 1 from figures.merchant_days`),
    ).toEqual([]);
  });
});

describe("figures as they were known", () => {
  const known = async (asOf: string | undefined) =>
    (
      await query(at(noon), {
        measures: ["spend_halalas", "sales_placed_halalas", "valid_clicks"],
        by: ["day"],
        filter,
        ...(asOf ? { asOf: new Date(asOf) } : {}),
      })
    ).map(({ day: _, ...sums }) => Object.values(sums));

  it("are those of the last report before the moment, each source by itself", async () => {
    await report(at("2026-11-20T10:00:00Z"), { spend: 500 });
    await recordOrder(at("2026-11-20T13:00:00Z"), 2_000);
    await report(at("2026-11-21T10:00:00Z"), { spend: 450 });
    await recordClicks("2026-11-21T11:00:00Z", 9, 0);
    await recordOrder(at("2026-11-21T12:00:00Z"), 2_000, "ord_1", null);
    expect(await known("2026-11-20T09:59:59Z")).toEqual([]);
    expect(await known("2026-11-20T10:00:00Z")).toEqual([[500, 0, 0]]);
    expect(await known("2026-11-21T09:00:00Z")).toEqual([[500, 2_000, 0]]);
    expect(await known("2026-11-21T11:59:00Z")).toEqual([[450, 2_000, 9]]);
    expect(await known("2026-11-21T12:00:00Z")).toEqual([[450, 0, 9]]);
    expect(await known(undefined)).toEqual([[450, 0, 9]]);
  });

  it("hold one fact for each change, and none for a report that changes nothing", async () => {
    for (const spend of [500, 500, 450, 450]) await report(at(noon), { spend });
    expect(await db.many(sql`select spend_halalas from figures.ad_facts order by position`)).toEqual([
      { spend_halalas: 500 },
      { spend_halalas: 450 },
    ]);
    expect(await known(noon)).toEqual([[450, 0, 0]]);
  });

  it("are the present when asked now, whatever was reported in whatever order", async () => {
    const row = fc.record({
      ad: fc.integer({ min: 1, max: 3 }),
      day: fc.integer({ min: 19, max: 21 }),
      spend: fc.nat(5),
      minutes: fc.nat(3),
      total: fc.option(fc.nat(9)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        await db.reset();
        await measure(at(noon));
        let minutes = 0;
        for (const { ad, spend, total, ...reported } of rows) {
          minutes += reported.minutes;
          const ctx = testContext(db, "mer_1", new Date(Date.UTC(2026, 10, 21, 0, minutes)));
          await report(ctx, { adId: `ad_${ad}`, day: day(`2026-11-${reported.day}`), spend });
          if (total !== null) await recordOrder(ctx, total, `ord_${ad}`, `ad_${ad}`);
        }
        const ask = (asOf?: Date) =>
          query(at(noon), {
            measures: ["impressions", "spend_halalas", "orders_placed", "roas_placed"],
            by: ["day", "ad", "platform"],
            filter,
            ...(asOf ? { asOf } : {}),
          });
        expect(await ask(new Date(noon))).toEqual(await ask());
      }),
      { numRuns: 15 },
    );
  });

  it("are never edited, and are dropped by the month after two years", async () => {
    await report(at(noon), { spend: 500 });
    await expect(db.run(sql`update figures.ad_facts set spend_halalas = 1`)).rejects.toThrow("never edited");
    await expect(db.run(sql`delete from figures.ad_facts`)).rejects.toThrow("never edited");
    const count = async () =>
      (await db.one<{ facts: number }>(sql`select count(*)::int as facts from figures.ad_facts`)).facts;
    await dropOldFacts(db, { now: new Date("2028-12-31T09:00:00Z") });
    expect(await count()).toBe(1);
    await dropOldFacts(db, { now: new Date("2029-01-01T09:00:00Z") });
    expect(await count()).toBe(0);
    expect(await query(at(noon), { measures: ["spend_halalas"], by: [], filter })).toEqual([
      { spend_halalas: 500 },
    ]);
  });
});
