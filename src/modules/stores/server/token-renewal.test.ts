import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { fakePlatform } from "../testing/fake-platform.ts";
import { openStoresHarness, type StoresHarness } from "../testing/stores-harness.ts";
import { makeStoreAccess } from "./store-access.ts";

let db: TestDb;
let harness: StoresHarness;
let fake: ReturnType<typeof fakePlatform>;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  fake = fakePlatform();
  harness = await openStoresHarness(db, fake.platform);
  await connectDirectly();
});
afterEach(() => harness.close());
afterAll(() => db.close());

const loadStore = () =>
  db.one<{ id: string; merchant_id: string }>(sql`select id, merchant_id from stores.stores`);

async function connectDirectly() {
  const call = await harness.server.call("POST Clients/Stores/connect", {
    as: "mer_1",
    body: { platform: "salla" },
  });
  const state =
    new URL((call.data as { authorization_url: string }).authorization_url).searchParams.get("state") ?? "";
  await harness.server.app.inject({
    method: "GET",
    url: "/oauth/salla/callback",
    query: { code: "good-code", state },
    headers: { authorization: "Bearer test-session-of-mer_1" },
  });
}

/** Sets the tokens' age and remaining life. */
const setTokenAge = (since: string, left: string) =>
  db.run(sql`update stores.connections
    set issued_at = now() - ${since}::interval, access_expires_at = now() + ${left}::interval`);

/** A second process with the same database. */
const anotherProcess = () => makeStoreAccess(harness.deps);

describe("a token that expired", () => {
  it("is renewed once for fifty callers at the same time, in two processes", async () => {
    const store = await loadStore();
    fake.world.expireToken();
    const accesses = [harness.deps.access, anotherProcess()];
    const names = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        accesses[index % 2]?.use(store, (platform, credential) => platform.readShop(credential)),
      ),
    );
    expect(names.map((shop) => shop?.name)).toEqual(Array(50).fill("متجر نورة"));
    expect(fake.world.refreshes).toBe(1);
  });

  it("is renewed ahead of its expiry, and an outage then does not stop the work", async () => {
    const store = await loadStore();
    await setTokenAge("14 days", "3 hours");
    const refresh = fake.platform.refresh;
    fake.platform.refresh = async () => {
      throw new AdapterFault("later", { reason: "down" });
    };
    await harness.deps.access.use(store, (platform, credential) => platform.readShop(credential));
    fake.platform.refresh = refresh;
    await harness.deps.access.use(store, (platform, credential) => platform.readShop(credential));
    expect(fake.world.refreshes).toBe(1);
  });

  it("that lives for an hour is kept for most of it, and renewed in its last quarter", async () => {
    const store = await loadStore();
    await setTokenAge("5 minutes", "55 minutes");
    await harness.deps.access.use(store, (platform, credential) => platform.readShop(credential));
    expect(fake.world.refreshes).toBe(0);
    await setTokenAge("50 minutes", "10 minutes");
    await harness.deps.access.use(store, (platform, credential) => platform.readShop(credential));
    expect(fake.world.refreshes).toBe(1);
  });

  it("whose new pair was lost with the process ends as a lost connection that says so", async () => {
    const store = await loadStore();
    fake.world.expireToken();
    fake.world.duringRefresh = async () => {
      throw new AdapterFault("outcome_unknown", { reason: "the process died before it could write" });
    };
    const first = await harness.deps.access
      .use(store, async (p, credential) => p.readShop(credential))
      .catch((e) => e);
    expect(isFault(first, "later")).toBe(true);
    fake.world.duringRefresh = async () => {};
    await db.run(sql`update stores.connections set renewing_until = now() - interval '1 minute'`);
    const second = await anotherProcess()
      .use(store, async (p, credential) => p.readShop(credential))
      .catch((e) => e);
    expect(isFault(second, "reconnect")).toBe(true);
    expect(await db.one(sql`select status, lost_reason from stores.stores`)).toEqual({
      status: "lost",
      lost_reason: "renewal_lost",
    });
  });
});
