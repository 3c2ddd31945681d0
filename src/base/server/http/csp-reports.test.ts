import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { frozenClock } from "../clock.ts";
import { makeLog } from "../log.ts";
import { makeMeters } from "../meters.ts";
import { mountCspReports } from "./csp-reports.ts";

const own = "https://rawaj.example";
const policy = "default-src 'self'; object-src 'none'";

let db: TestDb;
let server: TestServer;
let clock = frozenClock("2026-11-21T09:00:00Z");
const meters = makeMeters({ ofProcess: false });
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const sink = new PassThrough();
  sink.on("data", (line) => lines.push(JSON.parse(String(line))));
  db = await testDb();
  server = await testServer(db, (app) => {
    const now = { now: () => clock.now() };
    mountCspReports(app, { log: makeLog("info", sink), meters, publicUrl: own, clock: now });
    app.get("/page", async (_request, reply) =>
      reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send("<p>"),
    );
    app.get("/data", async (_request, reply) => reply.header("content-security-policy", policy).send({}));
    app.get("/plain", async (_request, reply) => reply.type("text/html").send("<p>"));
  });
});
afterAll(() => Promise.all([server.app.close(), db.close()]));
let minute = 0;
beforeEach(() => {
  minute += 1;
  clock = frozenClock(new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString());
  lines.length = 0;
  meters.registry.resetMetrics();
});

const send = (payload: string | object, type = "application/csp-report", remoteAddress = "192.0.2.1") =>
  server.app.inject({
    method: "POST",
    url: "/csp-reports",
    headers: { "content-type": type },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
    remoteAddress,
  });
const count = async (name: string) =>
  Object.fromEntries(
    ((await meters.registry.getSingleMetric(name)?.get())?.values ?? []).map(({ labels, value }) => [
      Object.values(labels)[0],
      value,
    ]),
  );

const old = {
  "csp-report": {
    "document-uri": `${own}/campaigns/cmp_9?mobile=0501234567`,
    "violated-directive": "script-src 'self'",
    "blocked-uri": "https://evil.example/steal.js?token=abc",
    "source-file": `${own}/assets/app-1a2b.js?x=1`,
    "line-number": 7,
    "script-sample": "alert('0501234567')",
  },
};
const recent = [
  {
    type: "csp-violation",
    url: `${own}/staff/enroll/secret-1`,
    body: {
      documentURL: `${own}/staff/enroll/secret-1`,
      effectiveDirective: "script-src-elem",
      blockedURL: "inline",
      sourceFile: `${own}/staff/enroll/secret-1`,
      lineNumber: 3,
      sample: "0501234567",
    },
  },
  { type: "deprecation", body: { id: "x" } },
];

describe("a page with a policy", () => {
  it("names where its violations are reported, in both ways; data and a page without one do not", async () => {
    const { headers } = await server.app.inject("/page");
    expect(headers["content-security-policy"]).toBe(
      `${policy}; report-uri ${own}/csp-reports; report-to csp`,
    );
    expect(headers["reporting-endpoints"]).toBe(`csp="${own}/csp-reports"`);
    for (const url of ["/data", "/plain"]) {
      const { headers } = await server.app.inject(url);
      expect(headers["reporting-endpoints"]).toBeUndefined();
      expect(String(headers["content-security-policy"])).not.toContain("report");
    }
  });
});

describe("a report of a violation", () => {
  it("is counted by its directive in both formats", async () => {
    expect((await send(old)).statusCode).toBe(204);
    expect((await send(recent, "application/reports+json")).statusCode).toBe(204);
    expect(await count("csp_violations_total")).toEqual({ "script-src": 1, "script-src-elem": 1 });
  });

  it("leaves a line with stable fields, without queries, ids, tokens or samples", async () => {
    await send(old);
    await send(recent, "application/reports+json");
    expect(lines).toEqual([
      expect.objectContaining({
        directive: "script-src",
        blocked: "https://evil.example",
        page: "/campaigns",
        source: "/assets/app-1a2b.js",
        line: 7,
      }),
      expect.objectContaining({
        directive: "script-src-elem",
        blocked: "inline",
        page: "/staff",
        source: "page",
        line: 3,
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/0501234567|cmp_9|secret-1|token|steal/);
  });

  it("of a directive and an address we do not know names neither", async () => {
    const report = {
      "effective-directive": "x\ny",
      "blocked-uri": "chrome-extension://abc/d",
      "document-uri": "?",
    };
    await send({ "csp-report": report });
    expect(await count("csp_violations_total")).toEqual({ other: 1 });
    expect(lines[0]).toMatchObject({ blocked: "chrome-extension:", page: "/", source: "page", line: null });
  });

  it.each([
    ["no JSON", "{", 400],
    ["another shape", { a: 1 }, 400],
    ["more than 16 KB", { "csp-report": { "document-uri": "x".repeat(17_000) } }, 413],
    ["more than 20 reports", Array.from({ length: 21 }, () => recent[0]), 400],
  ])("that is %s is refused without a line", async (_what, body, status) => {
    expect((await send(body)).statusCode).toBe(status);
    expect(lines).toEqual([]);
  });

  it("in another type of content is refused", async () => {
    expect((await send(old, "text/plain")).statusCode).toBe(415);
  });

  it("is dropped and counted after thirty in a minute from one address, and others are still read", async () => {
    for (let n = 0; n < 30; n += 1) expect((await send(old)).statusCode).toBe(204);
    expect((await send(old)).statusCode).toBe(429);
    expect((await send(old, "application/csp-report", "192.0.2.2")).statusCode).toBe(204);
    expect(await count("csp_reports_dropped_total")).toEqual({ limit: 1 });
    expect(lines).toHaveLength(31);
  });

  it("is dropped after three hundred in a minute from all addresses together", async () => {
    for (let n = 0; n < 300; n += 1) await send(old, "application/csp-report", `192.0.2.${n % 100}`);
    expect((await send(old, "application/csp-report", "192.0.2.200")).statusCode).toBe(429);
  });
});
