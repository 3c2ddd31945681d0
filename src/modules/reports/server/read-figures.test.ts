import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { AdFigures } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readFigures } from "./read-figures.ts";

let db: TestDb;
const worldClock = frozenClock("2026-11-21T09:20:00Z");
const captured: string[] = [];
const told = new Map<string, number>();
const asked: { from: Date; to: Date }[] = [];

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  captured.length = 0;
  asked.length = 0;
  told.clear();
  worldClock.set("2026-11-21T09:20:00Z");
  await db.reset();
});
afterAll(() => db.close());

/** The platform tells what `told` holds: hour → halalas. */
async function* pages(from: Date, to: Date): AsyncGenerator<AdFigures<Halalas>[]> {
  asked.push({ from, to });
  for (const [hour, spend] of told) {
    const at = new Date(hour);
    if (at < from || at >= to) continue;
    const counts = { impressions: 100, clicks: 2, claimedPurchases: 0, claimedSales: halalas(0) };
    yield [{ platformAdId: "plat_1", startsAt: at, spend: halalas(spend), ...counts }];
  }
}

const read = () =>
  readFigures(
    {
      db,
      worldClock,
      wallet: {
        captureSpend: async (_tx, _merchant, { day, total_halalas }) =>
          void captured.push(`${day}: ${total_halalas}`),
      },
      measuredCampaign: async () => ({
        merchantId: "mer_1",
        campaignId: "cmp_1",
        adAccountId: "aac_1",
        platformCampaignId: "plat_cmp",
        startsAt: new Date("2026-11-20T00:00:00Z"),
        ads: new Map([["plat_1", "ad_1"]]),
      }),
      readerFor: () => ({ readFigures: ({ from, to }) => pages(from, to) }),
    },
    "cmp_1",
  );

describe("reading a campaign's figures", () => {
  it("takes a day's spend out of the wallet once an hour, as a whole and not piece by piece", async () => {
    told.set("2026-11-21T08:00:00Z", 1_000);
    await read();
    told.set("2026-11-21T09:00:00Z", 300);
    worldClock.set("2026-11-21T09:40:00Z");
    await read();
    expect(captured).toEqual(["2026-11-21: 1000"]);
    worldClock.set("2026-11-21T10:01:00Z");
    await read();
    expect(captured).toEqual(["2026-11-21: 1000", "2026-11-21: 1300"]);
  });

  it("captures a late correction of a past day with the reading that finds it", async () => {
    told.set("2026-11-20T12:00:00Z", 5_000);
    await read();
    told.set("2026-11-20T12:00:00Z", 4_400);
    worldClock.set("2026-11-21T15:30:00Z");
    await read();
    expect(captured).toContain("2026-11-20: 4400");
  });

  it("leaves no gap when the platform was silent for a while", async () => {
    await read();
    worldClock.set("2026-11-25T09:00:00Z");
    await read();
    expect(asked[1]?.from.getTime()).toBeLessThanOrEqual(asked[0]?.to.getTime() ?? 0);
  });

  it("knows nothing of ads that are not ours", async () => {
    told.set("2026-11-21T08:00:00Z", 1_000);
    await expect(read()).resolves.toBeUndefined();
    const { rows } = await db.driver.query("select distinct ad_id from reports.metric_hours", []);
    expect(rows).toEqual([{ ad_id: "ad_1" }]);
  });
});
