import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { AdFigures, FiguresQuery } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type MeasuredAccount, pollAccount } from "./poll-account.ts";

let db: TestDb;
const worldClock = frozenClock("2026-11-21T09:20:00Z");
const settled: string[] = [];
/** Platform ad id and hour → halalas. */
const spendByHour = new Map<string, number>();
const requests: FiguresQuery[] = [];
let breaksOff = false;

const account: MeasuredAccount = {
  merchantId: "mer_1",
  adAccountId: "aac_1",
  platform: "tiktok",
  name: "نخلة",
  currency: "SAR",
  timeZone: "Asia/Riyadh",
  campaigns: ["1", "2"].map((nth) => ({
    campaignId: `cmp_${nth}`,
    platformCampaignId: `plat_cmp_${nth}`,
    startsAt: new Date("2026-11-01T00:00:00Z"),
  })),
  ads: new Map(["1", "2"].map((nth) => [`plat_${nth}`, { adId: `ad_${nth}`, campaignId: `cmp_${nth}` }])),
};

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  settled.length = 0;
  requests.length = 0;
  spendByHour.clear();
  worldClock.set("2026-11-21T09:20:00Z");
  await db.reset();
});
afterAll(() => db.close());

const setSpend = (hour: string, spend: number, ad = "plat_1") => spendByHour.set(`${ad} ${hour}`, spend);

/** The platform tells what `spendByHour` holds, in pages of one row, by the hour or summed up by the day. */
async function* pages(question: FiguresQuery): AsyncGenerator<AdFigures<Halalas>[]> {
  requests.push(question);
  const sums = new Map<string, AdFigures<Halalas>>();
  for (const [name, spend] of spendByHour) {
    const [platformAdId = "", hour = ""] = name.split(" ");
    const isRequested = question.platformCampaignIds.includes(platformAdId.replace("plat", "plat_cmp"));
    if (!isRequested && platformAdId !== "plat_foreign") continue;
    const at = new Date(hour);
    const startsAt = question.grain === "day" ? startOfRiyadhDay(toRiyadhDay(at)) : at;
    if (startsAt < question.from || startsAt >= question.to) continue;
    const key = `${platformAdId} ${startsAt.getTime()}`;
    const counts = {
      impressions: 100,
      clicks: 2,
      platformReportedPurchases: 0,
      platformReportedSales: halalas(0),
    };
    const sum = halalas((sums.get(key)?.spend ?? 0) + spend);
    sums.set(key, { platformAdId, startsAt, spend: sum, ...counts });
  }
  for (const row of sums.values()) {
    yield [row];
    if (breaksOff) throw new Error("the line went dead");
  }
}

const read = (changes: Partial<MeasuredAccount> = {}) =>
  pollAccount(
    {
      db,
      worldClock,
      wallet: {
        settleSpends: async (_tx, _merchant, spends) => {
          for (const { campaign_id, day, total_halalas } of spends)
            settled.push(`${campaign_id} ${day}: ${total_halalas}`);
        },
      },
      readerFor: () => ({ readFigures: pages }),
    },
    { ...account, ...changes },
  );

const summarizeRequests = () =>
  requests.map(({ platformCampaignIds, from, to, grain }) => ({
    campaigns: platformCampaignIds.length,
    grain,
    from: from.toISOString(),
    to: to.toISOString(),
  }));
const spent = () => db.many(sql`select day, spend_halalas as spend from reports.merchant_days order by day`);

describe("reading an ad account's figures", () => {
  it("asks for all campaigns at once: past days as wholes, and today by the hour", async () => {
    setSpend("2026-11-10T12:00:00Z", 700);
    setSpend("2026-11-21T08:00:00Z", 300, "plat_2");
    await read();
    expect(summarizeRequests()).toEqual([
      { campaigns: 2, grain: "day", from: "2026-10-31T21:00:00.000Z", to: "2026-11-21T21:00:00.000Z" },
      { campaigns: 1, grain: "hour", from: "2026-11-20T21:00:00.000Z", to: "2026-11-21T10:00:00.000Z" },
    ]);
    expect(await spent()).toEqual([
      { day: "2026-11-10", spend: 700 },
      { day: "2026-11-21", spend: 300 },
    ]);
  });

  it("asks for no hours while the days say nothing new", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    requests.length = 0;
    worldClock.set("2026-11-21T09:40:00Z");
    await read();
    expect(summarizeRequests()).toEqual([
      { campaigns: 2, grain: "day", from: "2026-11-20T21:00:00.000Z", to: "2026-11-21T21:00:00.000Z" },
    ]);
  });

  it("reads hours alone where the account's days are not Riyadh's", async () => {
    setSpend("2026-11-10T12:00:00Z", 700);
    await read({ timeZone: "America/New_York" });
    expect(summarizeRequests().map(({ grain }) => grain)).toEqual(["hour"]);
    expect(await spent()).toEqual([{ day: "2026-11-10", spend: 700 }]);
  });

  it("asks from its own beginning for a campaign that is new beside older ones", async () => {
    const [older, newer] = account.campaigns;
    await read({ campaigns: older ? [older] : [] });
    requests.length = 0;
    worldClock.set("2026-11-21T09:40:00Z");
    await read({ campaigns: older && newer ? [older, newer] : [] });
    expect(summarizeRequests().map(({ campaigns, from }) => ({ campaigns, from }))).toEqual([
      { campaigns: 1, from: "2026-11-20T21:00:00.000Z" },
      { campaigns: 1, from: "2026-10-31T21:00:00.000Z" },
    ]);
  });

  it("takes a day's spend out of the wallet once an hour, as a whole and not piece by piece", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    setSpend("2026-11-21T09:00:00Z", 300);
    worldClock.set("2026-11-21T09:40:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-21: 1000"]);
    worldClock.set("2026-11-21T10:01:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-21: 1000", "cmp_1 2026-11-21: 1300"]);
  });

  it("does not trouble the wallet with days that it knows", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    worldClock.set("2026-11-21T16:00:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-21: 1000"]);
  });

  it("captures a late correction of a past day with the reading that finds it", async () => {
    setSpend("2026-11-16T12:00:00Z", 5_000);
    await read();
    setSpend("2026-11-16T12:00:00Z", 4_400);
    worldClock.set("2026-11-21T15:30:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-16: 5000", "cmp_1 2026-11-16: 4400"]);
  });

  it("leaves no gap when the platform was silent for a while", async () => {
    await read();
    const until = requests.at(-1)?.to.getTime() ?? 0;
    worldClock.set("2026-11-25T09:00:00Z");
    await read();
    expect(requests.at(-1)?.from.getTime()).toBeLessThanOrEqual(until);
  });

  it("begins the same reading again when it broke off", async () => {
    setSpend("2026-11-10T12:00:00Z", 700);
    breaksOff = true;
    await expect(read()).rejects.toThrow("the line went dead");
    breaksOff = false;
    requests.length = 0;
    await read();
    expect(summarizeRequests()[0]).toMatchObject({ from: "2026-10-31T21:00:00.000Z" });
  });

  it("knows nothing of ads that are not ours", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    setSpend("2026-11-21T08:00:00Z", 9_000, "plat_foreign");
    await read();
    expect(await db.many(sql`select distinct ad_id from reports.ad_days`)).toEqual([{ ad_id: "ad_1" }]);
  });
});
