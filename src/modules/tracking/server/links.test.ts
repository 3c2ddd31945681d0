import { randomUUID } from "node:crypto";
import jsqr from "jsqr";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { openTrackingHarness, shopLink, type TrackingHarness } from "../testing/tracking-harness.ts";
import { checkHealth } from "./check-health.ts";
import { drawQr } from "./qr.ts";

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

const fields = { name: "سارة", destination_url: `${shopLink}/p/1`, platform: "instagram" };
const make = async (more: object = {}) =>
  harness.server.call("POST Clients/Tracking/create", {
    as: "mer_1",
    key: randomUUID(),
    body: { ...fields, ...more },
  });
// A CommonJS module: its function is the default of its default.
const scan = jsqr as unknown as typeof jsqr.default;
type Made = { id: string; url: string };

describe("a link made by hand", () => {
  it("leads to its page with the merchant's own tags, and is found by its Arabic name", async () => {
    const made = await make({ name: "أحمد", utm: { source: "ahmed", campaign: "ramadan" } });
    const { id } = made.data as Made;
    const { searchParams } = new URL(String((await harness.visit(id)).headers.location));
    expect(["utm_source", "utm_medium", "utm_campaign"].map((name) => searchParams.get(name))).toEqual([
      "ahmed",
      "social",
      "ramadan",
    ]);
    const found = await harness.server.call("GET Clients/Tracking/index?search=احمد", { as: "mer_1" });
    expect(found.data).toMatchObject({ total: 1, items: [{ id, figures: { clicks: 1 } }] });
  });

  it("refuses a code that is not eight digits, with its message", async () => {
    const { status, envelope } = await make({ campaign_id: "1234" });
    expect(status).toBe(400);
    expect(envelope).toMatchObject({ fields: { campaign_id: ["A tracking ID is an 8-digit code"] } });
  });

  it("leads nowhere from its end on", async () => {
    const { id } = (await make({ expires_at: "2026-11-21T10:00:00Z" })).data as Made;
    expect((await harness.visit(id)).statusCode).toBe(302);
    harness.worldClock.set("2026-11-21T10:00:00Z");
    expect((await harness.visit(id)).statusCode).toBe(404);
  });

  it("has a QR code that a scanner reads, with a logo in its middle too", async () => {
    const { id, url } = (await make()).data as Made;
    const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#c33" } })
      .png()
      .toBuffer();
    await db.run(sql`insert into tracking.qr_logos values ('mer_1', ${logo}, now())`);
    const file = await drawQr(harness.deps)(harness.makeContext("mer_1"), {
      linkId: id,
      format: "png",
      size: 600,
      logo: "on",
    });
    const bytes: Buffer[] = [];
    for await (const chunk of (await file.open()) ?? []) bytes.push(Buffer.from(chunk));
    const { data, info } = await sharp(Buffer.concat(bytes))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(scan(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url);
  });

  it("whose page is gone says so after the daily check", async () => {
    const { id } = (await make()).data as Made;
    harness.probed.pages.set(fields.destination_url, { status: 404, url: fields.destination_url });
    await checkHealth(harness.deps)(db, { now: harness.worldClock.now() });
    const link = await harness.server.call(`GET Clients/Tracking/${id}`, { as: "mer_1" });
    expect(link.data).toMatchObject({ health: { state: "page_missing", http_status: 404 } });
  });

  it("reports its clicks by device and app", async () => {
    const { id } = (await make()).data as Made;
    await harness.visit(id);
    const report = await harness.server.call(`GET Clients/Tracking/${id}/report`, { as: "mer_1" });
    expect(report.data).toMatchObject({
      totals: { clicks: 1, bot_clicks: 0 },
      devices: [{ key: "iphone", clicks: 1 }],
      apps: [{ key: "snapchat", clicks: 1 }],
    });
  });
});

describe("an own host", () => {
  it("serves its merchant's links alone once its CNAME is found, and no page of the product", async () => {
    const added = await harness.server.call("POST Clients/Tracking/domains", {
      as: "mer_1",
      body: { host: "go.noura.example" },
    });
    const { id: domain, cname_target } = added.data as { id: string; cname_target: string };
    const verify = () =>
      harness.server.call(`POST Clients/Tracking/domains/${domain}/verify`, { as: "mer_1" });
    expect((await verify()).status).toBe(422);
    harness.probed.names.set("go.noura.example", [cname_target]);
    expect((await verify()).data).toMatchObject({ status: "verified" });
    await harness.addStore("mer_2", "https://other.example");
    const own = (await make({ domain_id: domain })).data as Made;
    expect(own.url).toBe(`https://go.noura.example/t/${own.id}`);
    const other = await harness.linkFor("mer_2", "ad_2", "https://other.example/p/1");
    const host = { host: "go.noura.example" };
    await vi.waitFor(async () => expect((await harness.visit(other.id, host)).statusCode).toBe(404));
    expect((await harness.visit(own.id, host)).statusCode).toBe(302);
    const call = await harness.server.app.inject({ url: "/Clients/Tracking/index", headers: host });
    expect(call.statusCode).toBe(404);
  });
});

describe("a report of abuse", () => {
  it("is taken without an account, and limited by address", async () => {
    const { id } = await harness.linkFor("mer_1");
    const report = () =>
      harness.server.app.inject({
        method: "POST",
        url: "/report-link",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ link: `https://go.example/t/${id}`, reason: "fraud" }).toString(),
      });
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await report()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { count } = await db.one<{ count: number }>(
      sql`select count(*)::int as count from tracking.abuse_reports where link_id = ${id}`,
    );
    expect(count).toBe(5);
  });
});
