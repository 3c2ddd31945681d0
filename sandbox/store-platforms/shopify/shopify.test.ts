import { expect, test } from "vitest";
import { buyByHand } from "../../testing/shopper.ts";
import { openWebhookHarness } from "../../testing/webhook-harness.ts";
import { makePoints } from "./cost.ts";
import { computeSignature } from "./deliveries.ts";
import { callbackProof } from "./oauth.ts";
import { makeShopify } from "./shopify.ts";

const APP = { client_id: "rawaj-shopify", client_secret: "rawaj-shopify-secret" };
const BACK = "http://localhost:3999/oauth/shopify/callback";

const { sandbox, hooks } = await openWebhookHarness(makeShopify);

interface Tokens {
  access_token: string;
  refresh_token: string;
  shop: string;
  domain: string;
}
const ready = (graphql: object = {}) =>
  sandbox.control<Tokens>("tokens", { vendor: "shopify", fresh: true, ...graphql });

type Answer<Data> = {
  data: Data | null;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
  extensions: { cost: { requestedQueryCost: number; actualQueryCost: number | null } };
};

async function graphql<Data>(
  { shop, access_token }: Tokens,
  query: string,
  variables: object = {},
  version = "2026-07",
) {
  const answer = await fetch(`${sandbox.url}/shopify/${shop}/admin/api/${version}/graphql.json`, {
    method: "POST",
    headers: { "x-shopify-access-token": access_token, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer<Data> };
}

async function consent(shop: string, change: Record<string, string> = {}) {
  const form = {
    client_id: APP.client_id,
    scope: "read_products,read_orders",
    redirect_uri: BACK,
    state: "s-1",
  };
  const answer = await fetch(`${sandbox.url}/shopify/${shop}/admin/oauth/authorize`, {
    method: "POST",
    body: new URLSearchParams({ ...form, decision: "allow", choice: "new:coffee", ...change }),
    redirect: "manual",
  });
  return { status: answer.status, back: new URL(answer.headers.get("location") ?? "http://none") };
}

async function exchange(shop: string, form: object) {
  const answer = await fetch(`${sandbox.url}/shopify/${shop}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...APP, ...form }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Tokens & { error?: string; expires_in?: number },
  };
}

test("its signatures match the vendor's own", () => {
  const body =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  expect(computeSignature(body, "topsecret")).toBe("qSU0ZMRDL620shUl2pZ1hQ+qV7q5ybtOQEqIKDlmJ/A=");
  const callback = {
    code: "abc",
    host: "aG9zdA",
    shop: "demo.myshopify.com",
    state: "xyz",
    timestamp: "1795252200",
  };
  expect(callbackProof(callback, "topsecret")).toBe(
    "002d0d92f22f175ca4377352fcc9d93908813ccb50e63233e074bbdd75ee4b0c",
  );
});

test("consenting creates the named shop, and the redirect back is signed", async () => {
  const { back } = await consent("nawat.myshopify.com");
  const params = Object.fromEntries(back.searchParams);
  expect(params).toMatchObject({ shop: "nawat.myshopify.com", state: "s-1" });
  expect(params.hmac).toBe(callbackProof(params, APP.client_secret));
  expect(Math.abs(Number(params.timestamp) - Date.now() / 1_000)).toBeLessThan(60);

  const form = { code: params.code, expiring: "1" };
  expect((await exchange("nawat.myshopify.com", { code: params.code })).status).toBe(400);
  const given = await exchange("nawat.myshopify.com", form);
  expect(given).toMatchObject({
    status: 200,
    body: { expires_in: 3600, scope: "read_products,read_orders" },
  });
  expect(await exchange("nawat.myshopify.com", form)).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
});

test("an unknown app, an unknown scope and an address that is no shop's are refused", async () => {
  const wrong: Record<string, string>[] = [
    { client_id: "x" },
    { scope: "read_minds" },
    { redirect_uri: "http://evil.example" },
  ];
  for (const change of wrong)
    expect((await consent("nawat.myshopify.com", change as unknown as Record<string, string>)).status).toBe(
      400,
    );
  expect((await consent("evil.example")).status).toBe(400);
});

test("a refresh token stays valid until its successor was used", async () => {
  const { shop, refresh_token } = await ready();
  const renew = (token: string) => exchange(shop, { grant_type: "refresh_token", refresh_token: token });
  expect((await renew(refresh_token)).status).toBe(200);
  const second = await renew(refresh_token);
  expect(second.status).toBe(200);
  expect((await renew(second.body.refresh_token)).status).toBe(200);
  expect(await renew(refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("errors of a query come with HTTP 200", async () => {
  const tokens = await ready({ scope: "read_products" });
  const of = async (query: string) => (await graphql(tokens, query)).body;
  expect((await of("{ shop {")).errors?.[0]?.message).toContain("Syntax Error");
  expect((await of("{ shop { colour } }")).errors?.[0]?.message).toContain("colour");
  expect((await of("{ orders(first: 1) { nodes { id } } }")).errors?.[0]?.extensions?.code).toBe(
    "ACCESS_DENIED",
  );
  expect((await of("{ products { nodes { id } } }")).errors?.[0]?.message).toContain("first or last");
  const expensive = await of(
    "{ products(first: 250) { nodes { id featuredMedia { id preview { image { url } } } } } }",
  );
  expect(expensive.errors?.[0]?.extensions?.code).toBe("MAX_COST_EXCEEDED");
});

test("a token works only for its own shop, in supported versions", async () => {
  const tokens = await ready();
  const { shop } = await ready();
  expect((await graphql({ ...tokens, shop }, "{ shop { id } }")).status).toBe(401);
  expect((await graphql(tokens, "{ shop { id } }", {}, "2020-01")).status).toBe(404);
  await sandbox.control("shopify/stores", { store_id: tokens.shop, frozen: true });
  expect((await graphql(tokens, "{ shop { id } }")).status).toBe(402);
});

test("points are spent and restored with time", () => {
  let now = 0;
  const points = makePoints(() => now);
  const plan = { size: 2_000, perSecond: 100 };
  expect(points.of("shop", plan)).toBe(2_000);
  points.spend("shop", 1_950);
  expect(points.of("shop", plan)).toBe(50);
  now += 1_500;
  expect(points.of("shop", plan)).toBe(200);
  now += 3_600_000;
  expect(points.of("shop", plan)).toBe(2_000);
});

test("every response has its cost, and throttling comes with HTTP 200", async () => {
  const tokens = await ready();
  const { cost } = (await graphql(tokens, "{ products(first: 50) { nodes { id } } }")).body.extensions;
  expect(cost).toMatchObject({ requestedQueryCost: 52, throttleStatus: { restoreRate: 100 } });
  expect(cost.actualQueryCost).toBeLessThan(52);
  await sandbox.control("faults", { vendor: "shopify", kind: "429", times: 1, retry_after: 7 });
  const { status, body } = await graphql(tokens, "{ shop { id } }");
  expect([status, body.errors?.[0]?.extensions?.code]).toEqual([200, "THROTTLED"]);
  expect(body.extensions.cost).toMatchObject({ requestedQueryCost: 700, actualQueryCost: null });
});

test("paging by cursors returns every order once, although one changes meanwhile", async () => {
  const tokens = await ready();
  const orderIds = [];
  for (let index = 0; index < 5; index += 1) orderIds.push(await buyByHand(tokens.domain));
  const query = `query ($after: String) {
    orders(first: 2, after: $after, sortKey: UPDATED_AT, reverse: true, query: "updated_at:>='2020-01-01T00:00:00Z'") {
      nodes { legacyResourceId } pageInfo { hasNextPage endCursor } } }`;
  type OrdersPage = {
    orders: {
      nodes: { legacyResourceId: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  };
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const ordersPage: OrdersPage | null = (await graphql<OrdersPage>(tokens, query, { after })).body.data;
    if (!ordersPage) throw new Error("no page came");
    seen.push(...ordersPage.orders.nodes.map(({ legacyResourceId }) => legacyResourceId));
    ({ hasNextPage: more, endCursor: after } = ordersPage.orders.pageInfo);
  }
  expect(seen.sort()).toEqual(orderIds.sort());
});

const orderQuery = `query ($id: ID!) { order(id: $id) {
  displayFinancialStatus displayFulfillmentStatus cancelledAt paymentGatewayNames discountCodes email
  totalPriceSet { shopMoney { amount currencyCode } } currentTotalPriceSet { shopMoney { amount } }
  totalRefundedSet { shopMoney { amount } } fulfillments(first: 3) { displayStatus }
  customerJourneySummary { ready lastVisit { landingPage utmParameters { source term } } } } }`;
type Bag = { shopMoney: { amount: string } };
type Shown = Record<"totalPriceSet" | "currentTotalPriceSet" | "totalRefundedSet", Bag> & {
  discountCodes: string[];
  customerJourneySummary: { ready: boolean };
};
async function loadOrder(tokens: Tokens, id: string): Promise<Shown> {
  const { body } = await graphql<{ order: Shown }>(tokens, orderQuery, { id: `gid://shopify/Order/${id}` });
  if (!body.data) throw new Error(body.errors?.[0]?.message);
  return body.data.order;
}

test("a cash-on-delivery order is pending until it is paid, and has its buyer's traffic source", async () => {
  const tokens = await ready();
  const id = await buyByHand(tokens.domain, { pay: "cod", query: "utm_source=snapchat&utm_term=AbC" });
  expect(await loadOrder(tokens, id)).toMatchObject({
    displayFinancialStatus: "PENDING",
    paymentGatewayNames: ["Cash on Delivery (COD)"],
    email: null,
    customerJourneySummary: { ready: true, lastVisit: { landingPage: null, utmParameters: { term: "AbC" } } },
  });
  await sandbox.control("shopify/orders", { order_id: id, end: "delivered" });
  expect(await loadOrder(tokens, id)).toMatchObject({
    displayFinancialStatus: "PAID",
    displayFulfillmentStatus: "FULFILLED",
    fulfillments: [{ displayStatus: "DELIVERED" }],
  });
});

test("a refund lowers the current total and not the total", async () => {
  const tokens = await ready();
  const id = await buyByHand(tokens.domain, { coupon: "RAWAJ10" });
  const before = await loadOrder(tokens, id);
  expect(before.discountCodes).toEqual(["RAWAJ10"]);
  await sandbox.control("shopify/orders", { order_id: id, refund_halalas: 1_000 });
  const after = await loadOrder(tokens, id);
  const amount = (bag: Bag) => Number(bag.shopMoney.amount);
  expect(after).toMatchObject({ displayFinancialStatus: "PARTIALLY_REFUNDED" });
  expect(after.totalPriceSet).toEqual(before.totalPriceSet);
  expect(amount(after.totalRefundedSet)).toBe(10);
  expect(amount(before.currentTotalPriceSet) - amount(after.currentTotalPriceSet)).toBeCloseTo(10);
});

test("a buyer's traffic source may be known only later", async () => {
  const tokens = await ready();
  await sandbox.control("shopify/stores", { store_id: tokens.shop, journey_seconds: 3_600 });
  const id = await buyByHand(tokens.domain, { query: "utm_source=snapchat" });
  expect((await loadOrder(tokens, id)).customerJourneySummary).toEqual({ ready: false, lastVisit: null });
  await sandbox.control("clock", { step: "PT2H" });
  expect((await loadOrder(tokens, id)).customerJourneySummary.ready).toBe(true);
});

const subscribe = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
    webhookSubscription { id } userErrors { field message } } }`;
type Made = { webhookSubscriptionCreate: { userErrors: { message: string }[] } };
const subscriptionsQuery = "{ webhookSubscriptions(first: 50) { nodes { id topic uri } } }";

test("subscribers get signed events; a subscription is deleted after nine failures", async () => {
  const tokens = await ready();
  const created = await graphql<Made>(tokens, subscribe, {
    topic: "ORDERS_CREATE",
    uri: `${hooks.url}/hook`,
  });
  expect(created.body.data?.webhookSubscriptionCreate.userErrors).toEqual([]);
  const again = await graphql<Made>(tokens, subscribe, { topic: "ORDERS_CREATE", uri: `${hooks.url}/hook` });
  expect(again.body.data?.webhookSubscriptionCreate.userErrors[0]?.message).toContain("already been taken");

  const id = await buyByHand(tokens.domain);
  await expect.poll(() => hooks.received.length).toBe(1);
  const [hook] = hooks.received;
  expect(hook?.headers["x-shopify-topic"]).toBe("orders/create");
  expect(hook?.headers["x-shopify-shop-domain"]).toBe(tokens.shop);
  expect(hook?.headers["x-shopify-hmac-sha256"]).toBe(computeSignature(hook?.body ?? "", APP.client_secret));
  expect(JSON.parse(hook?.body ?? "{}").admin_graphql_api_id).toBe(`gid://shopify/Order/${id}`);

  hooks.answer = 500;
  await buyByHand(tokens.domain);
  await expect.poll(() => hooks.received.length).toBe(2);
  for (let attempt = 0; attempt < 8; attempt += 1) await sandbox.control("webhooks", { retry: "now" });
  expect(hooks.received.length).toBe(10);
  expect(new Set(hooks.received.slice(1).map(({ headers }) => headers["x-shopify-webhook-id"])).size).toBe(1);
  expect((await graphql(tokens, subscriptionsQuery)).body.data).toEqual({
    webhookSubscriptions: { nodes: [] },
  });
});

test("an uninstalled app gets one more event, and the request to delete the shop's data two days later", async () => {
  const tokens = await ready();
  sandbox.world.settings.productUrl = hooks.url;
  await graphql(tokens, subscribe, { topic: "APP_UNINSTALLED", uri: `${hooks.url}/hook` });
  await sandbox.control("shopify/stores", { store_id: tokens.shop, uninstall: true });
  await expect.poll(() => hooks.received.length).toBe(1);
  expect((await graphql(tokens, "{ shop { id } }")).status).toBe(401);
  await sandbox.control("clock", { step: "P3D" });
  const last = hooks.received.at(-1);
  expect([last?.path, last?.headers["x-shopify-topic"]]).toEqual(["/webhooks/shopify", "shop/redact"]);
  expect(JSON.parse(last?.body ?? "{}")).toMatchObject({ shop_domain: tokens.shop });
});
