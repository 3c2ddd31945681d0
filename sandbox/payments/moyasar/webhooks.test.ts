import { afterEach, beforeEach, expect, test } from "vitest";
import { type Harness, type Json, listen, openHarness, waitUntil } from "./testing.ts";

let harness: Harness;
let closers: (() => void)[] = [];
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(async () => {
  for (const close of closers) close();
  closers = [];
  await harness.sandbox.close();
});

/** A created webhook, and its code once it has arrived. */
async function make(answers?: number[]) {
  const receiver = await listen(answers);
  closers.push(receiver.close);
  const hook = {
    http_method: "post",
    url: receiver.url,
    shared_secret: "moyasar-webhook-secret",
    events: ["payment_paid", "payment_failed", "payment_refunded"],
  };
  const made = await harness.call("sk", "POST", "/webhooks", hook);
  expect([made.status, made.body.verified]).toEqual([201, false]);
  await waitUntil(() => receiver.events.length > 0);
  const event = receiver.events.shift() as Json;
  return {
    id: String(made.body.id),
    events: receiver.events,
    event,
    code: (event.data as Json).verification_code,
  };
}

const verify = (id: string, code: unknown) => harness.call("sk", "POST", `/webhooks/${id}/verify`, { code });

async function subscribe(answers?: number[]): Promise<Json[]> {
  const { id, events, code } = await make(answers);
  expect((await verify(id, code)).body).toMatchObject({ id, verified: true });
  return events;
}

async function pay(): Promise<string> {
  const id = String((await harness.pay({ metadata: { deposit_id: "dep_1" } })).body.id);
  await harness.answerIssuer(id, "AUTHENTICATED");
  return id;
}

test("a new webhook is sent its code once, in the vendor's format", async () => {
  const { id, event } = await make([500]);
  expect(event).toEqual({
    id: expect.any(String),
    type: "webhook_verification",
    created_at: expect.any(String),
    secret_token: "moyasar-webhook-secret",
    account_name: "Rawaj",
    data: { webhook_id: id, verification_code: expect.stringMatching(/^\d{6}$/) },
  });
  const [delivery] = harness.sandbox.world.webhooks.list({ vendor: "moyasar", limit: 1 });
  expect(delivery?.retryAfterSeconds).toEqual([]);
});

test("until it is verified a webhook receives nothing, and nothing later either", async () => {
  const { id, events, code } = await make();
  await pay();
  await verify(id, code);
  expect(harness.sandbox.world.webhooks.list({ vendor: "moyasar", limit: 5 })).toHaveLength(1);
  await pay();
  await waitUntil(() => events.length > 0);
  expect(events).toHaveLength(1);
});

test("a wrong code, a sixth try and a code older than half an hour are refused", async () => {
  const { id, code } = await make();
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = await verify(id, "wrong");
    expect([wrong.status, wrong.body.type]).toEqual([400, "webhook_verification_invalid"]);
  }
  expect((await verify(id, code)).body.type).toBe("webhook_verification_attempts_exceeded");
  const other = await make();
  await harness.sandbox.control("moyasar/age", { webhook_id: other.id, seconds: 1_801 });
  expect((await verify(other.id, other.code)).body.type).toBe("webhook_verification_expired");
  expect((await harness.call("sk", "GET", `/webhooks/${other.id}`)).body).toMatchObject({ verified: false });
});

test("a paid payment is sent with the secret and the payment, only to webhooks subscribed to the event", async () => {
  const events = await subscribe();
  const id = await pay();
  await waitUntil(() => events.length > 0);
  expect(events[0]).toMatchObject({
    type: "payment_paid",
    secret_token: "moyasar-webhook-secret",
    live: false,
    data: { id, status: "paid", metadata: { deposit_id: "dep_1" } },
  });
  expect(events.map((event) => event.type)).not.toContain("card_auth_authenticated");
});

test("a failed delivery is retried on the vendor's schedule", async () => {
  const events = await subscribe([500, 200]);
  await pay();
  await waitUntil(() => events.length === 1);
  const [delivery] = harness.sandbox.world.webhooks.list({ vendor: "moyasar", limit: 1 });
  expect(delivery?.retryAfterSeconds).toEqual([60, 600, 1_800, 3_600, 7_200]);
  await waitUntil(() => (delivery?.attempts.length ?? 0) === 1);
  await harness.sandbox.control("webhooks", { retry: "now" });
  await waitUntil(() => events.length === 2);
  expect(events[1]?.id).toBe(events[0]?.id);
});

test("faults can duplicate a delivery, or send it after the next one", async () => {
  const events = await subscribe();
  await harness.sandbox.control("faults", { vendor: "moyasar", kind: "duplicate_webhook", times: 1 });
  await pay();
  await waitUntil(() => events.length === 2);
  expect(events[0]?.id).toBe(events[1]?.id);
  await harness.sandbox.control("faults", { vendor: "moyasar", kind: "out_of_order_webhook", times: 1 });
  const id = await pay();
  await harness.call("sk", "POST", `/payments/${id}/refund`, {});
  await waitUntil(() => events.length === 4);
  expect(events.slice(2).map((event) => event.type)).toEqual(["payment_refunded", "payment_paid"]);
});

test("the list of webhooks hides the secret, and a deleted one receives nothing", async () => {
  const events = await subscribe();
  const { webhooks } = (await harness.call("sk", "GET", "/webhooks")).body as { webhooks: Json[] };
  expect(JSON.stringify(webhooks)).not.toMatch(/secret|code/);
  expect((await harness.call("sk", "DELETE", `/webhooks/${webhooks[0]?.id}`)).status).toBe(204);
  await pay();
  expect(harness.sandbox.world.webhooks.list({ vendor: "moyasar", limit: 5 })).toHaveLength(1);
  expect(events).toEqual([]);
  const available = (await harness.call("sk", "GET", "/webhooks/available_events")).body.events as string[];
  expect(available).toContain("payment_paid");
});

test.each([
  ["plain http elsewhere", { url: "http://store.example/hook" }],
  ["an unknown event", { events: ["payment_dreamt"] }],
  ["no secret", { shared_secret: "" }],
  ["another method", { http_method: "get" }],
])("a hook with %s is refused", async (_name, change) => {
  const hook = {
    http_method: "post",
    url: "https://store.example/hook",
    shared_secret: "s",
    events: ["payment_paid"],
  };
  expect((await harness.call("sk", "POST", "/webhooks", { ...hook, ...change })).status).toBe(400);
});

test("a response that never arrives leaves a payment that can be found by its given_id", async () => {
  const given_id = "5b2d0c1e-4f0a-4c57-9f7e-0a8f5d1c2b3a";
  await harness.sandbox.control("faults", { vendor: "moyasar", kind: "timeout_after", times: 1 });
  const body = { given_id, amount: 25_000, source: { type: "applepay", token: "{}" } };
  const cut = fetch(`${harness.sandbox.url}/moyasar/v1/payments`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: `Basic ${btoa("pk_test_rawaj:")}` },
    signal: AbortSignal.timeout(300),
  });
  await expect(cut).rejects.toThrow();
  expect((await harness.read(given_id)).status).toBe("paid");
});
