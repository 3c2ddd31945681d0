import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { describeStorePlatformContract } from "#modules/stores/server/store-platform.suite.ts";
import { buyAt, submitConsent } from "#modules/stores/testing/platform-pages.ts";
import type { StoreUnderTest } from "#modules/stores/testing/store-under-test.ts";
import { makeStoreHarness } from "../testing/harness.ts";
import { parseCredential, serializeCredential } from "./credential.ts";
import { readOrder } from "./orders.ts";
import { readProduct } from "./products.ts";
import { makeTestShopify } from "./testing/make-test-shopify.ts";

type Tokens = { access_token: string; refresh_token: string; shop: string; domain: string };
type Shop = { shop: string; webhooks: { topic: string; uri: string }[] };

const freshTokens = (sandbox: TestSandbox, request: object = {}) =>
  sandbox.control<Tokens>("tokens", { vendor: "shopify", fresh: true, ...request });

function toStore({ access_token, refresh_token, shop, domain }: Tokens): StoreUnderTest {
  return {
    tokens: {
      credential: serializeCredential({ shop, token: access_token }),
      refreshToken: serializeCredential({ shop, token: refresh_token }),
      expiresAt: null,
      scopes: [],
    },
    externalStoreId: shop,
    link: domain,
  };
}

async function listWebhooks(sandbox: TestSandbox, shop: string) {
  const shops = await sandbox.control<Shop[]>("shopify/stores");
  return shops.find((one) => one.shop === shop)?.webhooks ?? [];
}

describeStorePlatformContract("Shopify", async () => {
  const sandbox = await startSandbox();
  return {
    ...makeStoreHarness(sandbox, makeTestShopify(sandbox)),
    refreshes: "often",
    site: "areej-najd.myshopify.com",
    ordersForTwoPages: 20,
    namesReturns: true,
    createStore: async () => toStore(await freshTokens(sandbox)),
    countSubscriptions: async ({ tokens }, address) =>
      (await listWebhooks(sandbox, parseCredential(tokens.credential).shop)).filter(
        ({ uri }) => uri === address,
      ).length,
  };
});

describe("Shopify alone", () => {
  let sandbox: TestSandbox;
  let tokens: Tokens;
  const rejected = { kind: "rejected" };
  const site = "bayt-sana.myshopify.com";
  const redirectUri = "http://localhost:4599/oauth/shopify/callback";
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  beforeEach(async () => {
    tokens = await freshTokens(sandbox);
  });

  async function authorize() {
    const request = { state: "s".repeat(64), redirectUri, site, codeChallenge: "", serverCallbackUri: "" };
    const callbackUrl = await submitConsent(makeTestShopify(sandbox).authorizationUrl(request));
    return Object.fromEntries(callbackUrl.searchParams);
  }
  const exchange = (callback: Record<string, string>, from = site) =>
    makeTestShopify(sandbox).exchangeCode({
      callback,
      redirectUri,
      site: from,
      codeVerifier: "",
      serverGrant: null,
    });

  it("reads an order without its city where addresses are withheld", async () => {
    const { credential } = toStore(tokens).tokens;
    const shopify = makeTestShopify(sandbox);
    const { toOrderId } = makeStoreHarness(sandbox, shopify);
    const id = await toOrderId(toStore(tokens), await buyAt(tokens.domain));
    expect(await shopify.readOrder(credential, id)).toMatchObject({ cityKey: "riyadh" });
    await sandbox.control("shopify/stores", { store_id: tokens.shop, addresses: false });
    expect(await shopify.readOrder(credential, id)).toMatchObject({ cityKey: null, status: "placed" });
    const listed = await shopify.listOrders(credential, new Date(0), null);
    expect(listed.items.find(({ externalId }) => externalId === id)?.order).toMatchObject({ cityKey: null });
  });

  describe("without the approval for protected customer data", () => {
    const endpoint = { address: "http://127.0.0.1:9/webhooks/shopify", secret: "" };
    const customerData = (isGranted: boolean) =>
      sandbox.control("shopify/stores", { store_id: tokens.shop, customer_data: isGranted });
    beforeEach(() => customerData(false));

    it("reads no order and says why, and continues with the shop and its products", async () => {
      const { credential } = toStore(tokens).tokens;
      const shopify = makeTestShopify(sandbox);
      const refusal = { kind: "rejected", messageKey: "stores:customer_data_not_approved" };
      await expect(shopify.listOrders(credential, new Date(0), null)).rejects.toMatchObject(refusal);
      await expect(shopify.readOrder(credential, "1")).rejects.toMatchObject(refusal);
      expect((await shopify.readShop(credential)).externalId).toBe(tokens.shop);
      expect((await shopify.readProducts(credential, null)).items.length).toBeGreaterThan(0);
    });

    it("is subscribed to everything but orders, and to them too once it is approved", async () => {
      const { credential } = toStore(tokens).tokens;
      const refused = await makeTestShopify(sandbox).subscribe(credential, endpoint);
      expect(refused.map(({ topic }) => topic)).toEqual([
        "ORDERS_CREATE",
        "ORDERS_UPDATED",
        "ORDERS_PAID",
        "ORDERS_CANCELLED",
        "ORDERS_DELETE",
        "REFUNDS_CREATE",
      ]);
      const listTopics = async () => (await listWebhooks(sandbox, tokens.shop)).map(({ topic }) => topic);
      expect(await listTopics()).toEqual(
        expect.arrayContaining(["PRODUCTS_UPDATE", "SHOP_UPDATE", "APP_UNINSTALLED"]),
      );
      expect(await listTopics()).not.toContain("ORDERS_CREATE");
      await customerData(true);
      expect(await makeTestShopify(sandbox).subscribe(credential, endpoint)).toEqual([]);
      expect(await listTopics()).toContain("ORDERS_CREATE");
      expect((await makeTestShopify(sandbox).listOrders(credential, new Date(), null)).items).toEqual([]);
    });
  });

  it("accepts a callback only as Shopify signed it, just now, from the requested shop", async () => {
    const callback = await authorize();
    const changes: Record<string, string>[] = [
      { shop: "other.myshopify.com" },
      { code: "mine" },
      { hmac: "" },
      { extra: "1" },
    ];
    for (const change of changes)
      await expect(exchange({ ...callback, ...change })).rejects.toMatchObject(rejected);
    await expect(exchange(callback, "areej-najd.myshopify.com")).rejects.toMatchObject(rejected);
    const { hmac: _, ...rest }: Record<string, string> = {
      ...callback,
      timestamp: String(Math.floor(Date.now() / 1_000) - 300),
    };
    const message = Object.entries(rest)
      .sort()
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .join("&");
    const hmac = createHmac("sha256", "rawaj-shopify-secret").update(message).digest("hex");
    await expect(exchange({ ...rest, hmac })).rejects.toMatchObject(rejected);
    const { expiresAt } = await exchange(callback);
    expect(Math.abs((expiresAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it("sends no token to any host but a Shopify shop", async () => {
    const evil = serializeCredential({ shop: "evil.example", token: tokens.access_token });
    await expect(makeTestShopify(sandbox).readShop(evil)).rejects.toMatchObject(rejected);
    await expect(makeTestShopify(sandbox).refresh(evil)).rejects.toMatchObject(rejected);
  });

  it("reports which scope is missing, and what a frozen shop answers", async () => {
    const limited = toStore(await freshTokens(sandbox, { scope: "read_products" }));
    await expect(
      makeTestShopify(sandbox).listOrders(limited.tokens.credential, new Date(0), null),
    ).rejects.toMatchObject({ ...rejected, messageKey: "stores:scope_missing" });
    await sandbox.control("shopify/stores", { store_id: tokens.shop, frozen: true });
    await expect(makeTestShopify(sandbox).readShop(toStore(tokens).tokens.credential)).rejects.toMatchObject(
      rejected,
    );
  });

  it("finds a buyer's visit once Shopify has it, though the order's time of change is the same", async () => {
    await sandbox.control("shopify/stores", { store_id: tokens.shop, journey_seconds: 600 });
    const click = "AbCdEfGhIjKlMnOpQrStUv";
    const id = await buyAt(tokens.domain, { query: `utm_source=snapchat&utm_term=${click}` });
    const { credential } = toStore(tokens).tokens;
    const read = async () => (await makeTestShopify(sandbox).readOrder(credential, id))?.clickId;
    expect(await read()).toBeNull();
    await sandbox.control("clock", { step: "PT15M" });
    expect(await read()).toBe(click);
    const { items } = await makeTestShopify(sandbox).listOrders(credential, new Date(0), null);
    expect(items.find(({ externalId }) => externalId === id)?.order?.clickId).toBe(click);
  });

  /** The pages of an order's lines after the first that were read so far. */
  const countLinePages = async () =>
    (await sandbox.control<{ body: string }[]>("received?vendor=shopify&limit=500")).filter(({ body }) =>
      /order\(id: \$id\) \{ lineItems/.test(body),
    ).length;

  it("reads an order of more lines than a page holds page by page, each line once", async () => {
    const pagesBefore = await countLinePages();
    const { credential } = toStore(tokens).tokens;
    const id = await buyAt(tokens.domain);
    const before = await makeTestShopify(sandbox).readOrder(credential, id);
    await sandbox.control("shopify/orders", { order_id: id, add_lines: 150 });
    const { items } = await makeTestShopify(sandbox).listOrders(credential, new Date(0), null);
    // A list has too few of its lines: it is read alone.
    expect(items.find(({ externalId }) => externalId === id)?.order).toBeNull();
    const lines = (await makeTestShopify(sandbox).readOrder(credential, id))?.lines ?? [];
    const bought = before?.lines ?? [];
    expect(lines).toHaveLength(bought.length + 150);
    expect(new Set(lines.map(({ productId }) => productId)).size).toBe(lines.length);
    const sum = (all: typeof lines) => all.reduce((total, { amount }) => total + amount, 0);
    expect(sum(lines)).toBe(sum(bought) + 150 * 1_00);
    expect(await countLinePages()).toBe(pagesBefore + 1);
  });

  it("stops after five pages of lines, and keeps as many products as a basket may have", async () => {
    const pagesBefore = await countLinePages();
    const { credential } = toStore(tokens).tokens;
    const id = await buyAt(tokens.domain);
    await sandbox.control("shopify/orders", { order_id: id, add_lines: 700 });
    const order = await makeTestShopify(sandbox).readOrder(credential, id);
    expect(order?.lines).toHaveLength(200);
    expect(await countLinePages()).toBe(pagesBefore + 4);
  });

  it("restores subscriptions that Shopify deleted, without any shopper data in them", async () => {
    const { credential } = toStore(tokens).tokens;
    const unreachable = { address: "http://localhost:1/webhooks/shopify", secret: "" };
    await makeTestShopify(sandbox).subscribe(credential, unreachable);
    const before = (await listWebhooks(sandbox, tokens.shop)).length;
    await buyAt(tokens.domain);
    for (let attempt = 0; attempt < 9; attempt += 1) await sandbox.control("webhooks", { retry: "now" });
    await expect.poll(async () => (await listWebhooks(sandbox, tokens.shop)).length).toBeLessThan(before);
    await makeTestShopify(sandbox).subscribe(credential, unreachable);
    expect((await listWebhooks(sandbox, tokens.shop)).length).toBe(before);
    const [webhook] = await sandbox.control<{ body: string }[]>("webhooks?vendor=shopify&limit=1");
    expect(Object.keys(JSON.parse(webhook?.body ?? "{}"))).toEqual([
      "id",
      "admin_graphql_api_id",
      "updated_at",
    ]);
  });
});

describe("Shopify's webhook", () => {
  const noSandbox = { hosts: {}, credentials: {} } as TestSandbox;
  const sign = (body: string, secret: string) => createHmac("sha256", secret).update(body).digest("base64");
  const read = (body: string, topic: string, secret = "new", prefix = "x-shopify") =>
    makeTestShopify(noSandbox, ["new", "old"]).parseWebhook({
      headers: {
        [`${prefix}-hmac-sha256`]: sign(body, secret),
        [`${prefix}-topic`]: topic,
        [`${prefix}-shop-domain`]: "Noura.myshopify.com",
        [`${prefix}-webhook-id`]: "b54557e4",
      },
      body: Buffer.from(body),
      secret: null,
    });

  it("is verified with the new secret and, while it is rotated, with the old one", () => {
    for (const secret of ["new", "old"])
      expect(read('{"id":1}', "orders/create", secret)).toMatchObject({
        externalStoreId: "noura.myshopify.com",
        deliveryId: "b54557e4",
        subject: { kind: "order", externalOrderId: "1" },
      });
    expect(read('{"id":1}', "orders/create", "another")).toBeNull();
    const known = "qSU0ZMRDL620shUl2pZ1hQ+qV7q5ybtOQEqIKDlmJ/A=";
    const text =
      '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
    expect(sign(text, "topsecret")).toBe(known);
  });

  it("keeps the digits of a long number, and reads the newer headers", () => {
    const body = '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508"}';
    const subject = { kind: "order", externalOrderId: "820982911946154508" };
    expect(read(body, "orders/updated")?.subject).toEqual(subject);
    expect(read(body, "orders/updated", "new", "shopify")?.subject).toEqual(subject);
  });

  it.each([
    ["refunds/create", '{"id":9,"order_id":4}', { kind: "order", externalOrderId: "4" }],
    ["products/update", '{"id":4}', { kind: "products" }],
    ["app/uninstalled", '{"id":4}', { kind: "uninstalled" }],
    ["shop/update", '{"id":4}', { kind: "store" }],
    ["customers/data_request", '{"shop_id":4,"customer":{"id":1}}', { kind: "nothing" }],
    ["customers/redact", '{"shop_id":4,"customer":{"id":1}}', { kind: "nothing" }],
    ["shop/redact", '{"shop_id":4}', { kind: "nothing" }],
  ])("%s is parsed as its kind", (topic, body, subject) => {
    expect(read(body, topic)?.subject).toEqual(subject);
  });
});

describe("an order of Shopify's", () => {
  const bag = (amount: string, presentment = amount) => ({
    shopMoney: { amount },
    presentmentMoney: { amount: presentment },
  });
  const anOrder = (overrides: Record<string, unknown> = {}) => ({
    legacyResourceId: "820982911946154508",
    name: "#1001",
    createdAt: "2026-11-21T09:30:00Z",
    cancelledAt: null,
    displayFinancialStatus: "PAID",
    displayFulfillmentStatus: "UNFULFILLED",
    paymentGatewayNames: ["mada"],
    totalPriceSet: bag("115.0"),
    totalReceivedSet: bag("115.0"),
    totalRefundedSet: bag("0.0"),
    ...overrides,
  });
  const cod = { paymentGatewayNames: ["Cash on Delivery (COD)"] };
  const sent = (displayStatus: string) => ({
    displayFulfillmentStatus: "FULFILLED",
    fulfillments: [{ displayStatus }],
  });
  const money = (displayFinancialStatus: string) => ({ displayFinancialStatus });

  it.each([
    [{}, "placed"],
    [money("AUTHORIZED"), "unpaid"],
    [money("PENDING"), "unpaid"],
    [money("EXPIRED"), "unpaid"],
    [money("VOIDED"), "cancelled"],
    [money("REFUNDED"), "refunded"],
    [{ cancelledAt: "2026-11-21T10:00:00Z" }, "cancelled"],
    [{ test: true }, "unpaid"],
    [sent("IN_TRANSIT"), "placed"],
    [sent("DELIVERED"), "delivered"],
    [{ ...sent("IN_TRANSIT"), ...cod, ...money("PENDING") }, "placed"],
    [{ ...sent("DELIVERED"), ...cod, ...money("PENDING") }, "delivered"],
    [{ ...sent("MARKED_AS_FULFILLED"), ...cod }, "delivered"],
    [{ ...sent("NOT_DELIVERED"), ...cod, ...money("PENDING") }, "refused"],
    [{ ...cod, ...money("PENDING") }, "placed"],
  ])("%j is %s", (overrides, status) => {
    expect(readOrder(anOrder(overrides)).status).toBe(status);
  });

  it("paid in part counts the received amount", () => {
    const order = anOrder({ ...money("PARTIALLY_PAID"), totalReceivedSet: bag("40.05") });
    expect(readOrder(order)).toMatchObject({ total: 4_005, listedTotal: 11_500 });
  });

  it("in another currency counts in the shop's", () => {
    const order = readOrder(
      anOrder({ totalPriceSet: bag("100.0", "8.205"), presentmentCurrencyCode: "KWD" }),
    );
    expect(order).toMatchObject({ currency: "KWD", total: 10_000, listedTotal: 821 });
  });

  it("without an id, a date or an amount is rejected", () => {
    for (const broken of [
      null,
      {},
      anOrder({ legacyResourceId: null }),
      anOrder({ createdAt: "soon" }),
      anOrder({ totalPriceSet: null }),
    ])
      expect(() => readOrder(broken)).toThrow();
  });
});

describe("a product of Shopify's", () => {
  const aProduct = (overrides: Record<string, unknown> = {}) => ({
    legacyResourceId: "1",
    title: "عود",
    status: "ACTIVE",
    onlineStoreUrl: "https://noura.example/products/1",
    tracksInventory: true,
    totalInventory: 3,
    variants: { nodes: [{ sku: "A", price: "99.00", compareAtPrice: "119.00" }] },
    ...overrides,
  });
  it.each([
    [{}, "on_sale", 3],
    [{ totalInventory: 0 }, "out_of_stock", 0],
    [{ totalInventory: 0, tracksInventory: false }, "on_sale", null],
    [{ onlineStoreUrl: null }, "hidden", 3],
    [{ status: "DRAFT" }, "hidden", 3],
  ])("%j is %s", (overrides, status, quantity) => {
    expect(readProduct(aProduct(overrides), "SAR")).toMatchObject({
      status,
      quantity,
      price: 9_900,
      regularPrice: 11_900,
    });
  });
});
