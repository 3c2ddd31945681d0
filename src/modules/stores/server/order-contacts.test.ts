import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { hashContact } from "#base/server/hashed-contact.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { anOrder, fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import { makeOrderContacts } from "./order-contacts.ts";

let db: TestDb;
let harness: StoresHarness;
let world: ReturnType<typeof fakePlatform>["world"];

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  const fake = fakePlatform();
  world = fake.world;
  harness = await openStoresHarness(db, fake.platform);
  await connect();
});
afterEach(() => harness.close());
afterAll(() => db.close());

async function connect() {
  const call = await harness.server.call("POST Clients/Stores/connect", {
    as: "mer_1",
    body: { platform: "salla" },
  });
  const url = new URL((call.data as { authorization_url: string }).authorization_url);
  const state = url.searchParams.get("state") ?? "";
  await harness.server.app.inject({
    method: "GET",
    url: "/oauth/salla/callback",
    query: { code: "good-code", state },
    headers: { authorization: "Bearer test-session-of-mer_1" },
  });
  await harness.settle();
}

async function readOrder(externalId: string, contact: { email: string | null; phone: string | null }) {
  world.orders.set(externalId, anOrder({ externalId, contact }));
  const headers = { "content-type": "application/json", "x-signature": "good" };
  const payload = JSON.stringify({ topic: "order.created", order: externalId });
  await harness.server.app.inject({ method: "POST", url: "/webhooks/salla", headers, payload });
  await harness.settle();
  const order = await db.one<{ id: string }>(
    sql`select id from stores.orders where external_id = ${externalId}`,
  );
  return order.id;
}

const context = (merchantId = "mer_1") => testContext(db, merchantId);
const facade = () => harness.deps.contacts.facade;
const share = (isAllowed: boolean) =>
  transact(context(), (ctx) => facade().setContactSharing(ctx, isAllowed));
const buyers = (after = "") => facade().listBuyers(context(), { after, limit: 10 });

const noura = { email: "Noura@Example.com", phone: "0501234567" };

describe("a shopper's contact", () => {
  it("is not stored while the merchant does not share contacts", async () => {
    const orderId = await readOrder("1", noura);
    expect(await db.many(sql`select 1 from stores.order_contacts`)).toEqual([]);
    expect((await facade().findOrderContacts(context(), [orderId])).size).toBe(0);
  });

  it("is stored as sealed hashes, and read by its merchant alone", async () => {
    await share(true);
    const orderId = await readOrder("1", noura);
    const rows = JSON.stringify(await db.many(sql`select * from stores.order_contacts`));
    for (const text of ["501234567", "noura", hashContact(noura)?.phone?.e164 ?? ""])
      expect(rows.toLowerCase()).not.toContain(text);
    const found = await facade().findOrderContacts(context(), [orderId]);
    expect(found.get(orderId)).toEqual(hashContact(noura));
    expect((await facade().findOrderContacts(context("mer_2"), [orderId])).size).toBe(0);
  });

  it("makes one buyer of one person's orders, whose key stays; a cancelled order makes none", async () => {
    await share(true);
    await readOrder("1", noura);
    await readOrder("2", { email: null, phone: "+966 50 123 4567" });
    await readOrder("3", { email: "sara@example.com", phone: null });
    const [one, other] = await buyers();
    expect(await buyers()).toHaveLength(2);
    expect(await buyers(one?.personKey)).toEqual([other]);
    await db.run(sql`update stores.orders set status = 'cancelled' where external_id = '3'`);
    expect((await buyers()).map(({ contact }) => contact.phone)).toEqual([hashContact(noura)?.phone]);
  });

  it("is deleted when sharing ends", async () => {
    await share(true);
    await readOrder("1", noura);
    await share(false);
    expect(await db.many(sql`select 1 from stores.order_contacts`)).toEqual([]);
    expect(await db.many(sql`select 1 from stores.contact_sharing`)).toEqual([]);
  });

  it("is deleted with all its orders when the person is erased, and not stored again", async () => {
    await share(true);
    await readOrder("1", noura);
    await readOrder("2", { email: "noura@example.com", phone: null });
    await readOrder("3", { email: "sara@example.com", phone: null });
    const known = (await buyers()).map(({ personKey }) => personKey);
    const erase = (contact: { email?: string; phone?: string }) =>
      transact(context(), (ctx) => facade().eraseContact(ctx, contact));
    const keys = await erase({ email: "NOURA@example.com" });
    expect(known.filter((key) => keys?.includes(key))).toHaveLength(2);
    await readOrder("4", { email: "noura@example.com", phone: "0559999999" });
    expect(await buyers()).toHaveLength(1);
    expect(await erase({ email: "nobody" })).toBeNull();
  });
});

describe("after a rotation of keys", () => {
  const oldKey = Buffer.alloc(32, 1);
  const newKey = Buffer.alloc(32, 2);
  const open = (contactKey: Buffer, olderContactKeys: Buffer[] = []) =>
    makeOrderContacts({ vault: harness.deps.vault, contactKey, olderContactKeys });
  const rotated = () => open(newKey, [oldKey]);
  const save = (contacts: ReturnType<typeof open>, orderId: string) =>
    transact(context(), (ctx) => contacts.save(ctx, orderId, noura));
  const countContacts = async () => (await db.many(sql`select 1 from stores.order_contacts`)).length;

  it("a person is erased whose contact was stored before it", async () => {
    await share(true);
    const orderId = await readOrder("1", { email: null, phone: null });
    await save(open(oldKey), orderId);
    expect(await countContacts()).toBe(1);
    await transact(context(), (ctx) => rotated().facade.eraseContact(ctx, noura));
    expect(await countContacts()).toBe(0);
  });

  it("a person who was erased before it is not stored again", async () => {
    await share(true);
    const orderId = await readOrder("1", { email: null, phone: null });
    await transact(context(), (ctx) => open(oldKey).facade.eraseContact(ctx, noura));
    await save(rotated(), orderId);
    expect(await countContacts()).toBe(0);
  });
});
