import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { newClickId } from "./click-id.ts";
import { judgeClicks } from "./judge-clicks.ts";
import { makeMonths } from "./make-months.ts";
import { type Click, insertPendingClicks } from "./pending-clicks.store.ts";
import { rollUpClicks, startClickRollUps } from "./roll-up-clicks.ts";
import { streamClickDays } from "./stream-click-days.ts";

const now = new Date("2026-11-21T20:59:58Z");
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await makeMonths(db, { now });
});
afterEach(() => vi.useRealTimers());
afterAll(() => db.close());

/** The n-th click: two merchants, three links, both sides of midnight in Riyadh, people and bots. */
function aClick(n: number): Click {
  const at = new Date(now.getTime() + (n % 5) * 1_000);
  return {
    merchant_id: `mer_${n % 2}`,
    clicked_at: at.toISOString(),
    click_id: newClickId(at),
    link_id: `1000000${n % 3}`,
    campaign_id: `cmp_${n % 2}`,
    ad_group_id: "adg_1",
    ad_id: `ad_${n % 3}`,
    method: "GET",
    address_hash: "",
    user_agent: "Mozilla/5.0",
    referrer_host: n % 4 === 0 ? "instagram.com" : "",
    accept_language: "ar",
    purpose: "",
    nth_in_minute: 1,
    visitor: n % 7 === 0 ? "bot" : "person",
    why: n % 7 === 0 ? "known_bot" : "browser",
    rule_version: 2,
    platform_click: "",
    visitor_key: "",
    network: "",
    links_at_once: 1,
    city: n % 2 === 0 ? "riyadh" : "jeddah",
    device: "iphone",
    app: "snapchat",
  };
}
const clicksFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aClick(first + index));
const judge = (clicks: readonly Click[], verdict: { visitor: "person" | "bot"; why: "browser" | "burst" }) =>
  transact(testContext(db, clicks[0]?.merchant_id ?? "", now), (ctx) =>
    judgeClicks(ctx, {
      verdicts: clicks.map(({ click_id, clicked_at }) => ({
        ...verdict,
        click_id,
        clicked_at: new Date(clicked_at),
      })),
      version: 3,
    }),
  );

/** Rows of the roll-ups that the clicks do not explain, and the other way round. */
async function listDifferences() {
  const counts = sql`count(*) filter (where visitor = 'person') as valid_clicks,
    count(*) filter (where visitor = 'bot') as bot_clicks`;
  const clicks = sql`select *, (clicked_at at time zone 'Asia/Riyadh')::date as day,
    extract(hour from clicked_at at time zone 'Asia/Riyadh')::smallint as hour from tracking.clicks`;
  const pairs = [
    [
      sql`select merchant_id, campaign_id, ad_id, day, ${counts} from (${clicks}) clicks group by 1, 2, 3, 4`,
      sql`select merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks from tracking.click_days`,
    ],
    [
      sql`select merchant_id, link_id, day, hour, ${counts}, min(clicked_at), max(clicked_at) from (${clicks}) clicks
        group by 1, 2, 3, 4`,
      sql`select merchant_id, link_id, day, hour, valid_clicks, bot_clicks, first_click_at, last_click_at
        from tracking.link_hours`,
    ],
    [
      sql`select merchant_id, link_id, day, city, device, app, referrer_host, ${counts} from (${clicks}) clicks
        group by 1, 2, 3, 4, 5, 6, 7`,
      sql`select merchant_id, link_id, day, city, device, app, referrer_host, valid_clicks, bot_clicks
        from tracking.link_visitors`,
    ],
  ] as const;
  const found = await Promise.all(
    pairs.map(([truth, kept]) => db.many(sql`(${truth} except ${kept}) union all (${kept} except ${truth})`)),
  );
  return found.flat();
}
const countPending = () => db.one(sql`select count(*)::int as rows from tracking.pending_clicks`);
const countClicks = () => db.one(sql`select count(*)::int as clicks from tracking.clicks`);
const countDays = () => db.one(sql`select count(*)::int as days from tracking.click_days`);

describe("the roll-ups of clicks", () => {
  it("are the clicks themselves, row by row, whoever adds them and however often", async () => {
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let flush = 0; flush < 4; flush += 1) {
        await insertPendingClicks(db, clicksFrom(writer * 100 + flush * 25, 25));
        await rollUpClicks(db);
      }
    });
    await Promise.all([...writing, rollUpClicks(db), rollUpClicks(db)]);
    await rollUpClicks(db);
    expect(await listDifferences()).toEqual([]);
    expect(await countPending()).toEqual({ rows: 0 });
    expect(await countClicks()).toEqual({ clicks: 8 * 4 * 25 });
  });

  it("hold what a process left that was killed before it counted", async () => {
    await insertPendingClicks(db, clicksFrom(0, 30));
    expect(await countDays()).toEqual({ days: 0 });
    await rollUpClicks(db);
    expect(await listDifferences()).toEqual([]);
    expect(await countDays()).not.toEqual({ days: 0 });
  });

  it("follow a verdict, also one that takes back another that is not counted yet", async () => {
    const clicks = clicksFrom(0, 40).filter(({ merchant_id }) => merchant_id === "mer_1");
    await insertPendingClicks(db, clicks);
    await rollUpClicks(db);
    await judge(clicks.slice(0, 10), { visitor: "bot", why: "burst" });
    await judge(clicks.slice(5), { visitor: "person", why: "browser" });
    await Promise.all([
      rollUpClicks(db),
      judge(clicks.slice(0, 3), { visitor: "person", why: "browser" }),
      insertPendingClicks(db, clicksFrom(200, 20)),
    ]);
    await rollUpClicks(db);
    expect(await listDifferences()).toEqual([]);
  });

  it("go on past a row that cannot be read, which stands aside", async () => {
    await insertPendingClicks(db, clicksFrom(0, 5));
    await insertPendingClicks(db, [{ ...aClick(5), click_id: "too short" }]);
    await insertPendingClicks(db, clicksFrom(6, 5));
    await rollUpClicks(db);
    expect(await countClicks()).toEqual({ clicks: 10 });
    expect(await listDifferences()).toEqual([]);
    expect(await db.many(sql`select held, is_set_aside from tracking.pending_clicks`)).toEqual([
      { held: 1, is_set_aside: true },
    ]);
  });

  it("are brought up to date before the days are read on", async () => {
    await insertPendingClicks(db, clicksFrom(0, 12));
    const rows = [];
    for await (const page of streamClickDays(db, {
      from: toRiyadhDay(now),
      to: addDays(toRiyadhDay(now), 1),
    }))
      rows.push(...page);
    expect(rows.reduce((sum, row) => sum + row.valid_clicks + row.bot_clicks, 0)).toBe(12);
  });

  it("are added a second after the click, all of that second at once, and not at all without clicks", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const add = vi.spyOn(db, "transaction");
    const rollUps = startClickRollUps({ db, log: makeLog("silent") });
    await insertPendingClicks(db, clicksFrom(0, 3));
    rollUps.wake();
    await insertPendingClicks(db, clicksFrom(3, 3));
    rollUps.wake();
    vi.advanceTimersByTime(999);
    expect(add).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await rollUps.stop();
    expect(add).toHaveBeenCalledTimes(1);
    expect(await listDifferences()).toEqual([]);
    rollUps.wake();
    vi.advanceTimersByTime(60_000);
    expect(add).toHaveBeenCalledTimes(1);
    add.mockRestore();
  });
});
