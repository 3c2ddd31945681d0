import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aPhone, openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { checkUnopened } from "./check-unopened.ts";
import { listClickDays } from "./list-click-days.ts";

let db: TestDb;
let harness: TrackingHarness;
let link: string;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
  link = (await harness.linkFor("mer_1")).id;
});
afterEach(() => harness.close());
afterAll(() => db.close());

const browser = (name: string) => ({ ...aPhone, "user-agent": `Mozilla/5.0 (${name})` });

async function click(name: string): Promise<string> {
  const answer = await harness.visit(link, browser(name));
  return new URL(String(answer.headers.location)).searchParams.get("rwj") ?? "";
}
const report = (body: string) =>
  harness.server.app.inject({
    method: "POST",
    url: "/t/opened",
    payload: body,
    headers: { "content-type": "text/plain;charset=UTF-8" },
  });
/** The openings are written in groups, for which nobody waits. */
const openings = (count: number) =>
  expect
    .poll(
      async () => (await db.many(sql`select 1 from tracking.clicks where page_opened_at is not null`)).length,
    )
    .toBe(count);

const check = () => checkUnopened(harness)(db, { now: harness.worldClock.now() });
const listDays = () => listClickDays(harness.makeContext("mer_1"), { from: "2026-11-21", to: "2026-11-21" });
const later = () => harness.worldClock.set("2026-11-21T10:00:00Z");

async function peopleOpen(count: number) {
  for (let index = 0; index < count; index += 1)
    expect((await report(`${link} ${await click(`person ${index}`)}`)).statusCode).toBe(204);
  await openings(count);
}

describe("clicks that open no page", () => {
  it("are a bot's where the link's pages report, and one browser came three times for nothing", async () => {
    await peopleOpen(20);
    for (let count = 0; count < 3; count += 1) await click("scraper");
    for (let count = 0; count < 2; count += 1) await click("blocks scripts");
    await check();
    expect(await listDays()).toMatchObject([{ valid_clicks: 25, bot_clicks: 0 }]);
    later();
    await check();
    await check();
    expect(await listDays()).toMatchObject([{ valid_clicks: 22, bot_clicks: 3 }]);
    const bots = await db.many(
      sql`select distinct why, user_agent from tracking.clicks where visitor = 'bot'`,
    );
    expect(bots).toEqual([{ why: "no_page", user_agent: "Mozilla/5.0 (scraper)" }]);
  });

  it("are people's again when one of them opens a page after all", async () => {
    await peopleOpen(20);
    const clicks = [await click("slow"), await click("slow"), await click("slow")];
    later();
    await check();
    expect(await listDays()).toMatchObject([{ bot_clicks: 3 }]);
    await report(`${link} ${clicks[2]}`);
    await openings(21);
    await check();
    expect(await listDays()).toMatchObject([{ valid_clicks: 23, bot_clicks: 0 }]);
  });

  it("say nothing where pages do not report, or where too few have come", async () => {
    await peopleOpen(9);
    for (let count = 0; count < 10; count += 1) await click(`silent ${count % 2}`);
    later();
    await check();
    expect(await listDays()).toMatchObject([{ valid_clicks: 19, bot_clicks: 0 }]);
  });
});

describe("a report that a page was opened", () => {
  it("is kept once, for a click of that link alone, and answered alike whatever it names", async () => {
    const other = (await harness.linkFor("mer_1", "ad_2")).id;
    const clickId = await click("person");
    for (const body of [
      "",
      "nothing",
      `${other} ${clickId}`,
      `99999999 ${clickId}`,
      `${link} ${"A".repeat(22)}`,
    ])
      expect((await report(body)).statusCode).toBe(204);
    await report(`${link} ${clickId}`);
    await openings(1);
    const [first] = await db.many(sql`select page_opened_at from tracking.clicks`);
    later();
    await report(`${link} ${clickId}`);
    await report(`${link} ${await click("next")}`);
    await openings(2);
    expect(
      await db.many(sql`select page_opened_at from tracking.clicks where click_id = ${clickId}`),
    ).toEqual([first]);
  });
});
