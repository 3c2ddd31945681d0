import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type Db, makeDb } from "./db/db.ts";
import { makeHttpServer } from "./http/server.ts";
import { httpRequest } from "./http-client.ts";
import { defineJob, handleJob, makeJobQueue } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { loadMessages } from "./messages.ts";
import { makeMeters } from "./meters.ts";
import { observeDriver } from "./observe-driver.ts";
import { makeOutboxRelay } from "./outbox-relay.ts";
import { startTracing } from "./start-tracing.ts";
import { currentTraceparent, isTracing, traced, tracedFrom } from "./tracing.ts";
import { observeVendors } from "./vendor-calls.ts";

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string }[];
};

/** A server of the test's own, which remembers the bodies it got. */
async function startServer(): Promise<{ url: string; bodies: string[]; server: Server }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      bodies.push(body);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, server };
}

type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
const readSpans = (bodies: readonly string[]): SentSpan[] =>
  bodies
    .map((body) => JSON.parse(body) as Sent)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);

const callJob = defineJob({ name: "test-call-vendor", input: z.strictObject({ order: z.string() }) });
const log = makeLog("silent");
const worldClock = { now: () => new Date() };
let db: TestDb;
let collector: Awaited<ReturnType<typeof startServer>>;
let vendor: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  [db, collector, vendor] = await Promise.all([testDb(), startServer(), startServer()]);
});
afterAll(async () => {
  collector.server.close();
  vendor.server.close();
  await db.close();
});
beforeEach(() => {
  collector.bodies.length = 0;
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-00`;

/** One route whose transaction enqueues a job, which calls a vendor. */
async function runThrough(headers: Record<string, string>) {
  const tracing = await startTracing({ endpoint: collector.url, share: 1, role: "all" });
  observeVendors([{ prefix: vendor.url, vendor: "snapchat" }], () => {});
  const meters = makeMeters();
  const ours: Db = makeDb(observeDriver(db.driver, meters));
  const job = handleJob(callJob, async () => {
    await httpRequest({ method: "POST", url: `${vendor.url}/v1/ads?key=hidden`, json: { name: "a name" } });
  });
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: [job], meters });
  await jobs.prepare();
  const relay = makeOutboxRelay({ db: ours, log, worldClock, subscriptions: jobs.subscriptions });
  const messages = await loadMessages(new URL("../..", import.meta.url).pathname);
  const app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  app.post("/orders/:id", async () => {
    await ours.transaction((tx) => tx.enqueue(callJob, { order: "ord_1" }));
    return {};
  });
  const answer = await app.inject({ method: "POST", url: "/orders/ord_1?note=hidden", headers });
  await relay.settle();
  await jobs.settle();
  await app.close();
  await jobs.stop();
  await tracing.stop();
  return { answer, meters, spans: readSpans(collector.bodies) };
}

describe("a trace", () => {
  it("leads from the browser's call over the event and the job to the vendor", async () => {
    const { answer, spans } = await runThrough({ traceparent });
    expect(answer.statusCode).toBe(200);
    const request = spans.find(({ name }) => name === "POST /orders/:id");
    const job = spans.find(({ name }) => name === "job test-call-vendor");
    const call = spans.find(({ name }) => name === "POST snapchat");
    expect([request, job, call].map((span) => span?.traceId)).toEqual([traceId, traceId, traceId]);
    expect(request?.parentSpanId).toBe("b7ad6b7169203331");
    expect(call?.parentSpanId).toBe(job?.spanId);
    const transaction = spans.find(
      ({ name, parentSpanId }) => name === "transaction" && parentSpanId === request?.spanId,
    );
    expect(job?.parentSpanId).toBe(transaction?.spanId);
  });

  it("holds no input of people, no query of an address and no value of a statement", async () => {
    const { spans } = await runThrough({ traceparent });
    expect(spans.length).toBeGreaterThan(4);
    const text = JSON.stringify(spans);
    for (const secret of ["hidden", "a name", "ord_1"]) expect(text).not.toContain(secret);
  });

  it("begins with us where the caller's id is no id", async () => {
    const { spans } = await runThrough({ traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` });
    const request = spans.find(({ name }) => name === "POST /orders/:id");
    expect(request?.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(request?.parentSpanId ?? "").toBe("");
  });

  it("takes any text for the id of an event's trace", async () => {
    const tracing = await startTracing({ endpoint: collector.url, share: 1, role: "all" });
    try {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.anything(), fc.string()), async (given) => {
          const inside = await tracedFrom(given, { name: "test" }, async () => currentTraceparent());
          expect(inside).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/);
        }),
      );
    } finally {
      await tracing.stop();
    }
  });

  it("is kept by the share of its id alone, whatever the caller's flags say", async () => {
    const tracing = await startTracing({ endpoint: collector.url, share: 0, role: "all" });
    await tracedFrom(traceparent.replace(/00$/, "01"), { name: "test" }, async () => {});
    await tracing.stop();
    expect(readSpans(collector.bodies)).toEqual([]);
  });

  it("marks what failed by the kind of error, without its words", async () => {
    const tracing = await startTracing({ endpoint: collector.url, share: 1, role: "all" });
    const failing = traced({ name: "test" }, async () => {
      throw new TypeError("050 123 4567 is wrong");
    });
    await expect(failing).rejects.toThrow(TypeError);
    await tracing.stop();
    const [span] = readSpans(collector.bodies);
    expect(span?.attributes).toContainEqual({ key: "error.type", value: { stringValue: "TypeError" } });
    expect(JSON.stringify(span)).not.toContain("050 123 4567");
  });
});

describe("without a collector", () => {
  it("nothing is traced, and events hold no trace", async () => {
    expect(isTracing()).toBe(false);
    await traced({ name: "test" }, async () => expect(currentTraceparent()).toBeNull());
    await db.reset();
    await db.transaction((tx) => tx.enqueue(callJob, { order: "ord_2" }));
    const { rows } = await db.driver.query("select traceparent from base.events", []);
    expect(rows).toEqual([{ traceparent: null }]);
  });
});
