import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import type { Vendor } from "./vendor.ts";

let sandbox: TestSandbox;
let done = 0;

const plainVendor = (): Vendor => ({
  vendor: "plain",
  title: { ar: "", en: "Plain" },
  credentials: { PLAIN_KEY: "k" },
  hosts: [
    {
      name: "plain-api",
      standsFor: "api.plain.example",
      renderFailure: (reply, { status, message }) => reply.status(status).send({ oops: message }),
      routes(app) {
        app.post("/work", (request) => {
          done += 1;
          return { received: request.body, bytes: request.rawBody.length };
        });
        app.get("/look", () => ({ fine: true }));
      },
    },
  ],
});

beforeAll(async () => {
  sandbox = await openTestSandbox([plainVendor]);
});
beforeEach(async () => {
  done = 0;
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
});
afterAll(() => sandbox.close());

const work = (init: RequestInit = {}) =>
  fetch(`${sandbox.url}/plain-api/work?a=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"x":1}',
    ...init,
  });
const fault = (kind: string, more: object = {}) =>
  sandbox.control("faults", { vendor: "plain", kind, times: 1, ...more });
const impatient = () =>
  work({ signal: AbortSignal.timeout(400) }).then(
    () => "answered",
    () => "no answer",
  );

test("JSON and forms are parsed, and the raw bytes are kept", async () => {
  expect(await (await work()).json()).toEqual({ received: { x: 1 }, bytes: 7 });
  const form = await work({ headers: {}, body: new URLSearchParams({ a: "ب" }) });
  expect(await form.json()).toEqual({ received: { a: "ب" }, bytes: 8 });
  const broken = await work({ body: "{" });
  expect([broken.status, await broken.json()]).toEqual([400, { oops: expect.any(String) }]);
});

test("timeout_before does nothing; timeout_after does the work", async () => {
  await fault("timeout_before");
  expect([await impatient(), done]).toEqual(["no answer", 0]);
  await fault("timeout_after");
  expect([await impatient(), done]).toEqual(["no answer", 1]);
  expect((await work()).status).toBe(200);
});

test("a fault refuses in the vendor's own shape, as many times and only at the path it was set for", async () => {
  await fault("429", { times: 2, retry_after: 9, path: "/work" });
  expect((await fetch(`${sandbox.url}/plain-api/look`)).status).toBe(200);
  const first = await work();
  expect([first.status, first.headers.get("retry-after")]).toEqual([429, "9"]);
  expect(await first.json()).toEqual({ oops: expect.any(String) });
  expect((await work()).status).toBe(429);
  expect((await work()).status).toBe(200);
  await fault("503", { method: "GET" });
  expect((await work()).status).toBe(200);
  expect((await fetch(`${sandbox.url}/plain-api/look`)).status).toBe(503);
});

test("every request is recorded with its response, newest first", async () => {
  await work();
  const [last] = await sandbox.control<Record<string, unknown>[]>("received?vendor=plain&limit=1");
  expect(last).toMatchObject({
    host: "plain-api",
    method: "POST",
    path: "/work?a=1",
    body: '{"x":1}',
    status: 200,
  });
  expect(last?.answer).toContain('"bytes":7');
});

test("the control API lists its hosts and credentials, and refuses nonsense with a sentence", async () => {
  expect(await sandbox.control("hosts")).toEqual({ "plain-api": `${sandbox.url}/plain-api` });
  expect(await sandbox.control("credentials")).toEqual({ PLAIN_KEY: "k" });
  await expect(sandbox.control("clock", { step: "soon" })).rejects.toThrow(/400.*PT1H/);
  await expect(sandbox.control("faults", { vendor: "nobody", kind: "500" })).rejects.toThrow(/400.*plain/);
});

test("the control API answers only under a loopback name", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    request(`${sandbox.url}/control/hosts`, { headers: { host: "sandbox.example" } }, (answer) =>
      resolve(answer.statusCode),
    ).end();
  });
  expect(status).toBe(403);
});
