import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { withFrozenClock } from "../../testing/frozen-clock.ts";
import { openWebhookHarness } from "../../testing/webhook-harness.ts";
import { computeSignature, WEBHOOK_SECRET } from "./deliveries.ts";
import { makeSalla } from "./salla.ts";

const APP = { client_id: "rawaj-salla", client_secret: "rawaj-salla-secret" };
const BACK = "http://localhost:3999/oauth/salla/callback";

const { sandbox, hooks } = await openWebhookHarness(makeSalla);

interface Tokens {
  access_token: string;
  refresh_token: string;
  store_id: number;
}

const ready = (params: object = {}) => sandbox.control<Tokens>("tokens", { vendor: "salla", ...params });

function api(path: string, token: string, init: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(init.body ? { "content-type": "application/json" } : {}),
  };
  return fetch(`${sandbox.url}/salla/admin/v2${path}`, { ...init, headers });
}

async function requestToken(form: Record<string, string>) {
  const response = await fetch(`${sandbox.url}/salla-accounts/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return {
    status: response.status,
    body: (await response.json()) as Tokens & { error?: string; expires?: number; expires_in?: number },
  };
}

async function consent(change: Record<string, string> = {}) {
  const params = {
    client_id: APP.client_id,
    response_type: "code",
    redirect_uri: BACK,
    scope: "offline_access orders.read",
    state: "a-state-with-hyphens",
    ...change,
  };
  const store = (await sandbox.control<{ store_id: number }[]>("salla/stores"))[0];
  const form = new URLSearchParams({
    ...params,
    choice: String(store?.store_id),
    decision: "allow",
    ...change,
  });
  const response = await fetch(`${sandbox.url}/salla-accounts/oauth2/auth`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  return new URL(response.headers.get("location") ?? "http://none");
}

test("the signature matches the vendor's own example", () => {
  const body =
    '{"event":"order.created","merchant":123456,"created_at":"2026-11-21 12:30:00","data":{"id":1}}';
  expect(computeSignature(body, "topsecret")).toBe(
    "a9253464c4432fadb4b21525da9675850faa57bab9c9bb4e404a8828396627f0",
  );
});

test("consent returns a code, and the state without its hyphens", async () => {
  const back = await consent();
  expect(back.searchParams.get("state")).toBe("astatewithhyphens");
  expect(back.searchParams.get("code")).toMatch(/^ory_ac_/);
  const denied = await consent({ decision: "deny" });
  expect(denied.searchParams.get("error")).toBe("access_denied");
});

test("an unknown app, or a redirect address that is neither https nor loopback, is never redirected to", async () => {
  expect((await consent({ redirect_uri: "http://elsewhere.example/cb" })).hostname).toBe("none");
  expect((await consent({ client_id: "somebody" })).hostname).toBe("none");
});

test("a code works once, with exactly the redirect address it was issued for", async () => {
  const code = (await consent()).searchParams.get("code") ?? "";
  const form = { ...APP, grant_type: "authorization_code", code, redirect_uri: BACK };
  expect(await requestToken({ ...form, client_secret: "wrong" })).toMatchObject({
    status: 401,
    body: { error: "invalid_client" },
  });
  const first = await requestToken(form);
  expect(first.status).toBe(200);
  expect(first.body.expires).toBeGreaterThan(Date.now() / 1000 + 13 * 86_400);
  expect(await requestToken(form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });

  const other = (await consent()).searchParams.get("code") ?? "";
  expect(await requestToken({ ...form, code: other, redirect_uri: `${BACK}/` })).toMatchObject({
    status: 400,
  });
});

test("a refresh token works once; its second use revokes the whole install", async () => {
  const old = await ready();
  const refresh = { ...APP, grant_type: "refresh_token", refresh_token: old.refresh_token };
  const renewed = await requestToken(refresh);
  expect(renewed.status).toBe(200);
  expect((await api("/store/info", old.access_token)).status).toBe(401);
  expect((await api("/store/info", renewed.body.access_token)).status).toBe(200);

  expect(await requestToken(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect((await api("/store/info", renewed.body.access_token)).status).toBe(401);
  const later = await requestToken({ ...refresh, refresh_token: renewed.body.refresh_token });
  expect(later).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("each of the five causes of a 401 has its own message", async () => {
  const causes: string[] = [];
  const call = async (token: string, path = "/store/info") => {
    const response = await api(path, token);
    expect(response.status).toBe(401);
    const body = (await response.json()) as { success: boolean; error: { message: string } };
    expect(body.success).toBe(false);
    causes.push(body.error.message);
  };
  const good = await ready();
  await call("nonsense");
  await call((await ready({ scope: "orders.read" })).access_token);
  for (const owner of ["inactive", "deleted"]) {
    await sandbox.control("salla/stores", { store_id: good.store_id, owner });
    await call(good.access_token);
  }
  await sandbox.control("salla/stores", { store_id: good.store_id, owner: "active" });
  await sandbox.control("faults", { vendor: "salla", kind: "expire_tokens" });
  await call(good.access_token);
  expect(new Set(causes).size).toBe(5);
  expect(causes[1]).toContain("settings.read");
});

test("a shop closed by its owner says so and its calls still work", async () => {
  const { access_token, store_id } = await ready();
  const status = async () => {
    const body = (await (await api("/store/info", access_token)).json()) as { data: { status: string } };
    return body.data.status;
  };
  expect(await status()).toBe("active");
  await sandbox.control("salla/stores", { store_id, status: "inactive" });
  expect(await status()).toBe("inactive");
  await sandbox.control("salla/stores", { store_id, status: "active" });
  expect(await status()).toBe("active");
});

test("unknown, missing and wrong fields are refused with 422, each by name", async () => {
  const { access_token } = await ready();
  const body = JSON.stringify({
    name: "x",
    event: "order.made",
    url: `${hooks.url}/webhooks/salla`,
    version: 3,
    colour: "green",
  });
  const response = await api("/webhooks/subscribe", access_token, { method: "POST", body });
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as { error: { fields: Record<string, string[]> } };
  expect(Object.keys(error.fields).sort()).toEqual(["colour", "event", "version"]);
});

test("requests above the plan's limit are refused with a retry time", async () => {
  const { access_token, store_id } = await ready({
    store_id: (await sandbox.control<{ store_id: number }[]>("salla/stores"))[3]?.store_id,
  });
  await sandbox.control("salla/stores", { store_id, plan: "plus" });
  const answers = await withFrozenClock(() =>
    Promise.all(Array.from({ length: 130 }, () => api("/store/info", access_token))),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("120");
});

test("an order keeps the visit's UTM parameters, and subscribers get it signed", async () => {
  const { access_token, store_id } = await ready();
  const body = JSON.stringify({
    name: "orders",
    event: "order.created",
    url: `${hooks.url}/webhooks/salla`,
    version: 2,
  });
  expect((await api("/webhooks/subscribe", access_token, { method: "POST", body })).status).toBe(201);
  const store = (await sandbox.control<{ store_id: number; url: string }[]>("salla/stores")).find(
    (one) => one.store_id === store_id,
  );
  const page = await (
    await fetch(`${store?.url}?utm_source=snapchat&utm_campaign=48210377&utm_term=AbC_-123`)
  ).text();
  const link = /href="([^"]+\/p\/\d+\?visit=\w+)"/.exec(page)?.[1] ?? "";
  const product = await (await fetch(sandbox.url + link)).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(product)?.[1] ?? "";
  const form = new URLSearchParams({ visit: field("visit"), product: field("product"), pay: "cod" });
  expect((await fetch(`${store?.url}/buy`, { method: "POST", body: form })).status).toBe(200);

  await expect.poll(() => hooks.received.length).toBe(1);
  const [hook] = hooks.received;
  const signed = createHmac("sha256", WEBHOOK_SECRET)
    .update(hook?.body ?? "")
    .digest("hex");
  expect(hook?.headers["x-salla-signature"]).toBe(signed);
  expect(hook?.headers["x-salla-security-strategy"]).toBe("Signature");
  const event = JSON.parse(hook?.body ?? "{}");
  expect(event).toMatchObject({
    event: "order.created",
    merchant: store_id,
    data: {
      payment_method: "cod",
      source_details: { utm_source: "snapchat", utm_campaign: "48210377", utm_term: "AbC_-123" },
    },
  });

  const light = (await (await api("/orders?per_page=1", access_token)).json()) as {
    data: Record<string, unknown>[];
  };
  expect(light.data[0]).toMatchObject({ id: event.data.id });
  expect(light.data[0]).not.toHaveProperty("amounts");
  const whole = (await (await api(`/orders/${event.data.id}`, access_token)).json()) as {
    data: { amounts: { total: { amount: number } }; date: object };
  };
  expect(whole.data.amounts).toEqual(event.data.amounts);
  expect(whole.data.date).toMatchObject({
    timezone: "Asia/Riyadh",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.0{6}$/),
  });
});

test("the parts of an order's amount add up to its total, to the halala", async () => {
  const { access_token } = await ready();
  const { data } = (await (await api("/orders?per_page=60", access_token)).json()) as {
    data: { id: number }[];
  };
  const order = (await (await api(`/orders/${data[0]?.id}`, access_token)).json()) as {
    data: { amounts: Record<string, { amount: number }> & { tax: { amount: { amount: number } } } };
  };
  const { sub_total, shipping_cost, cash_on_delivery, tax, total } = order.data.amounts;
  const halalas = (amount = 0) => Math.round(amount * 100);
  const parts = [sub_total?.amount, shipping_cost?.amount, cash_on_delivery?.amount, tax.amount.amount].map(
    halalas,
  );
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(halalas(total?.amount));
});

test("a status change by the merchant moves the order, and another store's order is not found", async () => {
  const { access_token } = await ready();
  const { data } = (await (await api("/orders", access_token)).json()) as { data: { id: number }[] };
  const path = `/orders/${data[0]?.id}/status`;
  const wrong = await api(path, access_token, { method: "POST", body: JSON.stringify({ slug: "flying" }) });
  expect(wrong.status).toBe(422);
  const applied = await api(path, access_token, {
    method: "POST",
    body: JSON.stringify({ slug: "completed" }),
  });
  expect(applied.status).toBe(201);
  const order = (await (await api(`/orders/${data[0]?.id}`, access_token)).json()) as {
    data: { status: { slug: string } };
  };
  expect(order.data.status.slug).toBe("completed");
  const stores = await sandbox.control<{ store_id: number }[]>("salla/stores");
  const neighbour = await ready({ store_id: stores[1]?.store_id });
  expect((await api(`/orders/${data[0]?.id}`, neighbour.access_token)).status).toBe(404);
});

test("a failed webhook is retried three times, and both copies of a duplicated one are the same", async () => {
  const { access_token } = await ready();
  const { data } = (await (await api("/orders", access_token)).json()) as { data: { id: number }[] };
  const body = JSON.stringify({
    name: "moves",
    event: "order.status.updated",
    url: `${hooks.url}/webhooks/salla`,
    version: 2,
  });
  await api("/webhooks/subscribe", access_token, { method: "POST", body });
  const transition = (slug: string) =>
    api(`/orders/${data[0]?.id}/status`, access_token, { method: "POST", body: JSON.stringify({ slug }) });

  hooks.answer = 500;
  await transition("delivering");
  await expect.poll(() => hooks.received.length).toBe(1);
  for (let attempt = 2; attempt <= 5; attempt += 1) await sandbox.control("webhooks", { retry: "now" });
  expect(hooks.received.length).toBe(4);
  const [last] = await sandbox.control<{ state: string; attempts: unknown[] }[]>(
    "webhooks?vendor=salla&limit=1",
  );
  expect(last).toMatchObject({ state: "given_up" });

  hooks.answer = 200;
  hooks.received = [];
  await sandbox.control("faults", { vendor: "salla", kind: "duplicate_webhook", times: 1 });
  await transition("delivered");
  await expect.poll(() => hooks.received.length).toBe(2);
  expect(hooks.received[0]?.body).toBe(hooks.received[1]?.body);
});
