import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { openTrackingHarness, shopLink, type TrackingHarness } from "../testing/tracking-harness.ts";
import { closeReportsOfLink } from "./abuse-reports.store.ts";
import { bulkLinksOperation } from "./bulk-links.ts";
import { deleteDestination } from "./destinations.store.ts";
import { deleteDomain, leaseDueDomains } from "./domains.store.ts";
import { findAttribution } from "./find-attribution.ts";
import { findOrderProof } from "./find-order-proof.ts";
import { deleteOldLinkRows, insertLinkRows } from "./link-rows.store.ts";
import { clearDomain, saveBlock } from "./links.store.ts";
import { deleteLogo, saveLogo } from "./qr-logo.store.ts";

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

const fields = { destination_url: `${shopLink}/p/1`, platform: "instagram" };
async function make(name: string, more: object = {}): Promise<string> {
  const body = { ...fields, name, ...more };
  const { data } = await harness.server.call("POST Clients/Tracking/create", {
    as: "mer_1",
    key: randomUUID(),
    body,
  });
  return (data as { id: string }).id;
}
type List = { items: { id: string; name: string }[]; next: string | null; total: number };
async function list(query: string): Promise<List> {
  const { data } = await harness.server.call(`GET Clients/Tracking/index?${query}`, { as: "mer_1" });
  return data as List;
}
const names = async (query: string) => (await list(query)).items.map(({ name }) => name);
const ctx = () => harness.makeContext("mer_1");

describe("the list of links", () => {
  it.each(["created", "name", "clicks", "orders", "sales"])(
    "is sorted by %s, page after page",
    async (sort) => {
      for (const name of ["أ", "ب", "ج"]) await make(name);
      const first = await list(`sort=${sort}&order=asc&size=2`);
      const rest = await list(`sort=${sort}&order=asc&size=2&after=${encodeURIComponent(first.next ?? "")}`);
      expect([...first.items, ...rest.items].map(({ name }) => name).sort()).toEqual(["أ", "ب", "ج"]);
      expect(rest.next).toBeNull();
    },
  );

  it("says of very many only that they are more, and goes on page after page", async () => {
    await db.run(sql`
      insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, destination, created_at)
      select n::text, 'mer_1', 'ad_' || n, 'adg_1', 'cmp_1', 'snapchat', ${shopLink}, now()
      from generate_series(20000000, 20010000) n`);
    expect(await list("size=1")).toMatchObject({ total: 10_000, is_total_capped: true });
    const shown = await list("size=100&sort=created&order=desc");
    const rest = await list(`size=100&sort=created&order=desc&after=${encodeURIComponent(shown.next ?? "")}`);
    expect(rest).toMatchObject({ total: 10_000, is_total_capped: true });
    expect(new Set([...shown.items, ...rest.items].map(({ id }) => id)).size).toBe(200);
  });

  it("has the links of ads too, found by the names of the ad and its campaign", async () => {
    await make("يدوي");
    await harness.linkFor("mer_1");
    expect(await names(`search=${encodeURIComponent("حمله")}`)).toEqual(["إعلان"]);
    await transact(ctx(), (ctx) =>
      harness.facade.setLinkCampaign(ctx, { campaignId: "cmp_1", name: "رمضان", placements: [] }),
    );
    expect(await names(`search=${encodeURIComponent("حمله")}`)).toEqual([]);
    expect(await names(`search=${encodeURIComponent("رمضان")}`)).toEqual(["إعلان"]);
  });

  it("is narrowed by state, origin, platform, tag, campaign and health", async () => {
    const blocked = await make("محظور");
    const paused = await make("موقوف");
    await make("منته", { expires_at: "2026-11-21T10:00:00Z" });
    await make("يعمل", { tags: ["رمضان"], platform: "whatsapp" });
    await transact(ctx(), (ctx) =>
      saveBlock(ctx, { linkId: blocked, block: { at: ctx.now, reason: "abuse" } }),
    );
    await harness.server.call(`POST Clients/Tracking/${paused}/stop`, { as: "mer_1" });
    harness.worldClock.set("2026-11-21T11:00:00Z");
    expect(await names("state=blocked")).toEqual(["محظور"]);
    expect(await names("state=paused")).toEqual(["موقوف"]);
    expect(await names("state=expired")).toEqual(["منته"]);
    expect(await names("state=active")).toEqual(["يعمل"]);
    expect(await names(`tag=${encodeURIComponent("رمضان")}`)).toEqual(["يعمل"]);
    expect(await names("platform=whatsapp")).toEqual(["يعمل"]);
    expect(await names("origin=ad")).toEqual([]);
    expect(await names("campaign_id=12345678")).toEqual([]);
    expect(await names("health=failing")).toEqual([]);
  });
});

describe("a list of new links", () => {
  it("makes a link of each row, and refuses a row for its own reason", async () => {
    const rows = [
      { name: "سارة", destination_url: `${shopLink}/p/1` },
      { name: "نورة", destination_url: "https://elsewhere.example/p/1" },
    ];
    const shared = { platform: "instagram" as const, tags: [], utm: {}, expires_at: null, domain_id: null };
    const operation = bulkLinksOperation({ stores: makeStoresFacade() });
    const input = operation.input.parse({ row_ids: ["row_1", "row_2"], shared });
    await transact(ctx(), async (ctx) => {
      await insertLinkRows(
        ctx,
        rows.map((fields, index) => ({
          id: `row_${index + 1}`,
          number: index + 1,
          fields: { ...fields } as never,
        })),
      );
      await operation.runItem(ctx, "row_1", input);
      await expect(operation.runItem(ctx, "row_2", input)).rejects.toMatchObject({ status: 422 });
    });
    expect(await names("")).toEqual(["سارة"]);
    expect(await operation.loadTitles?.(ctx(), ["row_2"])).toEqual(new Map([["row_2", "2. نورة"]]));
  });

  it("a campaign's coupons are read from a place on", async () => {
    const coupons = await harness.server.call(
      "GET Clients/Tracking/coupons?campaign_id=cmp_1&cursor=1790000000000:cpn_1",
      {
        as: "mer_1",
      },
    );
    expect(coupons.data).toMatchObject({ items: [], next_cursor: null });
  });
});

describe("what is kept of links", () => {
  it("is changed and forgotten for their merchant alone", async () => {
    const id = await make("سارة");
    const edited = await harness.server.call(`PUT Clients/Tracking/${id}`, {
      as: "mer_1",
      body: { ...fields, name: "سارة محمد" },
    });
    expect(edited.status).toBe(200);
    await harness.server.call(`PUT Clients/Tracking/${id}/tags`, { as: "mer_1", body: { tags: ["عيد"] } });
    expect(await names(`tag=${encodeURIComponent("عيد")}`)).toEqual(["سارة محمد"]);
    await transact(ctx(), async (ctx) => {
      await saveLogo(ctx, Buffer.from("png"));
      await deleteLogo(ctx);
      await clearDomain(ctx, "dom_none");
      await deleteDestination(ctx, "none");
      expect(await deleteDomain(ctx, "dom_none")).toBe(false);
      await closeReportsOfLink(ctx.tx, id, { by: "stf_1", outcome: "dismissed", now: ctx.now });
    });
    expect(await leaseDueDomains(db, { now: ctx().now, limit: 5 })).toEqual([]);
    expect(await deleteOldLinkRows(db, ctx().now)).toBe(0);
    expect(await findAttribution(ctx(), "ord_none")).toBeNull();
    expect(await findOrderProof(ctx(), "ord_none")).toBeNull();
    expect(await makeStoresFacade().findProductStatusAt(ctx(), `${shopLink}/p/1`)).toBeNull();
  });
});
