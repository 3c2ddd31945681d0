import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { KEYS } from "./auth.ts";
import { makeMoyasar } from "./moyasar.ts";

export type Json = Record<string, unknown>;
export type Reply = { status: number; headers: Headers; body: Json };
export type Key = "pk" | "sk" | "none";

/** A running Moyasar simulator, with both keys. */
export interface Harness {
  sandbox: TestSandbox;
  call(
    key: Key,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Pays by card as the browser would; returns the payment. */
  pay(change?: Json, card?: Json): Promise<Reply>;
  /** The shopper on the issuer's page; returns where they are redirected to. */
  answerIssuer(paymentId: string, result: string): Promise<URL>;
  read(paymentId: string): Promise<Json>;
}

export const BACK = "http://localhost:3000/pay/return";
export const GOOD_CARD = {
  number: "4201320111111010",
  name: "Noura Test",
  month: "12",
  year: "2030",
  cvc: "123",
};

export async function openHarness(): Promise<Harness> {
  const sandbox = await openTestSandbox([makeMoyasar]);
  const keys = { pk: KEYS.publishable, sk: KEYS.secret, none: null };
  const call: Harness["call"] = async (key, method, path, body, headers = {}) => {
    const basic = keys[key]
      ? { authorization: `Basic ${Buffer.from(`${keys[key]}:`).toString("base64")}` }
      : {};
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(`${sandbox.url}/moyasar/v1${path}`, {
      method,
      headers: {
        ...basic,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith("{") ? JSON.parse(text) : {},
    };
  };
  return {
    sandbox,
    call,
    pay: (change = {}, card = {}) =>
      call("pk", "POST", "/payments", {
        given_id: randomUUID(),
        amount: 11_500,
        currency: "SAR",
        callback_url: BACK,
        source: { type: "creditcard", ...GOOD_CARD, ...card },
        ...change,
      }),
    async answerIssuer(id, result) {
      const answer = await fetch(`${sandbox.url}/moyasar/v1/card_auth/${id}/set_auth_result`, {
        method: "POST",
        body: new URLSearchParams({ auth_result: result }),
        redirect: "manual",
      });
      return new URL(answer.headers.get("location") ?? "about:blank");
    },
    read: async (id) => (await call("sk", "GET", `/payments/${id}`)).body,
  };
}

/** A webhook receiver that records what it gets. `answers` are the statuses it responds with, the last one repeated. */
export async function listen(
  answers: number[] = [200],
): Promise<{ url: string; events: Json[]; close(): void }> {
  const events: Json[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      events.push(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Json);
      response.writeHead(answers[Math.min(events.length, answers.length) - 1] ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/webhooks/moyasar`,
    events,
    close: () => void server.close(),
  };
}

/** Waits until a condition holds; gives up after five seconds. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  for (let index = 0; index < 250; index += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never came true");
}
