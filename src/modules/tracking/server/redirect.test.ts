import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aPhone, openTrackingHarness, shopLink, type TrackingHarness } from "../testing/tracking-harness.ts";
import { listClickDays } from "./list-click-days.ts";

let db: TestDb;
let harness: TrackingHarness;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
});
afterEach(() => harness.close());
afterAll(() => db.close());

const clicks = () =>
  db.many<{ click_id: string; visitor: string; why: string; merchant_id: string }>(
    sql`select click_id, visitor, why, merchant_id from tracking.clicks`,
  );

describe("a click on an ad's link", () => {
  it("redirects to the shop with the click's id in the tags, after the click is stored", async () => {
    const { id, url } = await harness.linkFor("mer_1", "ad_9", `${shopLink}/p/1?size=M#reviews`);
    expect(url).toBe(`https://go.example/t/${id}`);
    const answer = await harness.visit(id);
    const location = new URL(String(answer.headers.location));
    const [click] = await clicks();
    expect(answer.statusCode).toBe(302);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(`${location.origin}${location.pathname}`).toBe(`${shopLink}/p/1`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      size: "M",
      utm_source: "snapchat",
      utm_medium: "paid_social",
      utm_campaign: id,
      utm_content: "ad_9",
      utm_term: click?.click_id,
      rwj: click?.click_id,
    });
    expect(location.hash).toBe("#reviews");
    expect(click).toMatchObject({ visitor: "person", merchant_id: "mer_1" });
  });

  it.each([
    ["google", ["search"], "google", "cpc"],
    ["google", ["youtube"], "youtube", "paid_video"],
    ["meta", ["instagram"], "instagram", "paid_social"],
  ] as const)("from %s %j is called what it is", async (platform, placements, source, medium) => {
    const { id } = await harness.linkFor("mer_1", "ad_1", undefined, { platform, placements });
    const { searchParams } = new URL(String((await harness.visit(id)).headers.location));
    expect([searchParams.get("utm_source"), searchParams.get("utm_medium")]).toEqual([source, medium]);
  });

  it("uses its campaign's new placement", async () => {
    const both = { platform: "meta", placements: ["facebook", "instagram"] } as const;
    const [one, other] = [
      await harness.linkFor("mer_1", "ad_1", undefined, both),
      await harness.linkFor("mer_1", "ad_2", undefined, both),
    ];
    const toSource = async (id: string) =>
      new URL(String((await harness.visit(id)).headers.location)).searchParams.get("utm_source");
    expect([await toSource(one.id), await toSource(other.id)]).toEqual(["facebook", "facebook"]);
    const setPlacements = (merchantId: string) =>
      transact(harness.makeContext(merchantId), (ctx) =>
        harness.facade.setLinkCampaign(ctx, {
          campaignId: "cmp_1",
          name: "حملة",
          placements: ["instagram"],
        }),
      );
    await setPlacements("mer_2");
    expect([await toSource(one.id), await toSource(other.id)]).toEqual(["facebook", "facebook"]);
    await setPlacements("mer_1");
    for (const { id } of [one, other])
      await vi.waitFor(async () => expect(await toSource(id)).toBe("instagram"));
  });

  it("stores no visitor's address", async () => {
    const { id } = await harness.linkFor("mer_1");
    await harness.visit(id);
    const rows = await db.many(sql`select * from tracking.clicks`);
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  });

  it("is counted by day, valid and bot clicks apart", async () => {
    const { id } = await harness.linkFor("mer_1");
    await harness.visit(id);
    await harness.visit(id, { "user-agent": "facebookexternalhit/1.1", "accept-language": "ar" });
    harness.worldClock.set("2026-11-21T21:30:00Z"); // already tomorrow in Riyadh
    await harness.visit(id);
    const days = { campaignId: "cmp_1", from: "2026-11-01", to: "2026-11-30" };
    expect(await listClickDays(harness.makeContext("mer_1"), days)).toEqual([
      { day: "2026-11-21", campaign_id: "cmp_1", valid_clicks: 1, bot_clicks: 1 },
      { day: "2026-11-22", campaign_id: "cmp_1", valid_clicks: 1, bot_clicks: 0 },
    ]);
    const pages: object[] = [];
    const firstDay = { from: "2026-11-21", to: "2026-11-21" } as Parameters<
      typeof harness.facade.streamClickDays
    >[1];
    for await (const page of harness.facade.streamClickDays(db, firstDay)) pages.push(page);
    const ad = { merchant_id: "mer_1", campaign_id: "cmp_1", ad_id: "ad_1" };
    expect(pages).toEqual([[{ ...ad, day: "2026-11-21", valid_clicks: 1, bot_clicks: 1 }]]);
    const list = await harness.server.call("GET Clients/Tracking/index", { as: "mer_1" });
    expect(list.data).toMatchObject({
      total: 1,
      items: [{ id, figures: { clicks: 2, bot_clicks: 1, orders_placed: 0 } }],
    });
    const others = await harness.server.call("GET Clients/Tracking/index", { as: "mer_2" });
    expect(others.data).toMatchObject({ total: 0, items: [] });
  });

  it.each([
    "?url=https://evil.example",
    "?destination=//evil.example&redirect=https://evil.example&next=evil",
    "?utm_term=forged&rwj=forged",
    "?%0d%0aLocation:%20https://evil.example",
  ])("redirects to its merchant's target, whatever the request adds: %s", async (query) => {
    const { id } = await harness.linkFor("mer_1");
    const answer = await harness.visit(
      id,
      { host: "evil.example", "x-forwarded-host": "evil.example" },
      "GET",
      query,
    );
    expect(String(answer.headers.location)).toMatch(/^https:\/\/shop\.example\/ar\/p\/1\?[!-~]+$/);
    expect(answer.headers.location).not.toContain("evil");
    expect(answer.headers.location).not.toContain("forged");
  });

  it("carries the platform's click id on to the shop and keeps it with the click, in place of an old one", async () => {
    const { id } = await harness.linkFor("mer_1", "ad_1", `${shopLink}/p/1?gclid=copied&size=M`);
    const answer = await harness.visit(id, aPhone, "GET", "?ScCid=86a1-f1&next=evil");
    const { searchParams } = new URL(String(answer.headers.location));
    expect([searchParams.get("ScCid"), searchParams.get("gclid"), searchParams.get("next")]).toEqual([
      "86a1-f1",
      null,
      null,
    ]);
    expect(await db.many(sql`select platform_click from tracking.clicks`)).toEqual([
      { platform_click: "ScCid=86a1-f1" },
    ]);
  });

  it("that is only a HEAD or prefetch request gets the same response and counts as a bot's", async () => {
    const { id } = await harness.linkFor("mer_1");
    const looked = await harness.visit(id, aPhone, "HEAD");
    const ahead = await harness.visit(id, { ...aPhone, "sec-purpose": "prefetch;prerender" });
    expect([looked.statusCode, ahead.statusCode]).toEqual([302, 302]);
    expect((await clicks()).map(({ why }) => why).sort()).toEqual(["head_request", "prefetch"]);
  });

  it("accepts headers of any content", async () => {
    const { id } = await harness.linkFor("mer_1");
    const odd = {
      "user-agent": "x".repeat(5_000),
      "accept-language": "é".repeat(300),
      referer: "http://[",
      purpose: "☃",
    };
    const answer = await harness.visit(id, odd);
    expect(answer.statusCode).toBe(302);
  });
});

describe("an id that is no link", () => {
  it.each([
    "00000000",
    "12345678",
    "1234567",
    "123456789",
    "abcdefgh",
    "%00",
    "..%2f..",
    "١٢٣٤٥٦٧٨",
    "12345678%0a",
  ])("%s is a small page in both languages", async (id) => {
    const answer = await harness.visit(id);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });

  it("causes no database query, however many are tried", async () => {
    const querySpy = vi.spyOn(db.driver, "query");
    for (let id = 20_000_000; id < 20_000_500; id += 1) await harness.visit(String(id));
    expect(querySpy.mock.calls.filter(([text]) => text.includes("tracking.links")).length).toBeLessThan(100);
    querySpy.mockRestore();
  });
});

describe("a stopped link", () => {
  it("responds with 404 as soon as the notification arrives, and works again when resumed", async () => {
    const { id } = await harness.linkFor("mer_1");
    expect((await harness.visit(id)).statusCode).toBe(302);
    await harness.server.call(`POST Clients/Tracking/${id}/stop`, { as: "mer_1" });
    await vi.waitFor(async () => expect((await harness.visit(id)).statusCode).toBe(404));
    await harness.server.call(`POST Clients/Tracking/${id}/resume`, { as: "mer_1" });
    await vi.waitFor(async () => expect((await harness.visit(id)).statusCode).toBe(302));
  });

  it("is in the audit log and on its event with who stopped it, once however often that is asked", async () => {
    const { id } = await harness.linkFor("mer_1");
    for (const action of ["stop", "stop", "resume"])
      await harness.server.call(`POST Clients/Tracking/${id}/${action}`, { as: "mer_1" });
    const stopped_at = "2026-11-21T09:00:00.000Z";
    const by = { module: "tracking", subject: id, actor_kind: "member", actor_id: "mer_1" };
    expect(await listAudit(harness.makeContext("mer_1"), {})).toMatchObject([
      { ...by, action: "tracking.link_resumed", before: { stopped_at }, after: { stopped_at: null } },
      { ...by, action: "tracking.link_stopped", before: { stopped_at: null }, after: { stopped_at } },
    ]);
    const events = await db.many(sql`select name, actor_kind, actor_id from base.events order by id`);
    expect(events).toEqual([
      { name: "tracking.link_created", actor_kind: "member", actor_id: "mer_1" },
      { name: "tracking.link_stopped", actor_kind: "member", actor_id: "mer_1" },
      { name: "tracking.link_resumed", actor_kind: "member", actor_id: "mer_1" },
    ]);
  });

  it("is named by eight digits, in Arabic digits too; anything else is refused at its field", async () => {
    const { id } = await harness.linkFor("mer_1");
    const stop = (typed: string) =>
      harness.server.call(`POST Clients/Tracking/${encodeURIComponent(typed)}/stop`, { as: "mer_1" });
    const inArabic = id.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    expect((await stop(inArabic)).data).toMatchObject({ id });
    const { status, envelope } = await stop("1234567");
    expect(status).toBe(400);
    expect(envelope).toMatchObject({ fields: { id: ["A tracking ID is an 8-digit code"] } });
  });

  it("can be stopped by its merchant only", async () => {
    const { id } = await harness.linkFor("mer_1");
    const answer = await harness.server.call(`POST Clients/Tracking/${id}/stop`, { as: "mer_2" });
    expect(answer.status).toBe(404);
    expect((await harness.visit(id)).statusCode).toBe(302);
  });
});

describe("an ad's link", () => {
  it("never changes, and its destination follows the ad's", async () => {
    const first = await harness.linkFor("mer_1");
    await harness.visit(first.id);
    const second = await harness.linkFor("mer_1", "ad_1", `${shopLink}/p/2`);
    expect(second).toEqual(first);
    await vi.waitFor(async () =>
      expect(String((await harness.visit(first.id)).headers.location)).toContain("/ar/p/2?"),
    );
  });

  it("is only one when the ad is created twice at the same time", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => harness.linkFor("mer_1")));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it.each([
    "https://evil.example/ar/p/1",
    "https://shop.example.evil.example/ar",
    "https://shop.example/other",
    "javascript:alert(1)",
    "https://shop.example/ar\r\nSet-Cookie: a=b",
    "//shop.example/ar",
    `${shopLink}/..%2fadmin`,
    `${shopLink}/%252e%252e%252fadmin`,
    `${shopLink}/..%5c..%5cadmin`,
    "https://shop.example@evil.example/ar",
  ])("does not lead to %j", async (destination) => {
    await expect(harness.linkFor("mer_1", "ad_1", destination)).rejects.toMatchObject({
      problems: [{ code: "tracking.destination_not_registered", field: "destination_url" }],
    });
  });

  it.each([
    [`${shopLink}/x/..%2fp/1`, "/ar/p/1"],
    ["https://shop.example/other/..%2Far/p/1", "/ar/p/1"],
    [`  ${shopLink}/p/1\n`, "/ar/p/1"],
  ])("is checked, stored and followed in the same form: %j", async (written, path) => {
    const { id } = await harness.linkFor("mer_1", "ad_1", `${written.trimEnd()}?utm%5Fsource=x&UTM_MEDIUM=y`);
    const { destination } = await db.one<{ destination: string }>(
      sql`select destination from tracking.links`,
    );
    const location = new URL(String((await harness.visit(id)).headers.location));
    expect([new URL(destination).pathname, location.pathname]).toEqual([path, path]);
    const names = location.search
      .slice(1)
      .split("&")
      .map((part) => part.split("=")[0]);
    expect(names).toEqual(["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "rwj"]);
  });

  it("does not lead to another merchant's store", async () => {
    await expect(harness.linkFor("mer_2")).rejects.toMatchObject({
      code: "tracking.destination_not_registered",
    });
  });

  it("with Arabic in its path is written in ASCII", async () => {
    const { id } = await harness.linkFor("mer_1", "ad_1", `${shopLink}/عباية?لون=أسود`);
    const { location } = (await harness.visit(id)).headers;
    expect(String(location)).toMatch(/^[!-~]+$/);
    expect(decodeURI(String(location))).toContain("/ar/عباية?لون=أسود&utm_source");
  });
});
