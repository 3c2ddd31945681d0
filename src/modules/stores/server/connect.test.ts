import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { anOrder, fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import { registerLandingAddress } from "./landing-addresses.store.ts";
import { readOrdersPage } from "./read-orders.ts";

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
});
afterEach(() => harness.close());
afterAll(() => db.close());

/** Starts as a merchant; returns what the browser holds afterwards. */
async function startAuthorization(merchant: string, body: object = { platform: "salla" }) {
  const answer = await harness.server.call("POST Clients/Stores/connect", { as: merchant, body });
  const { authorization_url } = answer.data as { authorization_url: string };
  const state = new URL(authorization_url).searchParams.get("state") ?? "";
  return { state, cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
}

async function openCallback(query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await harness.server.app.inject({
    method: "GET",
    url: "/oauth/salla/callback",
    query,
    headers,
  });
  return { status: answer.statusCode, location: String(answer.headers.location ?? ""), body: answer.body };
}

async function connect(merchant: string, body?: object) {
  const { state, cookie } = await startAuthorization(merchant, body);
  const back = await openCallback({ code: "good-code", state }, { cookie });
  await harness.settle();
  return back;
}

const stores = async (merchant: string) =>
  (await harness.server.call("GET Clients/Stores/index", { as: merchant })).data as {
    stores: Record<string, unknown>[];
  };

describe("connecting a store", () => {
  it("returns the merchant to the page they came from, with the store synced", async () => {
    const back = await connect("mer_1", { platform: "salla", return_to: "/first-campaign/connect-store" });
    const {
      stores: [store],
    } = await stores("mer_1");
    const there = "http://localhost:4599/first-campaign/connect-store";
    expect(back.location).toBe(`${there}?store_result=connected&store=${store?.id}`);
    expect(store).toMatchObject({
      name: "متجر نورة",
      type: "salla",
      domain: "noura-77.example",
      status: "connected",
    });
    expect(store).toMatchObject({ import: null, sync_failures: 0 });
    expect(harness.merchantCalls).toContain("mer_1 sells on salla");
    expect(harness.events.map((event) => event.name)).toContain("store.connected");
  });

  it("finishes its first sync though the clock runs on while it is in progress", async () => {
    world.orders.set("1001", anOrder());
    await connect("mer_1");
    const [store] = (await stores("mer_1")).stores;
    expect(store).toMatchObject({ import: null, orders: 1, last_synced_at: expect.any(String) });
    expect(
      await db.one(sql`select import_orders_done as done, import_orders_total as total from stores.stores`),
    ).toEqual({ done: 1, total: 1 });
  });

  it("finishes its first sync by the safety net's when its own was interrupted", async () => {
    await connect("mer_1");
    await db.run(sql`
      update stores.stores set import_finished_at = null, import_started_at = import_started_at - interval '4 hours'`);
    await harness.syncAll();
    await harness.settle();
    expect((await stores("mer_1")).stores).toMatchObject([{ import: null }]);
  });

  it("again is not finished by a sync that started before reconnecting", async () => {
    await connect("mer_1");
    await db.run(sql`
      update stores.stores set import_finished_at = null, import_started_at = import_started_at + interval '1 hour'`);
    const [store] = (await stores("mer_1")).stores;
    const startedAt = new Date().toISOString();
    const input = {
      store_id: String(store?.id),
      since: startedAt,
      started_at: startedAt,
      cursor: null,
      with_open: true,
    };
    await readOrdersPage(harness.deps)(testContext(db), { ...input, purpose: "import" });
    expect((await stores("mer_1")).stores).toMatchObject([{ import: expect.any(Object) }]);
  });

  it("returns only to pages of ours", async () => {
    const answer = await harness.server.call("POST Clients/Stores/connect", {
      as: "mer_1",
      body: { platform: "salla", return_to: "//evil.example" },
    });
    expect(answer.status).toBe(400);
  });

  it("can be started thirty times an hour, then says when to try again, to that merchant alone", async () => {
    const start = (as: string) =>
      harness.server.call("POST Clients/Stores/connect", { as, body: { platform: "salla" } });
    const answers = [];
    // The hour may change once during the test.
    while (answers.at(-1)?.status !== 429 && answers.length < 61) answers.push(await start("mer_1"));
    expect(answers.length).toBeGreaterThan(30);
    const last = answers.at(-1);
    expect(last?.envelope.messages[0]).toMatch(/Try again in \d+:\d\d minutes/);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await start("mer_2")).status).toBe(200);
    expect(await db.many(sql`select 1 from base.authorizations where merchant_id = 'mer_1'`)).toHaveLength(
      answers.length - 1,
    );
  });

  it("accepts a state once", async () => {
    const { state, cookie } = await startAuthorization("mer_1");
    await openCallback({ code: "good-code", state }, { cookie });
    const again = await openCallback({ code: "good-code", state }, { cookie });
    expect(again.status).toBe(403);
    expect(again.body).toContain("استُخدم هذا الرابط من قبل");
  });

  it("refuses a browser that did not start it, so that nobody's store lands in a stranger's account", async () => {
    const { state } = await startAuthorization("mer_1");
    const other = await startAuthorization("mer_2");
    const back = await openCallback({ code: "good-code", state }, { cookie: other.cookie });
    expect(back.status).toBe(403);
    const bearer = await openCallback(
      { code: "good-code", state },
      { authorization: "Bearer test-session-of-mer_2" },
    );
    expect(bearer.status).toBe(403);
    expect((await stores("mer_1")).stores).toEqual([]);
  });

  it("accepts the merchant's own bearer token in place of the cookie", async () => {
    const { state } = await startAuthorization("mer_1");
    const back = await openCallback(
      { code: "good-code", state },
      { authorization: "Bearer test-session-of-mer_1" },
    );
    expect(back.location).toContain("store_result=connected");
  });

  it("refuses a state older than ten minutes and one it never issued", async () => {
    const { state, cookie } = await startAuthorization("mer_1");
    await db.run(sql`update base.authorizations set expires_at = now() - interval '1 second'`);
    expect((await openCallback({ code: "good-code", state }, { cookie })).status).toBe(403);
    expect((await openCallback({ code: "good-code", state: "0".repeat(64) }, { cookie })).status).toBe(404);
    expect((await openCallback({})).status).toBe(404);
  });

  it("says so when the merchant declined, or the platform refused the code", async () => {
    const declined = await startAuthorization("mer_1");
    const back = await openCallback(
      { error: "access_denied", state: declined.state },
      { cookie: declined.cookie },
    );
    expect(back.location).toContain("store_result=denied");
    const second = await startAuthorization("mer_1");
    const failed = await openCallback({ code: "bad-code", state: second.state }, { cookie: second.cookie });
    expect(failed.location).toContain("store_result=failed");
  });

  it("is refused while the store is connected to another merchant, and possible after they disconnect it", async () => {
    await connect("mer_1");
    expect((await connect("mer_2")).location).toContain("store_result=taken");
    const {
      stores: [held],
    } = await stores("mer_1");
    await harness.server.call(`POST Clients/Stores/${held?.id}/disconnect`, { as: "mer_1" });
    expect((await connect("mer_2")).location).toContain("store_result=connected");
  });

  it("lists beside the stores the landing pages of this merchant alone", async () => {
    const address = "https://rawaj.example/p/abaya-12";
    await transact(testContext(db, "mer_1", new Date()), (tx) => registerLandingAddress(tx, { address }));
    const list = async (as: string) => (await harness.server.call("GET Clients/Stores/index", { as })).data;
    expect(await list("mer_1")).toMatchObject({ landing_addresses: [address] });
    expect(await list("mer_2")).toMatchObject({ landing_addresses: [] });
  });

  it("stores tokens and states nowhere in plain text", async () => {
    const { state } = await startAuthorization("mer_1");
    await connect("mer_1");
    const rows = await db.many(sql`select c.*, n.* from stores.connections c, base.authorizations n`);
    const stored = JSON.stringify(rows);
    for (const secret of ["access-1", "refresh-1", state]) expect(stored).not.toContain(secret);
  });
});

describe("a store", () => {
  it("whose platform does not let us read its orders says so until it does, and then catches up", async () => {
    world.orders.set("1001", anOrder());
    world.ordersRefused = "stores:customer_data_not_approved";
    await connect("mer_1");
    const [blocked] = (await stores("mer_1")).stores;
    expect(blocked).toMatchObject({
      status: "connected",
      import: null,
      orders: 0,
      orders_blocked_by: "customer_data_not_approved",
    });
    world.ordersRefused = null;
    await harness.syncAll();
    await harness.settle();
    expect((await stores("mer_1")).stores).toMatchObject([
      { orders_blocked_by: null, import: null, orders: 1, sync_failures: 0 },
    ]);
  });

  it("of another merchant is not found, by any call", async () => {
    await connect("mer_1");
    const {
      stores: [store],
    } = await stores("mer_1");
    const calls = [
      "GET Clients/Stores/{}",
      "POST Clients/Stores/{}/sync",
      "POST Clients/Stores/{}/disconnect",
    ];
    for (const name of calls) {
      const foreign = await harness.server.call(name.replace("{}", String(store?.id)), { as: "mer_2" });
      const missing = await harness.server.call(name.replace("{}", "sto_none"), { as: "mer_2" });
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(foreign.envelope.messages).toEqual(missing.envelope.messages);
    }
    expect((await stores("mer_2")).stores).toEqual([]);
  });

  it("disconnected and connected again is the same store with its history", async () => {
    await connect("mer_1");
    const {
      stores: [before],
    } = await stores("mer_1");
    await harness.server.call(`POST Clients/Stores/${before?.id}/disconnect`, { as: "mer_1" });
    await harness.settle();
    expect((await stores("mer_1")).stores).toEqual([]);
    expect(harness.merchantCalls.at(-1)).toBe("mer_1 closed");
    expect(await db.many(sql`select 1 from stores.connections`)).toEqual([]);
    await connect("mer_1");
    const {
      stores: [after],
    } = await stores("mer_1");
    expect(after?.id).toBe(before?.id);
    expect(harness.merchantCalls.at(-1)).toBe("mer_1 open");
  });

  it("whose access is revoked is marked lost, once, and says why", async () => {
    await connect("mer_1");
    const {
      stores: [store],
    } = await stores("mer_1");
    world.shutOut = true;
    await harness.server.call(`POST Clients/Stores/${store?.id}/sync`, { as: "mer_1" });
    await harness.settle();
    const {
      stores: [lost],
    } = await stores("mer_1");
    expect(lost).toMatchObject({ status: "lost", lost_reason: "access_revoked" });
    expect(harness.events.filter((event) => event.name === "store.connection_lost")).toHaveLength(1);
    expect(harness.merchantCalls.at(-1)).toBe("mer_1 closed");
    const sync = await harness.server.call(`POST Clients/Stores/${store?.id}/sync`, { as: "mer_1" });
    expect(sync.status).toBe(409);
  });
});

describe("what happens to a store", () => {
  const disconnect = (id: string) =>
    harness.server.call(`POST Clients/Stores/${id}/disconnect`, { as: "mer_1" });

  it("is in the audit log, with what it was before, and with who did it", async () => {
    await connect("mer_1");
    const { id } = await db.one<{ id: string }>(sql`select id from stores.stores`);
    await disconnect(id);
    await disconnect(id);
    await connect("mer_1");
    world.shutOut = true;
    await harness.server.call(`POST Clients/Stores/${id}/sync`, { as: "mer_1" });
    await harness.settle();

    const entries = await listAudit(testContext(db), { module: "stores", subject: id });
    const byMember = { actor_kind: "member", actor_id: "mer_1" };
    expect(entries).toMatchObject([
      {
        action: "store.connection_lost",
        actor_kind: "system",
        actor_id: null,
        before: { status: "connected" },
        after: { status: "lost", lost_reason: "access_revoked" },
      },
      {
        action: "store.connected",
        ...byMember,
        before: { status: "disconnected" },
        after: { status: "connected" },
      },
      {
        action: "store.disconnected",
        ...byMember,
        before: { status: "connected" },
        after: { status: "disconnected" },
      },
      {
        action: "store.connected",
        ...byMember,
        before: null,
        after: { status: "connected", platform: "salla", name: "متجر نورة" },
      },
    ]);
    for (const secret of ["access-1", "refresh-1"]) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it("is published with who did it: the merchant, or the product by itself", async () => {
    world.orders.set("1001", anOrder());
    await connect("mer_1");
    const { id } = await db.one<{ id: string }>(sql`select id from stores.stores`);
    await disconnect(id);
    expect(
      await db.many(sql`
        select distinct name, actor_kind, actor_id from base.events where name like 'store.%' order by name`),
    ).toEqual([
      { name: "store.connected", actor_kind: "member", actor_id: "mer_1" },
      { name: "store.disconnected", actor_kind: "member", actor_id: "mer_1" },
      { name: "store.order_recorded", actor_kind: "system", actor_id: null },
      { name: "store.synced", actor_kind: "system", actor_id: null },
    ]);
  });
});
