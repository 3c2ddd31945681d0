import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type AdHour, ingestHours } from "./ingest.ts";

let db: TestDb;
const campaign = { merchantId: "mer_1", campaignId: "cmp_1" };
const readAt = new Date("2026-11-21T09:00:00Z");

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
});
afterAll(() => db.close());

const anHour = (changes: Partial<AdHour> = {}): AdHour => ({
  adId: "ad_1",
  hour: new Date("2026-11-20T10:00:00Z"),
  impressions: 1_000,
  clicks: 12,
  spend: halalas(1_550),
  claimedPurchases: 1,
  claimedSales: halalas(20_000),
  ...changes,
});
const ingest = (hours: AdHour[]) => db.transaction((tx) => ingestHours(tx, campaign, hours, readAt));
const days = () =>
  db.many(sql`select day, impressions, clicks, spend_halalas from reports.campaign_days order by day`);

/** Days of an ad, of a campaign, and of a merchant whose roll-up is not the sum of their hours. */
const differences = () =>
  db.many(sql`
    with hours as (
      select merchant_id, campaign_id, ad_id, (hour at time zone 'Asia/Riyadh')::date as day, impressions, clicks,
        spend_halalas
      from reports.metric_hours
    ), truth as (
      select day, coalesce(ad_id, campaign_id, merchant_id) as whose, sum(impressions), sum(clicks), sum(spend_halalas)
      from hours group by grouping sets ((day, ad_id), (day, campaign_id), (day, merchant_id))
    ), kept as (
      select day, ad_id as whose, impressions, clicks, spend_halalas from reports.ad_days
      union all select day, campaign_id, impressions, clicks, spend_halalas from reports.campaign_days
      union all select day, merchant_id, impressions, clicks, spend_halalas from reports.merchant_days
    )
    (select * from truth except select * from kept) union all (select * from kept except select * from truth)`);

describe("figures told by a platform", () => {
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

  it("told again change nothing, and say so", async () => {
    expect(await ingest([anHour()])).toBe(true);
    expect(await ingest([anHour()])).toBe(false);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
    ]);
  });

  it("corrected downwards take back what was too much", async () => {
    await ingest([anHour()]);
    await ingest([anHour({ clicks: 10, spend: halalas(1_300) })]);
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 10, spend_halalas: 1_300 },
    ]);
  });

  it("sum up to the last word on each hour, whatever pages came before", async () => {
    const hours = fc.record({
      ad: fc.integer({ min: 1, max: 3 }),
      hour: fc.integer({ min: 0, max: 60 }),
      spend: fc.nat(5_000),
      impressions: fc.nat(5_000),
    });
    const pages = fc.array(
      fc.uniqueArray(hours, { selector: ({ ad, hour }) => `${ad}:${hour}`, maxLength: 12 }),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(pages, async (told) => {
        await db.reset();
        const last = new Map<string, { spend: number; impressions: number }>();
        for (const page of told) {
          await ingest(
            page.map(({ ad, hour, spend, impressions }) => {
              last.set(`${ad}:${hour}`, { spend, impressions });
              return anHour({
                adId: `ad_${ad}`,
                hour: new Date(Date.UTC(2026, 10, 20, hour)),
                spend: halalas(spend),
                impressions,
              });
            }),
          );
        }
        const sums = await db.one<{ spend: number; impressions: number }>(sql`
          select coalesce(sum(spend_halalas), 0)::bigint as spend, coalesce(sum(impressions), 0)::bigint as impressions
          from reports.campaign_days`);
        expect(await differences()).toEqual([]);
        const truth = [...last.values()];
        expect(sums).toEqual({
          spend: truth.reduce((sum, row) => sum + row.spend, 0),
          impressions: truth.reduce((sum, row) => sum + row.impressions, 0),
        });
      }),
      { numRuns: 25 },
    );
  });

  it("read twice at the same moment count once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => ingest([anHour()])));
    expect(await days()).toEqual([
      { day: "2026-11-20", impressions: 1_000, clicks: 12, spend_halalas: 1_550 },
    ]);
  });
});
