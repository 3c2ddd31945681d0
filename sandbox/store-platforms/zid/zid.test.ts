import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeZid } from "./zid.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeZid]);
});
afterAll(() => sandbox.close());

interface Tokens {
  access_token: string;
  authorization: string;
  store_id: number;
  domain: string;
}
const fresh = () => sandbox.control<Tokens>("tokens", { vendor: "zid", fresh: true });

function api(path: string, tokens: Tokens, init: RequestInit & { more?: Record<string, string> } = {}) {
  const headers = {
    authorization: `Bearer ${tokens.authorization}`,
    "x-manager-token": tokens.access_token,
    ...(init.body ? { "content-type": "application/json" } : {}),
    ...init.more,
  };
  return fetch(`${sandbox.url}/zid/v1${path}`, { ...init, headers });
}

async function placeOrder({ domain }: Tokens): Promise<number> {
  const product = /\/p\/(\d+)\?/.exec(await (await fetch(domain)).text())?.[1] ?? "";
  const body = new URLSearchParams({ product, pay: "mada" });
  const thanks = await (await fetch(`${domain}/buy`, { method: "POST", body })).text();
  return Number(/<bdi[^>]*>(\d+)</.exec(thanks)?.[1]);
}

test("each token works only in its own header, and not for another store", async () => {
  const tokens = await fresh();
  expect((await api("/managers/account/profile", tokens)).status).toBe(200);
  const swapped = { ...tokens, access_token: tokens.authorization, authorization: tokens.access_token };
  expect((await api("/managers/account/profile", swapped)).status).toBe(401);
  const neighbour = await fresh();
  const products = (more: Record<string, string>) => api("/products/", tokens, { more });
  const managerHeaders = {
    "access-token": tokens.access_token,
    "store-id": String(tokens.store_id),
    role: "Manager",
  };
  expect((await products(managerHeaders)).status).toBe(200);
  expect((await products({ ...managerHeaders, role: "" })).status).toBe(400);
  expect((await products({ ...managerHeaders, "store-id": String(neighbour.store_id) })).status).toBe(401);
  const order = await placeOrder(neighbour);
  expect((await api(`/managers/store/orders/${order}/view`, tokens)).status).toBe(404);
});

test("an order's total has a float's rounding error, and a cancelled one has two spellings", async () => {
  const tokens = await fresh();
  const spellings = new Set<string>();
  for (let count = 0; count < 8; count += 1) {
    const id = await placeOrder(tokens);
    await sandbox.control("zid/orders", { order_id: String(id), end: "cancelled" });
    type View = { order: { order_total: string; created_at: string; order_status: { code: string } } };
    const { order } = (await (await api(`/managers/store/orders/${id}/view`, tokens)).json()) as View;
    expect(order.order_total).toMatch(/^\d+\.\d{14}$/);
    expect(order.created_at).toBe("2026-11-21 08:00:00");
    spellings.add(order.order_status.code);
  }
  expect([...spellings].sort()).toEqual(["canceled", "cancelled"]);
});

test("unknown parameters, fields and events are refused, each by name", async () => {
  const tokens = await fresh();
  expect((await api("/managers/store/orders?per_page=101", tokens)).status).toBe(422);
  expect((await api("/managers/store/orders?colour=green", tokens)).status).toBe(422);
  const hookBody = { event: "order.made", target_url: "http://shop.example/hook", original_id: "x" };
  const refused = await api("/managers/webhooks", tokens, { method: "POST", body: JSON.stringify(hookBody) });
  expect(refused.status).toBe(422);
  const { message } = (await refused.json()) as { message: { description: string } };
  for (const field of ["event", "target_url", "original_id", "subscriber"])
    expect(message.description).toContain(field);
});

test("more than sixty requests a minute are refused, for that store only", async () => {
  const [tokens, neighbour] = [await fresh(), await fresh()];
  const path = "/managers/account/profile";
  const answers = await Promise.all(Array.from({ length: 65 }, () => api(path, tokens)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await api(path, neighbour)).status).toBe(200);
});
