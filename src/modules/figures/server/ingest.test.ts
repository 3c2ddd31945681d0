import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import {
  type AccountKey,
  type AdDay,
  type AdHour,
  findChangedCampaigns,
  ingestDays,
  ingestHours,
} from "./ingest.ts";

let db: TestDb;
const account: AccountKey = { adAccountId: "aac_1", platform: "snapchat" };

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
});
afterAll(() => db.close());

const figures = {
  campaignId: "cmp_1",
  adId: "ad_1",
  impressions: 1_000,
  clicks: 12,
  spend: halalas(1_550),
  platformReportedPurchases: 1,
  platformReportedSales: halalas(20_000),
};
const anHour = (changes: Partial<AdHour> = {}): AdHour => ({
  ...figures,
  hour: new Date("2026-11-20T10:00:00Z"),
  ...changes,
});
const aDay = (changes: Partial<AdDay> = {}): AdDay => ({ ...figures, day: yesterday, ...changes });
const yesterday = "2026-11-20" as RiyadhDay;
const ingest = (hours: AdHour[]) => transact(testContext(db), (ctx) => ingestHours(ctx, account, hours));
const ingestWhole = (reported: AdDay[]) =>
  transact(testContext(db), (ctx) => ingestDays(ctx, account, reported));
const days = () =>
  db.many(sql`select day, impressions, clicks, spend_halalas from figures.campaign_days order by day`);

/**
 * Rows that disagree: an ad's day that is not the sum of its hours (unless reported whole), and a campaign's or
 * merchant's day that is not the sum of its ads'.
 */
const differences = () =>
  db.many(sql`
    with hours as (
      select ad_id, (hour at time zone 'Asia/Riyadh')::date as day, sum(impressions) as impressions, sum(clicks) as clicks,
        sum(spend_halalas) as spend_halalas, sum(platform_reported_purchases) as platform_reported_purchases,
        sum(platform_reported_sales_halalas) as platform_reported_sales_halalas
      from figures.metric_hours group by 1, 2
    ), ads as (
      select ad_id, day, impressions, clicks, spend_halalas, platform_reported_purchases, platform_reported_sales_halalas
      from figures.ad_days where not is_reported_whole and (impressions > 0 or spend_halalas > 0)
    ), truth as (
      select day, coalesce(campaign_id, merchant_id) as whose, sum(impressions), sum(clicks), sum(spend_halalas),
        sum(platform_reported_purchases), sum(platform_reported_sales_halalas)
      from figures.ad_days group by grouping sets ((day, campaign_id), (day, merchant_id))
    ), stored as (
      select day, campaign_id as whose, impressions, clicks, spend_halalas, platform_reported_purchases, platform_reported_sales_halalas
      from figures.campaign_days
      union all select day, merchant_id, impressions, clicks, spend_halalas, platform_reported_purchases, platform_reported_sales_halalas
      from figures.merchant_days
    )
    (select 'ads' as what, day, ad_id from (select * from ads except select * from hours) d)
    union all (select 'sums', day, whose from (select * from truth except select * from stored) d)
    union all (select 'sums', day, whose from (select * from stored except select * from truth) d)`);

describe("figures reported by a platform", () => {
  it("fall on the Riyadh day of their hour", async () => {
    await ingest([
      anHour({ hour: new Date("2026-11-20T20:00:00Z") }),
      anHour({ hour: new Date("2026-11-20T21:00:00Z") }),
    ]);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
      { day: "2026-11-21", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
    ]);
  });

  it("reported again change nothing, and return false", async () => {
    expect(await ingest([anHour()])).toBe(true);
    expect(await ingest([anHour()])).toBe(false);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
    ]);
  });

  it("corrected downwards subtract the difference", async () => {
    await ingest([anHour()]);
    await ingest([anHour({ clicks: 10, spend: halalas(1_300) })]);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 10, spend_halalas: 1_300 },
    ]);
  });

  it("are counted once when a page has them twice; the later row counts", async () => {
    await ingest([anHour(), anHour({ clicks: 10 })]);
    await ingestWhole([aDay({ adId: "ad_2" }), aDay({ adId: "ad_2", clicks: 5 })]);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 2_000, clicks: 15, spend_halalas: 3_100 },
    ]);
  });

  it("store no row for hours and days in which nothing happened", async () => {
    const none = {
      impressions: 0,
      clicks: 0,
      spend: halalas(0),
      platformReportedPurchases: 0,
      platformReportedSales: halalas(0),
    };
    expect(await ingest([anHour(none)])).toBe(false);
    expect(await ingestWhole([aDay(none)])).toBe(false);
    expect(await days()).toEqual([]);
  });

  it("of a whole day replace its hours, until an hour is reported again", async () => {
    await ingest([anHour(), anHour({ hour: new Date("2026-11-20T11:00:00Z") })]);
    await ingestWhole([aDay({ impressions: 1_900, clicks: 20, spend: halalas(3_000) })]);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_900, clicks: 20, spend_halalas: 3_000 },
    ]);
    expect(await ingest([anHour()])).toBe(true);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 2_000, clicks: 24, spend_halalas: 3_100 },
    ]);
    expect(await differences()).toEqual([]);
  });

  it("give the campaigns for which a whole day differs, and no other", async () => {
    await ingest([anHour(), anHour({ campaignId: "cmp_2", adId: "ad_2" })]);
    const reported = [
      aDay(),
      aDay({ campaignId: "cmp_2", adId: "ad_2", clicks: 13 }),
      aDay({ campaignId: "cmp_3", adId: "ad_3", impressions: 5 }),
    ];
    expect((await findChangedCampaigns(testContext(db), reported)).sort()).toEqual(["cmp_2", "cmp_3"]);
  });

  it("sum up to the last report, by hours and by days, in any order, repeated and corrected", async () => {
    const row = fc.record({
      ad: fc.integer({ min: 1, max: 3 }),
      hour: fc.integer({ min: 0, max: 60 }),
      spend: fc.nat(3),
      impressions: fc.nat(3),
    });
    const page = fc.record({ isWhole: fc.boolean(), rows: fc.array(row, { maxLength: 10 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 6 }), fc.nat(5), async (pages, again) => {
        await db.reset();
        const reported = [...pages, ...pages.slice(again)];
        const model = reportModel();
        for (const { isWhole, rows } of reported) {
          const all = rows.map(({ ad, hour, spend, impressions }) => {
            const at = new Date(Date.UTC(2026, 10, 20, hour));
            const changes = {
              adId: `ad_${ad}`,
              campaignId: `cmp_${ad % 2}`,
              spend: halalas(spend),
              impressions,
            };
            return {
              at,
              changes: {
                ...changes,
                clicks: 0,
                platformReportedPurchases: 0,
                platformReportedSales: halalas(impressions),
              },
            };
          });
          if (isWhole) {
            model.days(all);
            await ingestWhole(all.map(({ at, changes }) => aDay({ ...changes, day: toRiyadhDay(at) })));
          } else {
            model.hours(all);
            await ingest(all.map(({ at, changes }) => anHour({ ...changes, hour: at })));
          }
        }
        expect(await differences()).toEqual([]);
        const sums = await db.many(sql`
          select ad_id || ' ' || day as name, spend_halalas as spend, impressions from figures.ad_days
          where spend_halalas > 0 or impressions > 0 order by 1`);
        expect(sums).toEqual(model.sums());
      }),
      { numRuns: 20 },
    );
  });

  it("ingested twice at the same time count once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => ingest([anHour()])));
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
    ]);
  });
});

type ReportedRow = { at: Date; changes: { adId: string; spend: number; impressions: number } };

/** A simple model of the same reports: an ad's day is its last whole-day report, or else the sum of its hours. */
function reportModel() {
  const hours = new Map<string, Map<number, ReportedRow["changes"]>>();
  const whole = new Map<string, ReportedRow["changes"]>();
  const toKey = ({ at, changes }: ReportedRow) => `${changes.adId} ${toRiyadhDay(at)}`;
  return {
    hours(rows: readonly ReportedRow[]) {
      for (const row of rows) {
        const name = toKey(row);
        whole.delete(name);
        hours.set(name, (hours.get(name) ?? new Map()).set(row.at.getTime(), row.changes));
      }
    },
    days(rows: readonly ReportedRow[]) {
      for (const row of rows) whole.set(toKey(row), row.changes);
    },
    sums() {
      return [...new Set([...hours.keys(), ...whole.keys()])]
        .map((name) => {
          const last = whole.get(name);
          const reported = last ? [last] : [...(hours.get(name)?.values() ?? [])];
          const sum = (key: "spend" | "impressions") => reported.reduce((total, row) => total + row[key], 0);
          return { name, spend: sum("spend"), impressions: sum("impressions") };
        })
        .filter(({ spend, impressions }) => spend > 0 || impressions > 0)
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}
