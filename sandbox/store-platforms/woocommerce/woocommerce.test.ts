import { expect, test } from "vitest";
import { buyByHand } from "../../testing/shopper.ts";
import { openWebhookHarness } from "../../testing/webhook-harness.ts";
import { computeSignature } from "./deliveries.ts";
import { makeWooCommerce } from "./woocommerce.ts";

const { sandbox, hooks } = await openWebhookHarness(makeWooCommerce);

interface Key {
  consumer_key: string;
  consumer_secret: string;
  store_id: number;
  site: string;
  domain: string;
}
const aKey = (authParams: object = {}) =>
  sandbox.control<Key>("tokens", { vendor: "woocommerce", ...authParams });
const aFreshSite = (kind = "coffee") => aKey({ fresh: true, kind });

async function call<Body = Record<string, unknown>>(key: Key, path: string, method = "GET", body?: object) {
  const basic = Buffer.from(`${key.consumer_key}:${key.consumer_secret}`).toString("base64");
  const answer = await fetch(`${key.site}/wp-json/wc/v3${path}`, {
    method,
    headers: { authorization: `Basic ${basic}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
}

async function agree(change: Record<string, string> = {}) {
  const [site] = await sandbox.control<{ site: string }[]>("woocommerce/stores");
  const authParams = {
    app_name: "Rawaj",
    scope: "read_write",
    user_id: "st_9f2c",
    return_url: "http://localhost:3999/back",
    callback_url: `${hooks.url}/handover`,
  };
  const form = new URLSearchParams({ ...authParams, decision: "allow", ...change });
  const answer = await fetch(`${site?.site}/wc-auth/v1/access_granted`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

test("the signature matches the vendor's own", () => {
  const body =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  expect(computeSignature(body, "topsecret")).toBe("qSU0ZMRDL620shUl2pZ1hQ+qV7q5ybtOQEqIKDlmJ/A=");
});

test("the site sends the key before the browser is redirected back", async () => {
  const { location } = await agree();
  expect(location).toBe("http://localhost:3999/back?success=1&user_id=st_9f2c");
  const given = JSON.parse(hooks.received[0]?.body ?? "{}") as Key & {
    user_id: string;
    key_permissions: string;
  };
  expect(given).toMatchObject({ user_id: "st_9f2c", key_permissions: "read_write" });
  const { site } = await aKey();
  expect((await call({ ...given, site }, "/products")).status).toBe(200);
});

test("any status but 200 deletes the key and shows an error", async () => {
  hooks.answer = 204;
  const { status, location, text } = await agree();
  expect([status, location]).toEqual([401, null]);
  expect(text).toContain("unable to send the consumer data");
  const given = JSON.parse(hooks.received[0]?.body ?? "{}") as Key;
  const { site } = await aKey();
  expect((await call({ ...given, site }, "/products")).status).toBe(401);
});

test("a slow site redirects the browser before it sends the key", async () => {
  await sandbox.control("faults", { vendor: "woocommerce", kind: "half_done", times: 1 });
  expect((await agree()).location).toContain("success=1");
  expect(hooks.received).toEqual([]);
  await expect.poll(() => hooks.received.length, { timeout: 5_000 }).toBe(1);
});

test("a denied consent sends no key; an incomplete request is not shown", async () => {
  expect((await agree({ decision: "deny" })).location).toContain("success=0");
  expect(hooks.received).toEqual([]);
  const wrong: Record<string, string>[] = [
    { user_id: "" },
    { scope: "all" },
    { callback_url: "http://elsewhere.example/cb" },
  ];
  for (const change of wrong) expect((await agree(change)).status).toBe(401);
});

test("requests without a valid key, or writes with a read-only one, are refused with the vendor's errors", async () => {
  const key = await aKey();
  const wrong = await call({ ...key, consumer_secret: "cs_wrong" }, "/orders");
  expect(wrong).toMatchObject({ status: 401, body: { code: "woocommerce_rest_authentication_error" } });
  const reader = await aKey({ scope: "read" });
  expect((await call(reader, "/orders")).status).toBe(200);
  const written = await call(reader, "/webhooks", "POST", {
    topic: "order.created",
    delivery_url: hooks.url,
  });
  expect(written.status).toBe(401);
  const { site } = await aFreshSite("abayas");
  expect((await call({ ...key, site }, "/orders")).status).toBe(401);
});

test("unknown and wrong parameters are refused by their names", async () => {
  const key = await aKey();
  const { status, body } = await call(key, "/orders?per_page=200&colour=green");
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: "rest_invalid_param",
    data: { params: { per_page: expect.anything() } },
  });
  expect(await call(key, "/webhooks", "POST", { topic: "order.created" })).toMatchObject({
    body: { code: "rest_missing_callback_param" },
  });
});

test("pages are counted in headers, and times come with and without an offset", async () => {
  const key = await aFreshSite();
  for (let index = 0; index < 3; index += 1) await buyByHand(key.domain);
  const { headers, body } = await call<Record<string, string>[]>(key, "/orders?per_page=2&page=1");
  expect([headers.get("x-wp-total"), headers.get("x-wp-totalpages")]).toEqual(["3", "2"]);
  expect(headers.get("link")).toContain('rel="next"');
  expect(body[0]).toMatchObject({
    date_created: "2026-11-21T11:00:00",
    date_created_gmt: "2026-11-21T08:00:00",
    total: expect.stringMatching(/^\d+\.\d\d$/),
  });
  const since = (text: string) => call<object[]>(key, `/orders?dates_are_gmt=true&modified_after=${text}`);
  expect((await since("2026-11-21T07:59:59")).body.length).toBe(3);
  expect((await since("2026-11-21T08:00:00")).body.length).toBe(0);
});

test("cash on delivery starts as processing with a date_paid; a refused parcel becomes failed", async () => {
  const key = await aFreshSite();
  const id = await buyByHand(key.domain, { pay: "cod", query: "utm_source=snapchat&utm_term=AbC" });
  const order = async () => (await call<Record<string, unknown>>(key, `/orders/${id}`)).body;
  const first = await order();
  expect(first).toMatchObject({ status: "processing", payment_method: "cod", date_paid: expect.any(String) });
  expect(first.meta_data).toContainEqual(
    expect.objectContaining({ key: "_wc_order_attribution_utm_term", value: "AbC" }),
  );
  await sandbox.control("woocommerce/orders", { order_id: id, end: "refused" });
  expect(await order()).toMatchObject({ status: "failed" });
});

test("refunds are negative lines; the last one makes the order refunded", async () => {
  const key = await aFreshSite();
  const id = await buyByHand(key.domain);
  expect((await call(key, `/orders/${id}/refunds`, "POST", { amount: "10.00" })).status).toBe(201);
  const { body } = await call<{ total: string; status: string; refunds: object[] }>(key, `/orders/${id}`);
  expect(body).toMatchObject({ status: "processing", refunds: [{ total: "-10.00" }] });
  const tooMuch = await call(key, `/orders/${id}/refunds`, "POST", { amount: body.total });
  expect(tooMuch.status).toBe(400);
  const left = (Number(body.total) - 10).toFixed(2);
  await call(key, `/orders/${id}/refunds`, "POST", { amount: left });
  expect((await call(key, `/orders/${id}`)).body).toMatchObject({ status: "refunded" });
});

test("a webhook starts with an unsigned ping, signs its events, and is disabled after six failures", async () => {
  const key = await aFreshSite();
  const created = await call<{ id: number }>(key, "/webhooks", "POST", {
    name: "orders",
    topic: "order.created",
    delivery_url: `${hooks.url}/hook`,
    secret: "store-secret",
  });
  await expect.poll(() => hooks.received.length).toBe(1);
  expect(hooks.received[0]?.body).toBe(`webhook_id=${created.body.id}`);
  expect(hooks.received[0]?.headers["x-wc-webhook-signature"]).toBeUndefined();

  await buyByHand(key.domain);
  await expect.poll(() => hooks.received.length).toBe(2);
  const [, delivery] = hooks.received;
  expect(delivery?.headers["x-wc-webhook-signature"]).toBe(
    computeSignature(delivery?.body ?? "", "store-secret"),
  );

  hooks.answer = 500;
  for (let index = 0; index < 6; index += 1) await buyByHand(key.domain);
  await expect.poll(() => hooks.received.length).toBe(8);
  expect(await sandbox.control("webhooks", { retry: "now" })).toEqual({ retried: 0 });
  const status = async () => (await call<{ status: string }[]>(key, "/webhooks")).body[0]?.status;
  await expect.poll(status).toBe("disabled");
  await call(key, `/webhooks/${created.body.id}`, "PUT", { status: "active" });
  expect(await status()).toBe("active");
});

test("a site's firewall answers in HTML, and plain permalinks leave only one address form", async () => {
  const key = await aFreshSite();
  await sandbox.control("faults", { vendor: "woocommerce", kind: "503", times: 1 });
  const down = await fetch(`${key.site}/wp-json/`);
  expect([down.status, down.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
  await sandbox.control("woocommerce/stores", { store_id: key.store_id, plain_permalinks: true });
  expect((await fetch(`${key.site}/wp-json/`)).status).toBe(404);
  const other = (await (await fetch(`${key.site}/?rest_route=/`)).json()) as { namespaces: string[] };
  expect(other.namespaces).toContain("wc/v3");
  await sandbox.control("woocommerce/stores", { store_id: key.store_id, walled: true });
  expect((await fetch(`${key.site}/?rest_route=/`)).status).toBe(403);
});
