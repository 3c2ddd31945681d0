import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { frozenClock, systemClock } from "../clock.ts";
import { makeLog } from "../log.ts";
import { loadMessages } from "../messages.ts";
import { makeMeters } from "../meters.ts";
import { mountCalls } from "./mount.ts";
import { makeHttpServer } from "./server.ts";
import { makeSignedLinks } from "./signed-links.ts";

const calls = defineCalls({
  "POST Clients/Things/echo": {
    summary: "Returns its input",
    access: "public",
    body: z.object({ name: z.string() }),
    answer: z.string(),
  },
  "GET Clients/Things/caller": { summary: "Says who calls", access: "public", answer: z.string() },
});

let db: TestDb;
let open: FastifyInstance;
let behindProxy: FastifyInstance;

async function aServer(trustedProxies: string[], more: Partial<Parameters<typeof makeHttpServer>[0]> = {}) {
  const app = await makeHttpServer({
    ...more,
    log: makeLog("silent"),
    messages: await loadMessages(join(import.meta.dirname, "../../..")),
    meters: makeMeters(),
    worldClock: frozenClock("2026-11-21T09:00:00Z"),
    trustedProxies,
  });
  mountCalls(
    app,
    {
      db,
      worldClock: frozenClock("2026-11-21T09:00:00Z"),
      mounted: {},
      authenticate: async () => null,
      links: makeSignedLinks("a secret of this test", systemClock),
      authenticateStaff: async () => null,
    },
    calls,
    {
      "POST Clients/Things/echo": async ({ body }) => body.name,
      "GET Clients/Things/caller": async ({ ip }) => ip,
    },
  );
  return app;
}

beforeAll(async () => {
  db = await testDb();
  open = await aServer([]);
  behindProxy = await aServer(["10.0.0.0/8"]);
  await open.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await open.close();
  await behindProxy.close();
  await db.close();
});

/** Sends raw bytes; returns whatever comes back. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect((open.server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("utf8");
  });
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return received;
}

describe("the server", () => {
  it("sets the security headers on every response", async () => {
    const { headers } = await open.inject("/Clients/Things/caller");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-server-time": "2026-11-21T09:00:00.000Z",
    });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("tells browsers to use https alone where a duration is set, and nothing otherwise", async () => {
    const secure = await aServer([], { hstsDays: 365 });
    const headerName = "strict-transport-security";
    expect((await secure.inject("/Clients/Things/caller")).headers[headerName]).toBe("max-age=31536000");
    expect((await secure.inject("/Clients/Nothing")).headers[headerName]).toBe("max-age=31536000");
    expect((await open.inject("/Clients/Things/caller")).headers).not.toHaveProperty(headerName);
    await secure.close();
  });

  it("gives its own request ids: a caller cannot write into our log", async () => {
    const { headers } = await open.inject({
      url: "/Clients/Things/caller",
      headers: { "request-id": "mine" },
    });
    expect(headers["x-request-id"]).not.toBe("mine");
  });

  it("is closed to pages of other sites", async () => {
    const requestHeaders = { origin: "https://evil.example", "access-control-request-method": "POST" };
    for (const method of ["OPTIONS", "GET", "POST"] as const) {
      const { headers } = await open.inject({ method, url: "/Clients/Things/echo", headers: requestHeaders });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it.each([
    ["OPTIONS", "/Clients/Things/echo", 404],
    ["DELETE", "/Clients/Things/echo", 404],
    ["PROPFIND", "/Clients/Things/echo", 404],
    ["GET", "/Clients/Things/%zz", 404],
    ["GET", "//evil.example/Clients", 404],
  ])("answers %s %s with %i in the envelope", async (method, url, status) => {
    const answer = await open.inject({ method: method as "GET", url });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: true, data: null, request_id: expect.any(String) });
  });

  it("answers 404 for a name of two thousand letters", async () => {
    const answer = await open.inject(`/Clients/Things/${"x".repeat(2_000)}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: true, code: "base.not_found" });
  });

  it("answers a HEAD like its GET, without a body", async () => {
    const answer = await open.inject({ method: "HEAD", url: "/Clients/Things/caller" });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  });

  it("never decompresses a body: a bomb stays as small as it came", async () => {
    const payload = gzipSync(JSON.stringify({ name: "x".repeat(5_000_000) }));
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const answer = await open.inject({ method: "POST", url: "/Clients/Things/echo", headers, payload });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: "base.media_type_not_supported" });
  });

  it.each([
    ["no request at all", "hello\r\n\r\n", 400],
    ["an unknown method", "BREW /Clients HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    [
      "two lengths",
      "POST /Clients/Things/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
      400,
    ],
    [
      "a length and chunks",
      "POST /Clients/Things/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["a header of 100 kB", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(100_000)}\r\n\r\n`, 431],
  ])("answers %s with the envelope, and hangs up", async (_what, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error: true, data: null });
  });

  it("gives a slow sender a minute at most, headers twenty seconds", () => {
    expect(open.server.headersTimeout).toBe(20_000);
    expect(open.server.requestTimeout).toBe(60_000);
  });
});

describe("slow senders", () => {
  let quick: FastifyInstance;
  beforeAll(async () => {
    quick = await aServer([], {
      timeouts: { headersMs: 100, requestMs: 150, checkMs: 20 },
      connectionLimits: { total: 1_000, perAddress: 400 },
    });
    await quick.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => quick.close());

  /** Sends a beginning and then a byte now and then, for ever, and never closes. */
  function drip(beginning: string, from = "127.0.0.1") {
    const socket = connect({
      port: (quick.server.address() as AddressInfo).port,
      host: "127.0.0.1",
      localAddress: from,
      allowHalfOpen: true,
    });
    const state = { received: "", isGone: false };
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      state.received += chunk.toString("utf8");
    });
    const dripping = setInterval(() => socket.writable && socket.write("a"), 30);
    socket.on("close", () => {
      clearInterval(dripping);
      state.isGone = true;
    });
    socket.write(beginning);
    return state;
  }
  const connections = () =>
    new Promise<number>((resolve) => quick.server.getConnections((_error, count) => resolve(count)));

  it.each([
    ["headers", "GET /Clients/Things/caller HTTP/1.1\r\nhost: x\r\nx-slow: "],
    [
      "a body",
      "POST /Clients/Things/echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
    ],
  ])("of %s get an error and are closed, although they keep their half open", async (_what, beginning) => {
    const sender = drip(beginning);
    await expect.poll(() => sender.isGone, { timeout: 10_000 }).toBe(true);
    expect(sender.received).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(connections).toBe(0);
  });

  it("of a body that is not read are closed too, and nothing is written after the response", async () => {
    const sender = drip(
      "POST /Clients/Nothing HTTP/1.1\r\nhost: x\r\ncontent-type: text/xml\r\ncontent-length: 900\r\n\r\n{",
    );
    await expect.poll(() => sender.isGone, { timeout: 10_000 }).toBe(true);
    expect(sender.received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(sender.received).toMatch(/^HTTP\/1.1 404 /);
  });

  it("do not block others: two thousand at once leave every other caller a response", async () => {
    const senders = Array.from({ length: 2_000 }, (_, n) =>
      drip("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ", `127.0.1.${1 + (n % 4)}`),
    );
    const url = `http://127.0.0.1:${(quick.server.address() as AddressInfo).port}/Clients/Things/caller`;
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await fetch(url)).status).toBe(200);
    await expect.poll(() => senders.every(({ isGone }) => isGone), { timeout: 20_000 }).toBe(true);
  });
});

describe("the caller's address", () => {
  const fetchCaller = async (app: FastifyInstance, remoteAddress: string, forwarded: string) =>
    (
      await app.inject({
        url: "/Clients/Things/caller",
        remoteAddress,
        headers: { "x-forwarded-for": forwarded, forwarded: `for=${forwarded}`, "x-real-ip": forwarded },
      })
    ).json<{ data: string }>().data;

  it("is the connection's, whatever its headers say, when no proxy is named", async () => {
    expect(await fetchCaller(open, "203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(await fetchCaller(open, "127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  });

  it("is what a named proxy says, and only the part that proxy wrote", async () => {
    expect(await fetchCaller(behindProxy, "10.1.2.3", "198.51.100.1")).toBe("198.51.100.1");
    expect(await fetchCaller(behindProxy, "10.1.2.3", "6.6.6.6, 198.51.100.1, 10.9.9.9")).toBe(
      "198.51.100.1",
    );
    expect(await fetchCaller(behindProxy, "203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  });
});
