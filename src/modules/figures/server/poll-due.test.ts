import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock, systemClock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aMeasuredCampaign, measure } from "../testing/measured.ts";
import { makePollWork } from "./poll-due.ts";
import { claimDue, releaseLost, scheduleLinked, unschedule } from "./poll-schedule.store.ts";

let db: TestDb;
const worldClock = frozenClock("2026-11-21T09:20:00Z");
let polled: string[] = [];
let fault: AdapterFault | null = null;
let isLinked = true;
/** What happens on the platform's side of a poll. */
let duringPoll = async () => {};

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  polled = [];
  fault = null;
  isLinked = true;
  duringPoll = async () => {};
  await db.reset();
});
afterAll(() => db.close());

const every = 300;
const contextAt = (merchantId = "mer_1") => systemContext(db, merchantId, worldClock.now());
const work = () =>
  makePollWork(
    {
      db,
      log: makeLog("silent"),
      systemClock,
      worldClock,
      wallet: { settleSpends: async () => {} },
      readerFor: (_merchantId, adAccountId) => ({
        // biome-ignore lint/correctness/useYield: nothing is reported
        async *readFigures() {
          polled.push(adAccountId);
          await duringPoll();
          if (fault) throw fault;
        },
      }),
      findLinkedAdAccount: async () => ({
        status: isLinked ? "linked" : "unlinked",
        platform: "snapchat",
        name: "نخلة",
        currency: "SAR",
        time_zone: "Asia/Riyadh",
      }),
    },
    { every, slots: 8 },
  );

function run(change: Partial<typeof aMeasuredCampaign> = {}, merchantId = "mer_1") {
  const account = change.ad_account_id ?? "aac_1";
  const started = { status: "active", may_spend_since: aMeasuredCampaign.starts_at } as const;
  return measure(contextAt(merchantId), {
    ...aMeasuredCampaign,
    campaign_id: `cmp_${account}`,
    platform_id: `plat_${account}`,
    ...started,
    ...change,
  });
}

/** Seconds until each scheduled account's next poll. */
async function gaps(): Promise<Record<string, number>> {
  const rows = await db.many<{ id: string; seconds: number }>(sql`
    select ad_account_id as id, round(extract(epoch from due_at - polled_at))::int as seconds
    from figures.poll_schedule where claimed_until is null order by 1`);
  return Object.fromEntries(rows.map(({ id, seconds }) => [id, seconds]));
}

describe("an account", () => {
  it("is polled at once when a campaign starts, often while one runs, every hour on the day of its stop, then daily, then no more", async () => {
    const stopped = (ago: number) => ({
      status: "paused" as const,
      updated_at: new Date(worldClock.now().getTime() - ago * 3_600_000),
    });
    await run({ ad_account_id: "aac_runs" });
    await run({ ad_account_id: "aac_stopped", ...stopped(2) });
    await run({ ad_account_id: "aac_today", ...stopped(5) });
    await run({ ad_account_id: "aac_week", ...stopped(50) });
    await run({ ad_account_id: "aac_over", ...stopped(24 * 8) });
    await measure(contextAt(), { ...aMeasuredCampaign, ad_account_id: "aac_never" });
    await work().settle();
    expect(await gaps()).toEqual({
      aac_runs: every,
      aac_stopped: every,
      aac_today: every * 12,
      aac_week: every * 288,
    });
    expect(new Set(polled)).toEqual(new Set(["aac_runs", "aac_stopped", "aac_today", "aac_week"]));
  });

  it("is not polled again before its time, and at once after a change", async () => {
    await run();
    await work().settle();
    polled = [];
    await work().settle();
    expect(polled).toEqual([]);
    await run({ name: "عسل" });
    await work().settle();
    expect(new Set(polled)).toEqual(new Set(["aac_1"]));
  });

  it("that is changed while it is polled is polled again, not twice at once", async () => {
    await run();
    const claimedMeanwhile: unknown[] = [];
    duringPoll = async () => {
      duringPoll = async () => {};
      await run({ name: "عسل" });
      claimedMeanwhile.push(
        ...(await claimDue(db, { free: [{ platform: "snapchat", count: 9 }], busy: [] })),
      );
    };
    await work().settle();
    expect(claimedMeanwhile).toEqual([]);
    const { isDue } = await db.one<{ isDue: boolean }>(
      sql`select due_at <= now() as "isDue" from figures.poll_schedule`,
    );
    expect(isDue).toBe(true);
  });

  it("whose platform does not answer waits longer each time", async () => {
    await run();
    fault = new AdapterFault("later", { reason: "busy" });
    await work().settle();
    expect(await gaps()).toEqual({ aac_1: 15 });
    await db.run(sql`update figures.poll_schedule set due_at = now()`);
    await work().settle();
    expect(await gaps()).toEqual({ aac_1: 30 });
  });

  it("that is unlinked leaves the schedule, and comes back when it is linked", async () => {
    await run();
    isLinked = false;
    await work().settle();
    expect([polled, await gaps()]).toEqual([[], {}]);
    await transact(contextAt(), (ctx) => scheduleLinked(ctx, "aac_1"));
    isLinked = true;
    await work().settle();
    expect(await gaps()).toEqual({ aac_1: every });
    await transact(contextAt(), (ctx) => unschedule(ctx, "aac_1"));
    expect(await gaps()).toEqual({});
  });

  it("that a killed worker had is due again after its claim has ended", async () => {
    await run();
    const claim = { free: [{ platform: "snapchat", count: 9 }], busy: [] } as const;
    expect(await claimDue(db, claim)).toHaveLength(1);
    await releaseLost(db);
    expect(await claimDue(db, claim)).toHaveLength(0);
    await db.run(sql`update figures.poll_schedule set claimed_until = now() - interval '1 second'`);
    await releaseLost(db);
    expect(await claimDue(db, claim)).toHaveLength(1);
  });
});

it("what is due longest is taken first, of each platform its own, and nothing of a busy merchant", async () => {
  for (let nth = 0; nth < 5; nth += 1) await run({ ad_account_id: `aac_large_${nth}` }, "mer_large");
  await run({ ad_account_id: "aac_small" }, "mer_small");
  await run({ ad_account_id: "aac_x", platform: "x" }, "mer_small");
  const platform = "snapchat";
  const claim = async (count: number, busy: string[] = []) =>
    (
      await claimDue(db, {
        free: [
          { platform, count },
          { platform: "x", count: 1 },
        ],
        busy: busy.map((merchantId) => ({ platform, merchantId })),
      })
    )
      .map(({ ad_account_id }) => ad_account_id)
      .sort();
  expect(await claim(2)).toEqual(["aac_large_0", "aac_large_1", "aac_x"]);
  expect(await claim(2, ["mer_large"])).toEqual(["aac_small"]);
  expect(await claim(9)).toEqual(["aac_large_2", "aac_large_3", "aac_large_4"]);
});
