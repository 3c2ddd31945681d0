import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { syncAll } from "#modules/stores/server/ask-sync.ts";
import { openStoresRoom, type StoresRoom } from "#modules/stores/testing/stores-room.ts";
import { makeSalla } from "./salla.ts";

/** The stores' room, listening, connected to the simulated Salla as a merchant would do it. */
let db: TestDb;
let sandbox: TestSandbox;
let room: StoresRoom;
let store: { id: string; link: string; external_id: string };

beforeAll(async () => {
  [db, sandbox] = await Promise.all([testDb(), startSandbox()]);
});
afterAll(() => Promise.all([db.close(), sandbox.stop()]));

beforeEach(async () => {
  await db.reset();
  const port = await freePort();
  const { credentials, hosts } = sandbox;
  const salla = makeSalla(
    {
      apiUrl: hosts.salla ?? "",
      accountsUrl: hosts["salla-accounts"] ?? "",
      clientId: credentials.SALLA_CLIENT_ID ?? "",
      clientSecret: credentials.SALLA_CLIENT_SECRET ?? "",
      webhookSecrets: [credentials.SALLA_WEBHOOK_SECRET ?? ""],
    },
    { now: () => new Date() },
  );
  room = await openStoresRoom(db, salla, `http://localhost:${port}`);
  await room.server.app.listen({ port, host: "localhost" });
  await connect();
  store = await db.one(sql`select id, link, external_id from stores.stores`);
});
afterEach(async () => {
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
  const uninstall = { store_id: store.external_id, uninstall: true };
  await sandbox.control("salla/stores", uninstall);
  await room.close();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Through the consent page as a browser walks it, cookie in hand. */
async function connect() {
  const begun = await room.server.call("POST Clients/Stores/connect", {
    as: "mer_1",
    body: { platform: "salla" },
  });
  const consent = new URL((begun.data as { consent_url: string }).consent_url);
  const page = await (await fetch(consent)).text();
  const choice = /name="choice" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const form = new URLSearchParams({
    ...Object.fromEntries(consent.searchParams),
    decision: "allow",
    choice,
  });
  const agreed = await fetch(`${consent.origin}${consent.pathname}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
  const back = await fetch(agreed.headers.get("location") ?? "", { headers: { cookie }, redirect: "manual" });
  expect(back.headers.get("location")).toContain("store_result=connected");
  await room.settle();
}

async function buy(query = ""): Promise<string> {
  const shop = await (await fetch(store.link)).text();
  const product = /\/p\/(\d+)\?/.exec(shop)?.[1] ?? "";
  const landed = await (await fetch(`${store.link}/p/${product}?${query}`)).text();
  const visit = /name="visit" value="([^"]+)"/.exec(landed)?.[1] ?? "";
  const body = new URLSearchParams({ visit, product, pay: "cod" });
  const thanks = await (await fetch(`${store.link}/buy`, { method: "POST", body })).text();
  return /رقم الطلب <bdi[^>]*>(\d+)</.exec(thanks)?.[1] ?? "";
}

/** Moves an order as the merchant does in Salla's own dashboard. */
async function move(orderId: string, slug: string) {
  const { access_token } = await sandbox.control<{ access_token: string }>("tokens", {
    vendor: "salla",
    store_id: store.external_id,
  });
  await fetch(`${sandbox.hosts.salla}/admin/v2/orders/${orderId}/status`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ slug }),
  });
}

const statusOf = async (externalId: string) => {
  await room.settle();
  const order = await db.maybeOne<{ status: string }>(
    sql`select status from stores.orders where external_id = ${externalId}`,
  );
  return order?.status;
};
const untilStatus = (externalId: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(externalId)).toBe(status), { timeout: 15_000, interval: 100 });

describe("a connected Salla store", () => {
  it("is read whole, its products first of all", async () => {
    const answer = await room.server.call("GET Clients/Stores/products", {
      as: "mer_1",
      query: { size: "50" },
    });
    const { items, total } = answer.data as { items: { url: string }[]; total: number };
    expect(total).toBeGreaterThan(3);
    expect(items.every(({ url }) => url.startsWith(store.link))).toBe(true);
  });

  it("tells of an order by webhook, with the click that brought it, and of its delivery", async () => {
    const clickId = "AbCdEfGhIjKlMnOpQrStUv";
    const order = await buy(`utm_source=snapchat&utm_term=${clickId}`);
    await untilStatus(order, "placed");
    const kept = await db.one<{ click_id: string }>(
      sql`select click_id from stores.orders where external_id = ${order}`,
    );
    expect(kept.click_id).toBe(clickId);
    await move(order, "delivered");
    await untilStatus(order, "delivered");
  });

  it("ends right when its webhooks come twice, late and in the wrong order", async () => {
    for (const kind of ["duplicate_webhook", "out_of_order_webhook"]) {
      await sandbox.control("faults", { vendor: "salla", kind, times: 3 });
    }
    const order = await buy();
    await move(order, "delivered");
    await untilStatus(order, "delivered");
    const told = room.heard.filter((news) => news.name === "store.order_recorded");
    expect(told.length).toBeLessThanOrEqual(2);
  });

  it("is read again by the safety net when its webhooks are lost", async () => {
    await sandbox.control("faults", { vendor: "salla", kind: "late_webhook", times: 20, seconds: 3_600 });
    const order = await buy();
    expect(await statusOf(order)).toBeUndefined();
    await syncAll(room.deps);
    await untilStatus(order, "placed");
  });

  it("survives tokens that end, with one renewal", async () => {
    await sandbox.control("faults", { vendor: "salla", kind: "expire_tokens" });
    const order = await buy();
    await untilStatus(order, "placed");
    const { status } = await db.one<{ status: string }>(sql`select status from stores.stores`);
    expect(status).toBe("connected");
  });

  it("from which the app was taken out is lost, and comes back with its history", async () => {
    const order = await buy();
    await untilStatus(order, "placed");
    await sandbox.control("salla/stores", { store_id: store.external_id, uninstall: true });
    await syncAll(room.deps);
    await room.settle();
    expect(await db.one(sql`select status from stores.stores`)).toEqual({ status: "lost" });
    await connect();
    expect(await db.many(sql`select id, status from stores.stores`)).toEqual([
      { id: store.id, status: "connected" },
    ]);
    expect(await statusOf(order)).toBe("placed");
  });
});
