import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { anOrder, pretendPlatform } from "../testing/pretend-platform.ts";
import { openStoresRoom, type StoresRoom } from "../testing/stores-room.ts";
import type { NewsDoor, StorePlatform } from "./store-platform.port.ts";

let db: TestDb;
let room: StoresRoom;
beforeAll(async () => {
  db = await testDb();
});
afterEach(async () => {
  await room.close();
  await db.reset();
});
afterAll(() => db.close());

async function begin() {
  const body = { platform: "salla" };
  const { data } = await room.server.call("POST Clients/Stores/connect", { as: "mer_1", body });
  return new URL((data as { consent_url: string }).consent_url).searchParams.get("state") ?? "";
}

async function comeBack(query: Record<string, string>) {
  const headers = { authorization: "Bearer test-session-of-mer_1" };
  const answer = await room.server.app.inject({ url: "/oauth/salla/callback", query, headers });
  await room.settle();
  return String(answer.headers.location ?? answer.statusCode);
}

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  room.server.app.inject({ method: "POST", url, payload, headers });

describe("a platform whose server hands over the keys", () => {
  const exchanged: (string | null)[] = [];
  const change: Partial<StorePlatform> = {
    readHandover: (body) => {
      const { user_id, key } = JSON.parse(body.toString());
      return typeof user_id === "string" ? { state: user_id, grant: key } : null;
    },
    exchangeCode: async ({ handedOver }) => {
      exchanged.push(handedOver);
      return { credential: "access-1", refreshToken: null, expiresAt: null, scopes: [] };
    },
  };
  const open = async () => {
    exchanged.length = 0;
    room = await openStoresRoom(db, pretendPlatform("77", change).platform);
  };

  it("gets exactly 200 for a consent under way, and the store is connected with what it brought", async () => {
    await open();
    const state = await begin();
    const given = await post("/oauth/salla/handover", { user_id: state, key: "ck:cs" });
    expect(given.statusCode).toBe(200);
    const kept = await db.one(sql`select handed_over_sealed from stores.consents`);
    expect(JSON.stringify(kept)).not.toContain("ck:cs");
    expect(await comeBack({ state, code: "good-code" })).toContain("store_result=connected");
    expect(exchanged).toEqual(["ck:cs"]);
    expect(await db.one(sql`select handed_over_sealed as left from stores.consents`)).toEqual({ left: null });
  });

  it("is refused for a consent that nobody began, that already has its keys, or that is over", async () => {
    await open();
    expect((await post("/oauth/salla/handover", { user_id: "f".repeat(64), key: "x" })).statusCode).toBe(403);
    expect((await post("/oauth/salla/handover", { nothing: 1 })).statusCode).toBe(403);
    const state = await begin();
    await post("/oauth/salla/handover", { user_id: state, key: "ck:cs" });
    expect((await post("/oauth/salla/handover", { user_id: state, key: "theirs" })).statusCode).toBe(403);
    await db.run(
      sql`update stores.consents set expires_at = now() - interval '1 second', handed_over_sealed = null`,
    );
    expect((await post("/oauth/salla/handover", { user_id: state, key: "late" })).statusCode).toBe(403);
  });
});

describe("a platform with a door for each store", () => {
  let doors: NewsDoor[];
  const open = async () => {
    doors = [];
    const pretend = pretendPlatform("77", {
      newsDoor: "store",
      async subscribe(_credential, door) {
        doors.push(door);
        return [];
      },
      readNews: ({ headers, secret, body }) => {
        if (!secret || headers.authorization !== secret) return null;
        const { order, store = null, delivery = null } = JSON.parse(body.toString());
        const about = { kind: "order" as const, externalOrderId: order };
        return { externalStoreId: store, topic: "order", deliveryId: delivery, about };
      },
    });
    room = await openStoresRoom(db, pretend.platform);
    const state = await begin();
    await comeBack({ state, code: "good-code" });
    return pretend.world;
  };
  const orders = () => db.many(sql`select 1 from stores.orders`);
  const pathOf = (door: NewsDoor | undefined) => new URL(door?.address ?? "").pathname;

  it("is told an address nobody can guess and a secret of the store's own, the same each time", async () => {
    await open();
    const body = { platform: "salla" };
    await room.server.call("POST Clients/Stores/connect", { as: "mer_1", body });
    const state = await begin();
    await comeBack({ state, code: "good-code" });
    expect(doors).toHaveLength(2);
    expect(doors[0]).toEqual(doors[1]);
    expect(pathOf(doors[0])).toMatch(/^\/webhooks\/salla\/[\w-]{32}$/);
    const row = await db.one(sql`select door_secret_sealed from stores.stores`);
    expect(JSON.stringify(row)).not.toContain(doors[0]?.secret);
  });

  it("is believed there, with the secret, about that store alone", async () => {
    const world = await open();
    world.orders.set("1001", anOrder());
    const [door] = doors;
    const authorization = door?.secret ?? "";
    const tell = (path: string, payload: object, proof = authorization) =>
      post(path, payload, { authorization: proof });
    expect((await tell("/webhooks/salla", { order: "1001" })).statusCode).toBe(401);
    expect((await tell("/webhooks/salla/nobody", { order: "1001" })).statusCode).toBe(401);
    expect((await tell(pathOf(door), { order: "1001" }, "guess")).statusCode).toBe(401);
    expect((await tell(pathOf(door), { order: "1001", store: "78" })).statusCode).toBe(401);
    await room.settle();
    expect(await orders()).toHaveLength(0);
    expect((await tell(pathOf(door), { order: "1001" })).statusCode).toBe(200);
    await room.settle();
    expect(await orders()).toHaveLength(1);
  });

  it("may say the same words twice about two things, when it names its deliveries", async () => {
    await open();
    const [door] = doors;
    const headers = { authorization: door?.secret ?? "" };
    const kept = () => db.many(sql`select 1 from stores.deliveries`);
    for (const delivery of ["one", "one", "two"]) await post(pathOf(door), { order: "5", delivery }, headers);
    expect(await kept()).toHaveLength(2);
    for (let copy = 0; copy < 2; copy += 1) await post(pathOf(door), { order: "5" }, headers);
    expect(await kept()).toHaveLength(3);
  });
});

describe("a platform that must know the store first", () => {
  it("is told where it is once: to connect again, the store's own row knows", async () => {
    const asked: (string | null)[] = [];
    const { platform } = pretendPlatform("77", {
      platform: "woocommerce",
      consentUrl: ({ state, site }) => {
        asked.push(site);
        return `https://pretend.example/auth?state=${state}`;
      },
    });
    room = await openStoresRoom(db, platform);
    const ask = (body: object, as = "mer_1") =>
      room.server.call("POST Clients/Stores/connect", { as, body: { platform: "woocommerce", ...body } });
    expect((await ask({})).envelope).toMatchObject({
      error: true,
      fields: { address: [expect.any(String)] },
    });
    const { data } = await ask({ address: "Noura.example/shop/" });
    const state = new URL((data as { consent_url: string }).consent_url).searchParams.get("state") ?? "";
    const headers = { authorization: "Bearer test-session-of-mer_1" };
    const query = { state, code: "good-code" };
    await room.server.app.inject({ url: "/oauth/woocommerce/callback", query, headers });
    await room.settle();
    const { id } = await db.one<{ id: string }>(sql`select id from stores.stores`);
    expect((await ask({ store_id: id })).status).toBe(200);
    expect((await ask({ store_id: id }, "mer_2")).status).toBe(404);
    expect(asked).toEqual(["https://noura.example/shop", "https://noura.example/shop"]);
  });

  it("is looked for where it is said to be, before anybody is sent there", async () => {
    const { platform } = pretendPlatform("77", {
      platform: "woocommerce",
      lookForStore: async (site) => {
        if (site !== "https://noura.example") throw new AdapterFault("later", { reason: "nobody answers" });
      },
    });
    room = await openStoresRoom(db, platform);
    const ask = (address: string) =>
      room.server.call("POST Clients/Stores/connect", {
        as: "mer_1",
        body: { platform: "woocommerce", address },
      });
    const mistyped = await ask("https://nuora.example");
    expect(mistyped.status).toBe(409);
    expect(mistyped.envelope).toMatchObject({ error: true, fields: { address: [expect.any(String)] } });
    expect((await ask("https://noura.example")).status).toBe(200);
  });
});
