import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { systemContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { RecordResponse } from "#base/server/record-responses.ts";
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

/** The platform reports what `spendByHour` holds, in pages of one row, by the hour or summed by the day. */
async function* pages(query: FiguresQuery, record?: RecordResponse): AsyncGenerator<AdFigures<Halalas>[]> {
  requests.push(query);
  const sums = new Map<string, AdFigures<Halalas>>();
  for (const [name, spend] of spendByHour) {
    const [platformAdId = "", hour = ""] = name.split(" ");
    const isRequested = query.platformCampaignIds.includes(platformAdId.replace("plat", "plat_cmp"));
    if (!isRequested && platformAdId !== "plat_foreign") continue;
    const at = new Date(hour);
    const startsAt = query.grain === "day" ? startOfRiyadhDay(toRiyadhDay(at)) : at;
    if (startsAt < query.from || startsAt >= query.to) continue;
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
    record?.({ status: 200, text: JSON.stringify(row) });
    yield [row];
    if (breaksOff) throw new Error("connection lost");
  }
}

const poll = pollAccount({
  wallet: {
    settleSpends: async (_ctx, spends) => {
      for (const { campaign_id, day, total_halalas } of spends)
        settled.push(`${campaign_id} ${day}: ${total_halalas}`);
    },
  },
  readerFor: () => ({ readFigures: pages }),
});
const read = (changes: Partial<MeasuredAccount> = {}) =>
  poll(systemContext(db, "mer_1", worldClock.now()), { ...account, ...changes });

const summarizeRequests = () =>
  requests.map(({ platformCampaignIds, from, to, grain }) => ({
    campaigns: platformCampaignIds.length,
    grain,
    from: from.toISOString(),
    to: to.toISOString(),
  }));
const spent = () => db.many(sql`select day, spend_halalas as spend from figures.merchant_days order by day`);

describe("polling an ad account's figures", () => {
  it("requests all campaigns at once: past days as whole days, and today by the hour", async () => {
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

  it("requests no hours while the days have not changed", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    requests.length = 0;
    worldClock.set("2026-11-21T09:40:00Z");
    await read();
    expect(summarizeRequests()).toEqual([
      { campaigns: 2, grain: "day", from: "2026-11-20T21:00:00.000Z", to: "2026-11-21T21:00:00.000Z" },
    ]);
  });

  it("reads only hours where the account's days are not Riyadh's", async () => {
    setSpend("2026-11-10T12:00:00Z", 700);
    await read({ timeZone: "America/New_York" });
    expect(summarizeRequests().map(({ grain }) => grain)).toEqual(["hour"]);
    expect(await spent()).toEqual([{ day: "2026-11-10", spend: 700 }]);
  });

  it("requests a new campaign beside older ones from its own beginning", async () => {
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

  it("settles a day's spend once an hour, as one total", async () => {
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

  it("does not send settled days to the wallet again", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    worldClock.set("2026-11-21T16:00:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-21: 1000"]);
  });

  it("settles a late correction of a past day with the poll that finds it", async () => {
    setSpend("2026-11-16T12:00:00Z", 5_000);
    await read();
    setSpend("2026-11-16T12:00:00Z", 4_400);
    worldClock.set("2026-11-21T15:30:00Z");
    await read();
    expect(settled).toEqual(["cmp_1 2026-11-16: 5000", "cmp_1 2026-11-16: 4400"]);
  });

  it("leaves no gap after an outage of the platform", async () => {
    await read();
    const until = requests.at(-1)?.to.getTime() ?? 0;
    worldClock.set("2026-11-25T09:00:00Z");
    await read();
    expect(requests.at(-1)?.from.getTime()).toBeLessThanOrEqual(until);
  });

  it("starts the same poll again when it broke off", async () => {
    setSpend("2026-11-10T12:00:00Z", 700);
    breaksOff = true;
    await expect(read()).rejects.toThrow("connection lost");
    breaksOff = false;
    requests.length = 0;
    await read();
    expect(summarizeRequests()[0]).toMatchObject({ from: "2026-10-31T21:00:00.000Z" });
  });

  it("says on its events that the product acted by itself, and on which account", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    await read();
    expect(
      await db.many(sql`select distinct name, merchant_id, details, actor_kind, actor_id from base.events`),
    ).toEqual([
      {
        name: "figures.changed",
        merchant_id: "mer_1",
        details: { ad_account_id: "aac_1" },
        actor_kind: "system",
        actor_id: null,
      },
    ]);
  });

  it("ignores ads that are not ours", async () => {
    setSpend("2026-11-21T08:00:00Z", 1_000);
    setSpend("2026-11-21T08:00:00Z", 9_000, "plat_foreign");
    await read();
    expect(await db.many(sql`select distinct ad_id from figures.ad_days`)).toEqual([{ ad_id: "ad_1" }]);
  });
});
