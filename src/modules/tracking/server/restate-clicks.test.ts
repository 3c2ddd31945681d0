import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { classifyVisitor } from "../domain/visitor.ts";
import { openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { listClickDays } from "./list-click-days.ts";
import { restateClicks } from "./restate-clicks.ts";

let db: TestDb;
let harness: TrackingHarness;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
  await harness.addStore("mer_2", "https://other.example");
});
afterEach(() => harness.close());
afterAll(() => db.close());

const isEnglish = (facts: { acceptLanguage: string }) => facts.acceptLanguage.startsWith("en");
const onlyEnglish: typeof classifyVisitor = (facts) =>
  isEnglish(facts) ? { visitor: "bot", why: "no_language" } : { visitor: "person", why: "browser" };

const restate = (classify: typeof classifyVisitor, version: number) =>
  restateClicks({ stores: makeStoresFacade() }, { classify, version })(db, { now: harness.worldClock.now() });
const listDays = (merchantId: string) =>
  listClickDays(harness.makeContext(merchantId), { from: "2026-11-01", to: "2026-12-31" });
const english = { "user-agent": "Mozilla/5.0 (iPhone)", "accept-language": "en-GB" };
const list = async (as: string) =>
  (await harness.server.call("GET Clients/Tracking/restatements", { as })).data;

describe("a new version of the rules for bots", () => {
  it("restates each merchant's older clicks and their days, once, and says how many moved", async () => {
    const [one, other] = [
      await harness.linkFor("mer_1"),
      await harness.linkFor("mer_2", "ad_9", "https://other.example/p"),
    ];
    for (let count = 0; count < 3; count += 1) await harness.visit(one.id);
    await harness.visit(one.id, english);
    await harness.visit(other.id);
    harness.worldClock.set("2026-12-12T09:00:00Z");
    await harness.visit(one.id, english);
    await harness.visit(one.id, { "user-agent": "curl/8.5.0" });
    await restate(onlyEnglish, 3);
    await restate(onlyEnglish, 3);
    expect(await listDays("mer_1")).toEqual([
      { day: "2026-11-21", campaign_id: "cmp_1", valid_clicks: 3, bot_clicks: 1 },
      { day: "2026-12-12", campaign_id: "cmp_1", valid_clicks: 1, bot_clicks: 1 },
    ]);
    expect(await list("mer_1")).toMatchObject({
      items: [
        {
          rule_version: 3,
          clicks_read: 6,
          clicks_moved: 3,
          moved_to_bots: 2,
          finished_at: "2026-12-12T09:00:00.000Z",
          first_day: "2026-11-21",
          last_day: "2026-12-12",
        },
      ],
    });
    expect(await list("mer_2")).toMatchObject({
      items: [{ clicks_read: 1, clicks_moved: 0, first_day: null }],
    });
    const events = await db.many(sql`
      select merchant_id, details->>'first_day' as first, details->>'last_day' as last from base.events
      where name = 'tracking.clicks_restated'`);
    expect(events).toEqual([{ merchant_id: "mer_1", first: "2026-11-21", last: "2026-12-12" }]);
  });

  it("leaves the day figures equal to the clicks themselves, row by row", async () => {
    const { id } = await harness.linkFor("mer_1");
    const languages = ["ar-SA", "en-GB", "fr-FR", ""];
    for (let count = 0; count < 28; count += 1)
      await harness.visit(id, { "user-agent": "Mozilla/5.0", "accept-language": languages[count % 4] ?? "" });
    for (const [version, classify] of [
      onlyEnglish,
      (() => ({ visitor: "bot", why: "burst" })) as typeof classifyVisitor,
      onlyEnglish,
    ].entries()) {
      await restate(classify, version + 3);
      const differences = await db.many(sql`
        select merchant_id, campaign_id, ad_id, (clicked_at at time zone 'Asia/Riyadh')::date as day,
          count(*) filter (where visitor = 'person')::int as valid_clicks,
          count(*) filter (where visitor = 'bot')::int as bot_clicks
        from tracking.clicks group by 1, 2, 3, 4
        except select merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks from tracking.click_days`);
      expect(differences).toEqual([]);
    }
    const moved = await db.many(sql`select rule_version, clicks_moved from tracking.restatements order by 1`);
    expect(moved).toEqual([
      { rule_version: 3, clicks_moved: 14 },
      { rule_version: 4, clicks_moved: 21 },
      { rule_version: 5, clicks_moved: 21 },
    ]);
  });

  it("costs nothing for a merchant without clicks, and shows another merchant nothing", async () => {
    await harness.linkFor("mer_1");
    await restate(onlyEnglish, 3);
    expect(await db.many(sql`select 1 from tracking.restatements`)).toEqual([]);
    expect(await list("mer_1")).toEqual({ items: [], next_cursor: null });
  });
});
