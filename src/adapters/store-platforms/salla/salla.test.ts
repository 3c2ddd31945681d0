import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { makeSalla } from "./salla.ts";

let sandbox: TestSandbox;
let salla: StorePlatform;
type Tokens = { access_token: string; refresh_token: string; store_id: number; domain: string };
let tokens: Tokens;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  salla = adapter();
  tokens = await sandbox.control<Tokens>("tokens", { vendor: "salla" });
});

function adapter(secrets: [string, ...string[]] = [sandbox.credentials.SALLA_WEBHOOK_SECRET ?? ""]) {
  return makeSalla(
    {
      apiUrl: sandbox.hosts.salla ?? "",
      accountsUrl: sandbox.hosts["salla-accounts"] ?? "",
      clientId: sandbox.credentials.SALLA_CLIENT_ID ?? "",
      clientSecret: sandbox.credentials.SALLA_CLIENT_SECRET ?? "",
      webhookSecrets: secrets,
    },
    { now: () => new Date() },
  );
}

const fault = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const longAgo = new Date("2020-01-01T00:00:00Z");

/** Buys in the shop by hand, as a person would: lands with these parameters, then orders. */
async function buy(query: string, pay: "mada" | "cod" = "mada"): Promise<string> {
  const [product] = (await salla.readProducts(tokens.access_token, null)).items;
  const landed = await (await fetch(`${tokens.domain}/p/${product?.externalId}?${query}`)).text();
  const visit = /name="visit" value="([^"]+)"/.exec(landed)?.[1] ?? "";
  const bought = await fetch(`${tokens.domain}/buy`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ visit, product: product?.externalId ?? "", pay }).toString(),
  });
  return /رقم الطلب <bdi[^>]*>(\d+)</.exec(await bought.text())?.[1] ?? "";
}

describe("Salla", () => {
  it("gives tokens for a code once the merchant agreed, and takes each code once", async () => {
    const redirectUri = "http://localhost:4599/oauth/salla/callback";
    const consent = salla.consentUrl({
      state: "0123456789abcdef",
      redirectUri,
      codeChallenge: "",
      site: null,
      handoverUri: "",
    });
    const ask = Object.fromEntries(new URL(consent).searchParams);
    const form = new URLSearchParams({ ...ask, decision: "allow", choice: String(tokens.store_id) });
    const answer = await fetch(consent.split("?")[0] ?? "", {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const callback = Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
    expect(callback.state).toBe("0123456789abcdef");

    const exchange = { callback, redirectUri, codeVerifier: "", site: null, handedOver: null };
    const given = await salla.exchangeCode(exchange);
    expect(given.refreshToken).toMatch(/./);
    expect(given.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    expect((await salla.readShop(given.credential)).externalId).toBe(String(tokens.store_id));
    expect(isFault(await fault(salla.exchangeCode(exchange)), "reconnect")).toBe(true);
  });

  it("renews a token once; a second use ends everything, and the adapter says so", async () => {
    const renewed = await salla.refresh(tokens.refresh_token);
    expect((await salla.readShop(renewed.credential)).name).toMatch(/./);
    expect(isFault(await fault(salla.refresh(tokens.refresh_token)), "reconnect")).toBe(true);
    expect(isFault(await fault(salla.readShop(renewed.credential)), "reconnect")).toBe(true);
  });

  it("describes the store and its products in whole halalas", async () => {
    const shop = await salla.readShop(tokens.access_token);
    expect(shop).toMatchObject({
      externalId: String(tokens.store_id),
      link: tokens.domain,
      currency: "SAR",
      isActive: true,
    });
    const { items, total } = await salla.readProducts(tokens.access_token, null);
    expect(items.length).toBe(total);
    for (const product of items) {
      expect(Number.isInteger(product.price) && product.price > 0).toBe(true);
      expect(product.url).toContain(tokens.domain);
    }
  });

  it("hands an order's click id and tags over, and lists it as the details say", async () => {
    const clickId = "AbCdEfGhIjKlMnOpQrStUv";
    const id = await buy(
      `utm_source=snapchat&utm_campaign=48210377&utm_term=${clickId}&rwj=${clickId}`,
      "cod",
    );
    const order = await salla.readOrder(tokens.access_token, id);
    expect(order).toMatchObject({
      externalId: id,
      status: "placed",
      isCod: true,
      clickId,
      refunded: 0,
      utm: { utm_source: "snapchat", utm_campaign: "48210377", utm_term: clickId },
    });
    const { items } = await salla.listOrders(tokens.access_token, longAgo, null);
    const glimpse = items.find((row) => row.externalId === id);
    expect(glimpse).toMatchObject({ vendorStatus: order?.vendorStatus, listedTotal: order?.total });
  });

  it("walks through all pages of orders without missing one", async () => {
    for (let count = 0; count < 65; count += 1) await buy(`n=${count}`);
    const seen = new Set<string>();
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<StorePlatform["listOrders"]>> = await salla.listOrders(
        tokens.access_token,
        longAgo,
        cursor,
      );
      for (const { externalId } of page.items) seen.add(externalId);
      cursor = page.next;
      pages += 1;
      expect(page.total).toBeGreaterThanOrEqual(65);
    } while (cursor !== null);
    expect(pages).toBeGreaterThan(1);
    expect(seen.size).toBeGreaterThanOrEqual(65);
  });

  it.each([
    ["delivered", "delivered", 0],
    ["canceled", "cancelled", 0],
    ["restored", "refused", 0],
  ] as const)("moved to %s means %s for an order on delivery", async (slug, status, refunded) => {
    const id = await buy("", "cod");
    const moved = await fetch(`${sandbox.hosts.salla}/admin/v2/orders/${id}/status`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ slug }),
    });
    expect(moved.status).toBe(201);
    expect(await salla.readOrder(tokens.access_token, id)).toMatchObject({
      status,
      vendorStatus: slug,
      refunded,
    });
  });

  it("returned after it was paid is refunded, all of it", async () => {
    const id = await buy("", "mada");
    await fetch(`${sandbox.hosts.salla}/admin/v2/orders/${id}/status`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ slug: "restored" }),
    });
    const order = await salla.readOrder(tokens.access_token, id);
    expect(order).toMatchObject({ status: "refunded", refunded: order?.total });
  });

  it("answers nothing for an order it does not know", async () => {
    expect(await salla.readOrder(tokens.access_token, "1")).toBeNull();
  });

  it("is subscribed to once, however often we ask, and unsubscribed from twice", async () => {
    const door = { address: "http://localhost:4599/webhooks/salla", secret: "" };
    const { address } = door;
    await salla.subscribe(tokens.access_token, door);
    await salla.subscribe(tokens.access_token, door);
    const listed = await fetch(`${sandbox.hosts.salla}/admin/v2/webhooks`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { data } = (await listed.json()) as { data: { event: string; url: string }[] };
    const events = data.filter((one) => one.url === address).map((one) => one.event);
    expect(new Set(events).size).toBe(events.length);
    expect(events).toContain("order.status.updated");
    await salla.unsubscribe(tokens.access_token, door);
    await salla.unsubscribe(tokens.access_token, door);
  });
});

describe("Salla's faults", () => {
  it("a 429 is waited out: nothing more goes to Salla with that token before its time", async () => {
    await sandbox.control("faults", { vendor: "salla", kind: "429", times: 1, retry_after: 30 });
    const first = await fault(salla.readShop(tokens.access_token));
    expect(isFault(first, "later") && first.retryAfterSeconds).toBe(30);
    const second = await fault(salla.readShop(tokens.access_token));
    expect(isFault(second, "later") && Number(second.retryAfterSeconds) > 20).toBe(true);
  });

  it.each(["500", "503"] as const)("%s is tried again later", async (kind) => {
    await sandbox.control("faults", { vendor: "salla", kind, times: 1 });
    expect(isFault(await fault(salla.readShop(tokens.access_token)), "later")).toBe(true);
  });

  it("a missing scope is a no, and not a reason to renew the token", async () => {
    const narrow = await sandbox.control<Tokens>("tokens", { vendor: "salla", scope: "settings.read" });
    const error = await fault(salla.listOrders(narrow.access_token, longAgo, null));
    expect(isFault(error, "rejected") && error.messageKey).toBe("stores:scope_missing");
  });

  it("an ended token asks for a renewal", async () => {
    const other = await sandbox.control<Tokens>("tokens", { vendor: "salla" });
    await sandbox.control("faults", { vendor: "salla", kind: "expire_tokens" });
    expect(isFault(await fault(salla.readShop(other.access_token)), "reconnect")).toBe(true);
  });
});

describe("Salla's news", () => {
  const secret = "topsecret";
  const text =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  const read = (body: string, signature: string | undefined, secrets: [string, ...string[]] = [secret]) =>
    adapter(secrets).readNews({
      headers: { "x-salla-signature": signature },
      body: Buffer.from(body),
      secret: null,
    });
  const sign = (body: string, key = secret) => createHmac("sha256", key).update(body).digest("hex");

  it("is proven over its raw bytes", () => {
    const known = "a9253464c4432fadb4b21525da9675850faa57bab9c9bb4e404a8828396627f0";
    expect(read(text, known)).toEqual({
      externalStoreId: "123456",
      topic: "order.created",
      deliveryId: null,
      about: { kind: "order", externalOrderId: "1" },
    });
    expect(read(`${text} `, known)).toBeNull();
  });

  it("is taken with either of two secrets while one replaces the other", () => {
    expect(read(text, sign(text, "old"), ["new", "old"])).not.toBeNull();
    expect(read(text, sign(text, "older"), ["new", "old"])).toBeNull();
  });

  it.each([undefined, "", "00", "zz".repeat(32), sign(text).toUpperCase(), `${sign(text)}00`])(
    "with the signature %j is nobody's",
    (signature) => expect(read(text, signature)).toBeNull(),
  );

  it.each(["", "null", "[]", "{", '{"event":7}', '{"event":"order.created"}'])(
    "that says %j says nothing",
    (body) => expect(read(body, sign(body))).toBeNull(),
  );
});
