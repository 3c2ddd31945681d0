import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { SiteAnswer, StoreAnswer } from "../contract/stores.calls.ts";
import { fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import { makeStoresFacade } from "./stores.facade.ts";

let db: TestDb;
let harness: StoresHarness;
let pages: Map<string, string>;
let records: Map<string, string[][]>;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  pages = new Map();
  records = new Map();
  harness = await openStoresHarness(db, fakePlatform().platform, "https://rawaj.example", {
    async readPage(address) {
      const page = pages.get(address);
      if (page === undefined) throw new AdapterFault("later", { reason: "no answer" });
      if (page === "inside") throw new AdapterFault("rejected", { reason: "not public" });
      return page;
    },
    readRecords: async (name) => records.get(name) ?? [],
  });
});
afterEach(() => harness.close());
afterAll(() => db.close());

const address = "https://noura.example/shop";
const pageWith = (...tags: string[]) => `<html><head>${tags.join("")}</head><body></body></html>`;

async function name(merchant = "mer_1", typed = address) {
  const body = { address: typed };
  return harness.server.call("POST Clients/Stores/sites", { as: merchant, body });
}
const verify = (id: string, by: "meta" | "dns", merchant = "mer_1") =>
  harness.server.call(`POST Clients/Stores/sites/${id}/verify`, { as: merchant, body: { by } });

async function addVerifiedSite(merchant = "mer_1"): Promise<SiteAnswer> {
  const site = (await name(merchant)).data as SiteAnswer;
  pages.set(address, pageWith(site.meta_tag, site.pixel_tag));
  return (await verify(site.id, "meta", merchant)).data as SiteAnswer;
}

const stores = async (merchant = "mer_1") =>
  ((await harness.server.call("GET Clients/Stores/index", { as: merchant })).data as { stores: object[] })
    .stores;

describe("a site on no platform", () => {
  it("is added once, with a normalised address and its tags ready to copy", async () => {
    const first = (await name("mer_1", "Noura.example/shop/")).data as SiteAnswer;
    expect(first).toMatchObject({ address, dns_name: "noura.example", verified_by: null, store_id: null });
    expect(first.pixel_tag).toContain('src="https://rawaj.example/pixel.js"');
    expect((await name()).data).toEqual(first);
    const list = await harness.server.call("GET Clients/Stores/sites", { as: "mer_1" });
    expect(list.data).toEqual({ sites: [first] });
    expect((await name("mer_1", "not an address")).status).toBe(400);
  });

  it("is a connected store once its tag is found, and links may lead there", async () => {
    const site = await addVerifiedSite();
    expect(site).toMatchObject({ verified_by: "meta", pixel_seen_at: expect.any(String) });
    expect(await stores()).toMatchObject([
      { id: site.store_id, type: "other", link: address, status: "connected", import: null },
    ]);
    expect(harness.merchantCalls).toContain("mer_1 sells on other");
    expect(await makeStoresFacade().listRegisteredHosts(testContext(db))).toEqual([address]);
    await harness.syncAll();
    await harness.settle();
    expect(harness.events.map((event) => event.name)).toEqual(["store.connected"]);
  });

  it("is verified by a TXT record as well, though its page does not answer", async () => {
    const site = (await name()).data as SiteAnswer;
    expect((await verify(site.id, "dns")).status).toBe(409);
    records.set("noura.example", [["v=spf1 -all"], [site.dns_record]]);
    expect((await verify(site.id, "dns")).data).toMatchObject({ verified_by: "dns", pixel_seen_at: null });
  });

  it("without its token, or that does not answer, or is on a private network, connects nothing", async () => {
    const site = (await name()).data as SiteAnswer;
    expect((await verify(site.id, "meta")).envelope.messages[0]).toContain("did not answer");
    pages.set(address, pageWith('<meta name="rawaj-site-verification" content="another">'));
    expect((await verify(site.id, "meta")).status).toBe(409);
    pages.set(address, "inside");
    expect((await verify(site.id, "meta")).status).toBe(400);
    expect(await stores()).toEqual([]);
  });

  it("of another merchant is not found; its tag verifies it for that merchant alone", async () => {
    const site1 = await addVerifiedSite();
    expect((await verify(site1.id, "meta", "mer_2")).status).toBe(404);
    const site2 = (await name("mer_2")).data as SiteAnswer;
    expect(site2.meta_tag).not.toBe(site1.meta_tag);
    expect((await verify(site2.id, "meta", "mer_2")).status).toBe(409);
    pages.set(address, pageWith(site2.meta_tag));
    expect((await verify(site2.id, "meta", "mer_2")).envelope.messages[0]).toContain("another Rawaj account");
    await harness.server.call(`POST Clients/Stores/${site1.store_id}/disconnect`, { as: "mer_1" });
    expect((await verify(site2.id, "meta", "mer_2")).status).toBe(200);
  });

  it("is added twenty times an hour, fifty in all, and checked thirty times an hour", async () => {
    const first = (await name()).data as SiteAnswer;
    const use = (kind: string, uses: number) =>
      db.run(sql`
        insert into base.rate_limits (key, window_ends_at, used)
        values (${`${kind}:mer_1`}, to_timestamp(floor(extract(epoch from now()) / 3600 + 1) * 3600), ${uses})
        on conflict (key, window_ends_at) do update set used = excluded.used`);
    await use("stores.too_many_sites_named", 20);
    const limited = await name("mer_1", "https://another.example");
    expect([limited.status, limited.envelope.messages[0]]).toEqual([
      429,
      expect.stringContaining("Add the next one in"),
    ]);
    expect((await name()).data).toEqual(first);
    expect((await name("mer_2", "https://another.example")).status).toBe(200);
    await use("stores.too_many_verifications", 30);
    expect((await verify(first.id, "dns")).status).toBe(429);
    await use("stores.too_many_sites_named", 1);
    await db.run(sql`
      insert into stores.sites (id, merchant_id, address, verification_token, pixel_key, signing_key_sealed, created_at)
      select 'sit_' || n, 'mer_1', 'https://n' || n || '.example', 't', 'px_' || n, 's', now() from generate_series(1, 49) n`);
    const extra = await name("mer_1", "https://another.example");
    expect([extra.status, extra.envelope.messages[0]]).toEqual([409, expect.stringContaining("50 sites")]);
  });

  it("is in the audit log: added once, verified, and whether its unconfirmed orders count", async () => {
    const { id, store_id } = await addVerifiedSite();
    await name();
    const body = { counts: true };
    for (let round = 0; round < 2; round += 1)
      await harness.server.call(`POST Clients/Stores/${store_id}/count-unconfirmed`, { as: "mer_1", body });
    const entries = await listAudit(testContext(db), {});
    expect(entries.map(({ action, subject, before, after }) => ({ action, subject, before, after }))).toEqual(
      [
        {
          action: "store.counting_changed",
          subject: store_id,
          before: { counts_unconfirmed: false },
          after: { counts_unconfirmed: true },
        },
        {
          action: "store.connected",
          subject: store_id,
          before: null,
          after: { status: "connected", platform: "other", name: "noura.example/shop", link: address },
        },
        {
          action: "site.verified",
          subject: id,
          before: { verified_by: null, store_id: null },
          after: { verified_by: "meta", store_id },
        },
        { action: "site.added", subject: id, before: null, after: { address } },
      ],
    );
  });

  it("has nothing to sync, and says so", async () => {
    const { store_id } = await addVerifiedSite();
    const sync = await harness.server.call(`POST Clients/Stores/${store_id}/sync`, { as: "mer_1" });
    expect(sync.status).toBe(409);
  });
});

describe("a pixel event", () => {
  const clickId = "AbCdEfGhIjKlMnOpQrStUv";
  let site: SiteAnswer;
  beforeEach(async () => {
    site = await addVerifiedSite();
  });

  type PixelInput = {
    order?: object;
    origin?: string | null;
    signed?: boolean | string;
    click?: string;
    ip?: string;
  };
  async function sendPixel({
    order = {},
    origin = "https://noura.example",
    signed = false,
    click,
    ip,
  }: PixelInput = {}) {
    const event = { site: getPixelKey(site), order: { id: "1001", total: "115.00", ...order }, click };
    const body = JSON.stringify(event);
    const signature = createHmac("sha256", site.signing_key).update(body).digest("hex");
    const headers = {
      "content-type": "text/plain",
      ...(origin === null || signed ? {} : { origin }),
      ...(signed ? { "x-rawaj-signature": signed === true ? signature : signed } : {}),
    };
    const answer = await harness.server.app.inject({
      method: "POST",
      url: "/px",
      headers,
      payload: body,
      ...(ip ? { remoteAddress: ip } : {}),
    });
    return answer.statusCode;
  }
  const getPixelKey = ({ pixel_tag }: SiteAnswer) => /data-site="([^"]+)"/.exec(pixel_tag)?.[1] ?? "";
  const orders = () =>
    db.many(sql`
      select external_id, status, total_halalas, refunded_halalas, is_cod, click_id, coupon_codes from stores.orders
      order by external_id`);

  it("is an order like any other, published once, with the click that brought it", async () => {
    const order = { payment: "cod", coupon: "RAWAJ10" };
    expect(await sendPixel({ order, click: clickId })).toBe(204);
    await harness.settle();
    expect(await orders()).toEqual([
      {
        external_id: "1001",
        status: "placed",
        total_halalas: 11_500,
        refunded_halalas: 0,
        is_cod: true,
        click_id: clickId,
        coupon_codes: ["RAWAJ10"],
      },
    ]);
    expect(harness.events.filter((event) => event.name === "store.order_recorded")).toHaveLength(1);
  });

  it("counts once: nobody changes an order by sending its number again", async () => {
    await sendPixel();
    expect(await sendPixel({ order: { total: "9999.00", status: "refunded", refunded: "9999.00" } })).toBe(
      204,
    );
    expect(await orders()).toMatchObject([{ total_halalas: 11_500, status: "placed" }]);
  });

  const loadFirstStore = async () => (await stores())[0] as unknown as StoreAnswer;
  const loadFacts = async (externalId: string) => {
    const { id } = await db.one<{ id: string }>(
      sql`select id from stores.orders where external_id = ${externalId}`,
    );
    return makeStoresFacade().findOrderFacts(testContext(db), id);
  };
  const recorded = () => harness.events.filter((event) => event.name === "store.order_recorded").length;

  it("leaves an order unconfirmed and uncounted until the site's server reports the same, signed", async () => {
    await sendPixel({ click: clickId });
    expect(await loadFirstStore()).toMatchObject({
      orders: 1,
      orders_unconfirmed: 1,
      counts_unconfirmed: false,
    });
    expect(await loadFacts("1001")).toMatchObject({ counts: false, click_id: clickId });
    await sendPixel({ order: { at: "2026-11-23T10:00:00Z" }, signed: true });
    await harness.settle();
    expect(await loadFirstStore()).toMatchObject({ orders: 1, orders_unconfirmed: 0 });
    expect(await loadFacts("1001")).toMatchObject({ counts: true, click_id: clickId, total_halalas: 11_500 });
    expect(recorded()).toBe(2);
  });

  it("forged with the number of a real order neither replaces, blocks nor changes that order", async () => {
    const forgedClick = "F".repeat(22);
    await sendPixel({ order: { total: "9999.00" }, click: forgedClick, ip: "203.0.113.6" });
    await sendPixel({ click: clickId });
    expect(await loadFacts("1001")).toMatchObject({ counts: false, total_halalas: 999_900 });
    await sendPixel({ order: { at: "2026-11-23T10:00:00Z", payment: "cod" }, signed: true });
    const real = { counts: true, total_halalas: 11_500, click_id: clickId, is_cod: true };
    expect(await loadFacts("1001")).toMatchObject(real);
    await sendPixel({ order: { total: "1.00" }, click: forgedClick, ip: "203.0.113.6" });
    expect(await loadFacts("1001")).toMatchObject(real);
  });

  it("counts unsigned where the merchant chose so, past orders as well, and no longer once they undo it", async () => {
    await sendPixel({ click: clickId });
    const { store_id } = site;
    const choose = (counts: boolean, merchant = "mer_1") =>
      harness.server.call(`POST Clients/Stores/${store_id}/count-unconfirmed`, {
        as: merchant,
        body: { counts },
      });
    expect((await choose(true, "mer_2")).status).toBe(404);
    expect((await choose(true)).data).toMatchObject({ counts_unconfirmed: true, orders_unconfirmed: 1 });
    await harness.settle();
    const { id } = await db.one<{ id: string }>(sql`select id from stores.orders`);
    const restated = () => harness.events.filter((event) => event.name === "store.orders_restated");
    expect(restated()).toMatchObject([{ store_id, order_ids: [id] }]);
    expect(await loadFacts("1001")).toMatchObject({ counts: true });
    await choose(true);
    await choose(false);
    await harness.settle();
    expect(restated()).toHaveLength(2);
    expect(await loadFacts("1001")).toMatchObject({ counts: false });
  });

  it("is stored thirty times an hour from one address, while the server's events are still stored", async () => {
    await db.run(sql`insert into base.rate_limits (key, window_ends_at, used)
      select ${`stores.page_orders_of:${site.store_id}`}, (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC', 2000`);
    expect(await sendPixel({ order: { id: "flood" } })).toBe(429);
    expect(await sendPixel({ order: { id: "real", at: "2026-11-23T10:00:00Z" }, signed: true })).toBe(204);
    await db.run(sql`delete from base.rate_limits`);
    const answers: number[] = [];
    // The hour may change once during the test.
    while (!answers.includes(429) && answers.length < 59)
      answers.push(await sendPixel({ order: { id: `n${answers.length}` } }));
    expect(answers.length).toBeGreaterThan(30);
    expect(answers.at(-1)).toBe(429);
    expect(await sendPixel({ order: { id: "n0" } })).toBe(204);
    expect(await sendPixel({ order: { id: "elsewhere" }, ip: "203.0.113.9" })).toBe(204);
  });

  it("from anywhere but the site's own pages is refused", async () => {
    for (const origin of [
      "https://evil.example",
      "https://noura.example.evil.example",
      "http://noura.example",
      null,
      "null",
    ])
      expect(await sendPixel({ origin })).toBe(403);
    expect(await orders()).toEqual([]);
    expect(await sendPixel({ origin: "https://www.noura.example" })).toBe(204);
  });

  it("signed by the merchant's own server gives the later status of the order, the latest event wins", async () => {
    await sendPixel({ click: clickId, order: { coupon: "RAWAJ10" } });
    const began = await db.one(sql`select placed_at from stores.orders`);
    const sendSigned = (status: string, at: string, more = {}) =>
      sendPixel({ order: { status, at, ...more }, signed: true });
    expect(await sendSigned("delivered", "2026-11-23T10:00:00Z")).toBe(204);
    expect(await sendSigned("placed", "2026-11-22T10:00:00Z")).toBe(204);
    expect(await orders()).toMatchObject([{ status: "delivered" }]);
    expect(await sendSigned("delivered", "2026-11-24T10:00:00Z", { refunded: "15.50" })).toBe(204);
    expect(await orders()).toMatchObject([{ status: "delivered", refunded_halalas: 1_550 }]);
    expect(await sendSigned("refunded", "2026-11-25T10:00:00Z")).toBe(204);
    const [order] = await orders();
    expect(order).toMatchObject({ status: "refunded", refunded_halalas: 11_500 });
    expect(order).toMatchObject({ click_id: clickId, coupon_codes: ["RAWAJ10"] });
    expect(await db.one(sql`select placed_at from stores.orders`)).toEqual(began);
  });

  it("with a wrong signature, or signed without its time, is refused", async () => {
    const order = { status: "delivered", at: "2026-11-23T10:00:00Z" };
    for (const signed of ["", "00", "0".repeat(64), "zz".repeat(32)]) {
      if (signed !== "") expect(await sendPixel({ order, signed })).toBe(403);
    }
    expect(await sendPixel({ order: { status: "delivered" }, signed: true })).toBe(403);
  });

  it.each([
    { total: "0" },
    { total: "-5" },
    { total: "1e9" },
    { total: "100000.01" },
    { total: 115 },
    { id: "" },
    { id: "x".repeat(61) },
    { currency: "USD" },
    { unknown: 1 },
  ])("with %j is refused as invalid", async (order) => {
    expect(await sendPixel({ order })).toBe(400);
    expect(await orders()).toEqual([]);
  });

  it("that is no JSON, too long, or about an unknown site is refused", async () => {
    const post = (payload: string) =>
      harness.server.app.inject({
        method: "POST",
        url: "/px",
        headers: { origin: "https://noura.example" },
        payload,
      });
    for (const payload of ["", "[]", "{", "null"]) expect((await post(payload)).statusCode).toBe(400);
    expect((await post("x".repeat(5_000))).statusCode).toBe(413);
    const unknownSite = JSON.stringify({ site: "px_unknown", order: { id: "1", total: "5" } });
    expect((await post(unknownSite)).statusCode).toBe(404);
  });

  it("is accepted sixty times a minute from one address, while other addresses are still accepted", async () => {
    const answers: number[] = [];
    // The minute may change once during the test.
    while (!answers.includes(429) && answers.length < 130)
      answers.push(await sendPixel({ order: { id: `n${answers.length % 5}` } }));
    expect(answers.length).toBeGreaterThan(60);
    expect(answers.at(-1)).toBe(429);
    expect(await sendPixel({ order: { id: "other" }, ip: "203.0.113.9" })).toBe(204);
  });

  it("is refused once the site is disconnected", async () => {
    await harness.server.call(`POST Clients/Stores/${site.store_id}/disconnect`, { as: "mer_1" });
    await harness.settle();
    expect(await sendPixel()).toBe(404);
  });

  it("is sent by a small script that any page may load", async () => {
    const { headers, body } = await harness.server.app.inject({ url: "/pixel.js" });
    expect(headers["content-type"]).toContain("javascript");
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(body.length).toBeLessThan(2_600);
  });
});
