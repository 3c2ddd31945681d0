import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { deleteOldAuthorizations } from "#base/server/oauth/authorizations.store.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { anOrder, fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import type { StorePlatform, WebhookEndpoint } from "./store-platform.port.ts";
import { storesJobHandlers } from "./stores.job-handlers.ts";
import { dailyJob } from "./stores.jobs.ts";

let db: TestDb;
let harness: StoresHarness;
beforeAll(async () => {
  db = await testDb();
});
afterEach(async () => {
  await harness.close();
  await db.reset();
});
afterAll(() => db.close());

async function startAuthorization() {
  const body = { platform: "salla" };
  const { data } = await harness.server.call("POST Clients/Stores/connect", { as: "mer_1", body });
  return new URL((data as { authorization_url: string }).authorization_url).searchParams.get("state") ?? "";
}

async function openCallback(query: Record<string, string>) {
  const headers = { authorization: "Bearer test-session-of-mer_1" };
  const answer = await harness.server.app.inject({ url: "/oauth/salla/callback", query, headers });
  await harness.settle();
  return String(answer.headers.location ?? answer.statusCode);
}

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  harness.server.app.inject({ method: "POST", url, payload, headers });

describe("a platform with a server callback", () => {
  const exchanged: (string | null)[] = [];
  const change: Partial<StorePlatform> = {
    parseServerCallback: (body) => {
      const { user_id, key } = JSON.parse(body.toString());
      return typeof user_id === "string" ? { state: user_id, grant: key } : null;
    },
    exchangeCode: async ({ serverGrant }) => {
      exchanged.push(serverGrant);
      return { credential: "access-1", refreshToken: null, expiresAt: null, scopes: [] };
    },
  };
  const open = async () => {
    exchanged.length = 0;
    harness = await openStoresHarness(db, fakePlatform("77", change).platform);
  };

  it("gets exactly 200 for an authorization in progress, and the store is connected with its grant", async () => {
    await open();
    const state = await startAuthorization();
    const response = await post("/oauth/salla/server-callback", { user_id: state, key: "ck:cs" });
    expect(response.statusCode).toBe(200);
    const stored = await db.one(sql`select server_grant_sealed from base.authorizations`);
    expect(JSON.stringify(stored)).not.toContain("ck:cs");
    expect(await openCallback({ state, code: "good-code" })).toContain("store_result=connected");
    expect(exchanged).toEqual(["ck:cs"]);
    expect(await db.one(sql`select server_grant_sealed as left from base.authorizations`)).toEqual({
      left: null,
    });
  });

  it("is refused for an authorization that nobody started, that already has its grant, or that is over", async () => {
    await open();
    expect(
      (await post("/oauth/salla/server-callback", { user_id: "f".repeat(64), key: "x" })).statusCode,
    ).toBe(403);
    expect((await post("/oauth/salla/server-callback", { nothing: 1 })).statusCode).toBe(403);
    const state = await startAuthorization();
    await post("/oauth/salla/server-callback", { user_id: state, key: "ck:cs" });
    expect((await post("/oauth/salla/server-callback", { user_id: state, key: "theirs" })).statusCode).toBe(
      403,
    );
    await db.run(
      sql`update base.authorizations set expires_at = now() - interval '1 second', server_grant_sealed = null`,
    );
    expect((await post("/oauth/salla/server-callback", { user_id: state, key: "late" })).statusCode).toBe(
      403,
    );
  });
});

describe("a platform with one endpoint per store", () => {
  let endpoints: WebhookEndpoint[];
  const open = async () => {
    endpoints = [];
    const fake = fakePlatform("77", {
      webhookEndpoint: "store",
      async subscribe(_credential, endpoint) {
        endpoints.push(endpoint);
        return [];
      },
      parseWebhook: ({ headers, secret, body }) => {
        if (!secret || headers.authorization !== secret) return null;
        const { order, store = null, delivery = null } = JSON.parse(body.toString());
        const subject = { kind: "order" as const, externalOrderId: order };
        return { externalStoreId: store, topic: "order", deliveryId: delivery, subject };
      },
    });
    harness = await openStoresHarness(db, fake.platform);
    const state = await startAuthorization();
    await openCallback({ state, code: "good-code" });
    return fake.world;
  };
  const orders = () => db.many(sql`select 1 from stores.orders`);
  const getPath = (endpoint: WebhookEndpoint | undefined) => new URL(endpoint?.address ?? "").pathname;

  it("is given an unguessable address and a secret of the store's own, the same each time", async () => {
    await open();
    const body = { platform: "salla" };
    await harness.server.call("POST Clients/Stores/connect", { as: "mer_1", body });
    const state = await startAuthorization();
    await openCallback({ state, code: "good-code" });
    expect(endpoints).toHaveLength(2);
    expect(endpoints[0]).toEqual(endpoints[1]);
    expect(getPath(endpoints[0])).toMatch(/^\/webhooks\/salla\/[\w-]{32}$/);
    const row = await db.one(sql`select webhook_secret_sealed from stores.stores`);
    expect(JSON.stringify(row)).not.toContain(endpoints[0]?.secret);
  });

  it("is accepted there, with the secret, about that store alone", async () => {
    const world = await open();
    world.orders.set("1001", anOrder());
    const [endpoint] = endpoints;
    const authorization = endpoint?.secret ?? "";
    const deliver = (path: string, payload: object, credentials = authorization) =>
      post(path, payload, { authorization: credentials });
    expect((await deliver("/webhooks/salla", { order: "1001" })).statusCode).toBe(401);
    expect((await deliver("/webhooks/salla/nobody", { order: "1001" })).statusCode).toBe(401);
    expect((await deliver(getPath(endpoint), { order: "1001" }, "guess")).statusCode).toBe(401);
    expect((await deliver(getPath(endpoint), { order: "1001", store: "78" })).statusCode).toBe(401);
    await harness.settle();
    expect(await orders()).toHaveLength(0);
    expect((await deliver(getPath(endpoint), { order: "1001" })).statusCode).toBe(200);
    await harness.settle();
    expect(await orders()).toHaveLength(1);
  });

  it("may send the same body twice about two things, when it gives its deliveries ids", async () => {
    await open();
    const [endpoint] = endpoints;
    const headers = { authorization: endpoint?.secret ?? "" };
    const stored = () => db.many(sql`select 1 from stores.webhook_deliveries`);
    for (const delivery of ["one", "one", "two"])
      await post(getPath(endpoint), { order: "5", delivery }, headers);
    expect(await stored()).toHaveLength(2);
    for (let copy = 0; copy < 2; copy += 1) await post(getPath(endpoint), { order: "5" }, headers);
    expect(await stored()).toHaveLength(3);
  });
});

describe("a platform that must know the store first", () => {
  it("gets its address once: for reconnecting, the store's own row has it", async () => {
    const requestedSites: (string | null)[] = [];
    const { platform } = fakePlatform("77", {
      platform: "woocommerce",
      authorizationUrl: ({ state, site }) => {
        requestedSites.push(site);
        return `https://pretend.example/auth?state=${state}`;
      },
    });
    harness = await openStoresHarness(db, platform);
    const connect = (body: object, as = "mer_1") =>
      harness.server.call("POST Clients/Stores/connect", { as, body: { platform: "woocommerce", ...body } });
    expect((await connect({})).envelope).toMatchObject({
      error: true,
      fields: { address: [expect.any(String)] },
    });
    const { data } = await connect({ address: "Noura.example/shop/" });
    const state =
      new URL((data as { authorization_url: string }).authorization_url).searchParams.get("state") ?? "";
    const headers = { authorization: "Bearer test-session-of-mer_1" };
    const query = { state, code: "good-code" };
    await harness.server.app.inject({ url: "/oauth/woocommerce/callback", query, headers });
    await harness.settle();
    const { id } = await db.one<{ id: string }>(sql`select id from stores.stores`);
    expect((await connect({ store_id: id })).status).toBe(200);
    expect((await connect({ store_id: id }, "mer_2")).status).toBe(404);
    expect(requestedSites).toEqual(["https://noura.example/shop", "https://noura.example/shop"]);
  });

  it("is checked at its address before anybody is sent there", async () => {
    const { platform } = fakePlatform("77", {
      platform: "woocommerce",
      checkStoreExists: async (site) => {
        if (site !== "https://noura.example") throw new AdapterFault("later", { reason: "no answer" });
      },
    });
    harness = await openStoresHarness(db, platform);
    const connect = (address: string) =>
      harness.server.call("POST Clients/Stores/connect", {
        as: "mer_1",
        body: { platform: "woocommerce", address },
      });
    const mistyped = await connect("https://nuora.example");
    expect(mistyped.status).toBe(409);
    expect(mistyped.envelope).toMatchObject({ error: true, fields: { address: [expect.any(String)] } });
    expect((await connect("https://noura.example")).status).toBe(200);
  });
});

describe("the daily job, with the maintenance of the base", () => {
  it("deletes webhook deliveries and authorizations that are long over, and keeps the others", async () => {
    harness = await openStoresHarness(db, fakePlatform("77").platform);
    await db.run(sql`
      insert into stores.webhook_deliveries (platform, delivery_hash, external_store_id, topic, received_at)
      values ('salla', 'old', '77', 'order.created', now() - interval '1 year'), ('salla', 'new', '77', 'order.created', now())`);
    await db.run(sql`
      insert into base.authorizations (state_hash, owner, vendor, merchant_id, actor_kind, details, code_verifier_sealed, expires_at)
      values ('old', 'stores', 'salla', 'mer_1', 'member', '{}', '', now() - interval '1 year'),
        ('new', 'stores', 'salla', 'mer_1', 'member', '{}', '', now())`);

    const daily = storesJobHandlers(harness.deps).find(({ name }) => name === dailyJob.name);
    await daily?.run({}, new AbortController().signal);
    await deleteOldAuthorizations(db, new Date());

    expect(await db.many(sql`select delivery_hash from stores.webhook_deliveries`)).toEqual([
      { delivery_hash: "new" },
    ]);
    expect(await db.many(sql`select state_hash from base.authorizations`)).toEqual([{ state_hash: "new" }]);
  });
});
