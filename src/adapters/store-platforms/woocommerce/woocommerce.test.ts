import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { AuthorizationRequest } from "#modules/stores/server/store-platform.port.ts";
import { describeStorePlatformContract } from "#modules/stores/server/store-platform.suite.ts";
import { buyAt, submitConsent } from "#modules/stores/testing/platform-pages.ts";
import type { StoreUnderTest } from "#modules/stores/testing/store-under-test.ts";
import { makeStoreHarness } from "../testing/harness.ts";
import { parseCredential, serializeCredential } from "./credential.ts";
import { readOrder } from "./orders.ts";
import { readProduct } from "./products.ts";
import { makeTestWooCommerce } from "./testing/make-test-woocommerce.ts";
import { makeWooCommerce } from "./woocommerce.ts";

type Key = { consumer_key: string; consumer_secret: string; store_id: number; site: string; domain: string };
type Site = { store_id: number; site: string; webhooks: { topic: string; status: string }[] };

const freshKey = (sandbox: TestSandbox, kind = "coffee") =>
  sandbox.control<Key>("tokens", { vendor: "woocommerce", fresh: true, kind });

function toStore({ consumer_key: key, consumer_secret: secret, site, domain }: Key): StoreUnderTest {
  const credential = serializeCredential({ site, key, secret, permalinks: "pretty", authLocation: "header" });
  return {
    tokens: { credential, refreshToken: null, expiresAt: null, scopes: [] },
    externalStoreId: site.replace(/^http:\/\//, ""),
    link: domain,
  };
}

/** Runs the authorization with a receiver at the server callback's address, as the product has one. */
async function approveAt(
  platform: ReturnType<typeof makeTestWooCommerce>,
  authorization: AuthorizationRequest,
) {
  let serverGrant: string | null = null;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const read = platform.parseServerCallback?.(Buffer.concat(parts)) ?? null;
      serverGrant = read?.state === authorization.state ? read.grant : null;
      response.writeHead(200).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const serverCallbackUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/server-callback`;
  const callbackUrl = await submitConsent(platform.authorizationUrl({ ...authorization, serverCallbackUri }));
  server.close();
  return { callback: Object.fromEntries(callbackUrl.searchParams), serverGrant };
}

describeStorePlatformContract("WooCommerce", async () => {
  const sandbox = await startSandbox();
  const platform = makeTestWooCommerce();
  const { site } = await freshKey(sandbox);
  return {
    ...makeStoreHarness(sandbox, platform),
    refreshes: "never",
    site,
    coupon: "rawaj10",
    ordersForTwoPages: 105,
    namesReturns: true,
    createStore: async () => toStore(await freshKey(sandbox)),
    approve: (authorization) => approveAt(platform, authorization),
    countSubscriptions: async ({ tokens }, address) => {
      const { site: at, key, secret } = parseCredential(tokens.credential);
      const headers = { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` };
      const listed = await fetch(`${at}/wp-json/wc/v3/webhooks?per_page=100`, { headers });
      return ((await listed.json()) as { delivery_url: string }[]).filter(
        ({ delivery_url }) => delivery_url === address,
      ).length;
    },
  };
});

describe("WooCommerce alone", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  const rejected = { kind: "rejected" };

  async function connected(site: string) {
    const platform = makeTestWooCommerce();
    const redirectUri = "http://localhost:4599/oauth/woocommerce/callback";
    const authorization = {
      state: "s".repeat(64),
      redirectUri,
      site,
      codeChallenge: "",
      serverCallbackUri: "",
    };
    const { callback, serverGrant } = await approveAt(platform, authorization);
    return platform.exchangeCode({ callback, redirectUri, site, codeVerifier: "", serverGrant });
  }

  it("finds the plain permalinks of a site without pretty ones", async () => {
    const { site } = await freshKey(sandbox, "dates");
    const { credential } = await connected(site);
    expect(parseCredential(credential).permalinks).toBe("plain");
    const { items } = await makeTestWooCommerce().readProducts(credential, null);
    expect(items.length).toBeGreaterThan(3);
  });

  it("is found at a shop and at no other site", async () => {
    const { site } = await freshKey(sandbox);
    await expect(makeTestWooCommerce().checkStoreExists?.(site)).resolves.toBeUndefined();
    await expect(makeTestWooCommerce().checkStoreExists?.(sandbox.hosts.salla ?? "")).rejects.toMatchObject(
      rejected,
    );
  });

  it("sends its key in the query where the host removes the header", async () => {
    const { site, store_id } = await freshKey(sandbox);
    await sandbox.control("woocommerce/stores", { store_id, strips_header: true });
    const { credential } = await connected(site);
    expect(parseCredential(credential).authLocation).toBe("query");
    expect((await makeTestWooCommerce().readShop(credential)).name).toMatch(/./);
  });

  it("rejects a firewall's page, a read-only key and a site whose server callback brings no key", async () => {
    const { site, store_id, ...key } = await freshKey(sandbox);
    const { credential } = toStore({ site, store_id, ...key }).tokens;
    await sandbox.control("woocommerce/stores", { store_id, walled: true });
    await expect(makeTestWooCommerce().listOrders(credential, new Date(0), null)).rejects.toMatchObject(
      rejected,
    );
    const exchange = { callback: {}, redirectUri: "", site, codeVerifier: "" };
    const readOnlyGrant = JSON.stringify({ key: "ck_1", secret: "cs_1", permissions: "read" });
    for (const serverGrant of [readOnlyGrant, null])
      await expect(makeTestWooCommerce().exchangeCode({ ...exchange, serverGrant })).rejects.toMatchObject(
        rejected,
      );
  });

  it("calls only https on the internet, unless a rehearsal allows more", async () => {
    const strict = makeWooCommerce({ publicOnly: true }, { now: () => new Date() });
    const { consumer_key: key, consumer_secret: secret, site } = await freshKey(sandbox);
    const port = new URL(site).port;
    for (const place of [site, "https://127.0.0.1", `https://localhost:${port}`, "http://example.com"]) {
      const credential = serializeCredential({
        site: place,
        key,
        secret,
        permalinks: "pretty",
        authLocation: "header",
      });
      await expect(strict.readShop(credential)).rejects.toMatchObject(rejected);
    }
  });

  it("enables a webhook that the site disabled", async () => {
    const site = await freshKey(sandbox);
    const { tokens, link } = toStore(site);
    const unreachable = {
      address: "http://localhost:1/webhooks/woocommerce/endpoint",
      secret: "s".repeat(32),
    };
    const countDisabled = async () => {
      const sites = await sandbox.control<Site[]>("woocommerce/stores");
      const { webhooks = [] } = sites.find(({ store_id }) => store_id === site.store_id) ?? {};
      return webhooks.filter(({ status }) => status === "disabled").length;
    };
    await makeTestWooCommerce().subscribe(tokens.credential, unreachable);
    for (let count = 0; count < 6; count += 1) await buyAt(link);
    await expect.poll(countDisabled).toBe(1);
    await makeTestWooCommerce().subscribe(tokens.credential, unreachable);
    expect(await countDisabled()).toBe(0);
  });
});

describe("a site's webhook", () => {
  const secret = "topsecret";
  const platform = makeTestWooCommerce();
  const text =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  const read = (body: string, headers: Record<string, string> = {}) =>
    platform.parseWebhook({ headers, body: Buffer.from(body), secret });

  it("is verified by the vendor's own signature", () => {
    const headers = {
      "x-wc-webhook-signature": "qSU0ZMRDL620shUl2pZ1hQ+qV7q5ybtOQEqIKDlmJ/A=",
      "x-wc-webhook-topic": "order.updated",
    };
    expect(read(text, headers)?.topic).toBe("order.updated");
    expect(read(`${text} `, headers)).toBeNull();
  });

  it("begins with a ping, which is answered and not trusted", () => {
    expect(read("webhook_id=7")?.subject).toEqual({ kind: "nothing" });
    expect(read("webhook_id=7&id=1")).toBeNull();
    expect(
      platform.parseWebhook({ headers: {}, body: Buffer.from("webhook_id=7"), secret: null }),
    ).toBeNull();
  });
});

describe("an order of WooCommerce's", () => {
  const anOrder = (overrides: Record<string, unknown> = {}) => ({
    id: 727,
    number: "727",
    status: "processing",
    currency: "SAR",
    total: "115.00",
    date_created: "2026-11-22T00:30:00",
    date_created_gmt: "2026-11-21T21:30:00",
    date_paid_gmt: "2026-11-21T21:30:10",
    payment_method: "moyasar-credit-card",
    ...overrides,
  });

  it("was placed at its UTC time", () => {
    expect(readOrder(anOrder()).placedAt).toEqual(new Date("2026-11-21T21:30:00Z"));
  });

  it.each([
    ["processing", "cod", "placed"],
    ["on-hold", "cod", "placed"],
    ["on-hold", "bacs", "unpaid"],
    ["pending", "cod", "unpaid"],
    ["completed", "cod", "delivered"],
    ["failed", "cod", "refused"],
    ["failed", "stripe", "unpaid"],
    ["trash", "stripe", "cancelled"],
    ["checkout-draft", "stripe", "unpaid"],
    ["shipped", "stripe", "placed"],
    ["refunded", "stripe", "refunded"],
  ])("%s by %s is %s", (status, payment_method, expected) => {
    expect(readOrder(anOrder({ status, payment_method })).status).toBe(expected);
  });

  it("with a plugin's status and no payment is unpaid", () => {
    expect(readOrder(anOrder({ status: "quote", date_paid_gmt: null })).status).toBe("unpaid");
  });

  it("is refunded as its negative lines say, and in full when it is refunded without any", () => {
    const refunds = [{ total: "-10.00" }, { total: "-0.50" }];
    expect(readOrder(anOrder({ refunds })).refunded).toBe(1_050);
    expect(readOrder(anOrder({ status: "refunded" })).refunded).toBe(11_500);
  });

  it("takes its click from the landing URL when the tags are another's", () => {
    const meta = (key: string, value: string) => ({ id: 1, key: `_wc_order_attribution_${key}`, value });
    const click = "AbCdEfGhIjKlMnOpQrStUv";
    const order = readOrder(
      anOrder({
        meta_data: [meta("utm_source", "(direct)"), meta("session_entry", `https://a.sa/?rwj=${click}`)],
      }),
    );
    expect([order.clickId, order.utm]).toEqual([click, {}]);
  });

  it("without an id, a date or an amount is rejected", () => {
    for (const broken of [
      null,
      {},
      anOrder({ id: null }),
      anOrder({ date_created_gmt: "" }),
      anOrder({ total: "" }),
    ])
      expect(() => readOrder(broken)).toThrow();
  });
});

describe("a product of WooCommerce's", () => {
  it("may have no price at all", () => {
    const product = readProduct(
      { id: 1, name: "تمر", price: "", regular_price: "", stock_status: "outofstock" },
      "SAR",
    );
    expect(product).toMatchObject({ price: 0, regularPrice: 0, status: "out_of_stock", quantity: null });
  });
  it("costs its sale price while there is one", () => {
    const product = readProduct({ id: 1, name: "تمر", price: "99.00", regular_price: "119.00" }, "SAR");
    expect(product).toMatchObject({ price: 9_900, regularPrice: 11_900 });
  });
});
