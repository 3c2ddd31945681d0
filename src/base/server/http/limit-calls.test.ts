import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineCalls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { frozenClock } from "../clock.ts";
import { mountCalls } from "./mount.ts";
import { buildOpenApi } from "./openapi.ts";

const calls = defineCalls({
  "GET Clients/Things/export": {
    summary: "Much work",
    access: "signed-in",
    query: z.object({ page: z.coerce.number().optional() }),
    answer: z.string(),
    perMinute: 3,
  },
  "GET Clients/Things/slow": {
    summary: "Long work",
    access: "signed-in",
    answer: z.string(),
    atOnce: 2,
  },
  "GET Clients/Things/open": { summary: "For anybody", access: "public", answer: z.string(), perMinute: 3 },
});

let db: TestDb;
/** Two processes that serve the same calls from one database. */
let servers: [TestServer, TestServer];
let clock = frozenClock("2026-11-21T09:00:10Z");

/** Each answer ends when the test says so. */
let ends: PromiseWithResolvers<void>[] = [];
async function answerLater() {
  const end = Promise.withResolvers<void>();
  ends.push(end);
  await end.promise;
  return "all";
}

beforeAll(async () => {
  db = await testDb();
  const open = () =>
    testServer(db, (app, context) =>
      mountCalls(app, { ...context, clock: { now: () => clock.now() } }, calls, {
        "GET Clients/Things/export": async () => "all",
        "GET Clients/Things/open": async () => "all",
        "GET Clients/Things/slow": answerLater,
      }),
    );
  servers = [await open(), await open()];
});
afterAll(() => Promise.all([...servers.map(({ app }) => app.close()), db.close()]));
beforeEach(() => db.reset());

describe("a call with a limit by minute", () => {
  it("is counted by all processes together, and answers again in the next minute", async () => {
    const [one, other] = servers;
    const call = (from: TestServer, as = "mer_1") => from.call("GET Clients/Things/export", { as });
    for (const from of [one, other, one]) expect((await call(from)).status).toBe(200);
    const refused = await call(other);
    expect(refused.status).toBe(429);
    expect(refused.envelope).toMatchObject({ code: "base.too_many_requests" });
    expect(refused.headers["retry-after"]).toBe("50");
    expect((await call(other, "mer_2")).status).toBe(200);
    clock = frozenClock("2026-11-21T09:01:00Z");
    expect((await call(other)).status).toBe(200);
  });

  it("counts one address where nobody is signed in", async () => {
    const open = (ip: string) => servers[0].call("GET Clients/Things/open", { ip });
    for (let n = 0; n < 3; n += 1) expect((await open("2001:db8::1")).status).toBe(200);
    // The same network of one line.
    expect((await open("2001:db8::2")).status).toBe(429);
    expect((await open("2001:db8:1::1")).status).toBe(200);
  });

  it("does not count what the contract refuses", async () => {
    for (let n = 0; n < 5; n += 1) {
      const { status } = await servers[0].call("GET Clients/Things/export", {
        as: "mer_1",
        query: { page: "x" },
      });
      expect(status).toBe(400);
    }
    expect((await servers[0].call("GET Clients/Things/export", { as: "mer_1" })).status).toBe(200);
  });

  it("says so in the description of the calls", () => {
    const { paths } = buildOpenApi(calls, () => 400) as { paths: Record<string, { get: object }> };
    expect(paths["/Clients/Things/export"]?.get).toMatchObject({ "x-calls-per-minute": 3 });
  });
});

describe("a call that works long", () => {
  it("leaves no place to a merchant's third while two are under way, and the others theirs", async () => {
    ends = [];
    const call = (as: string) => servers[0].call("GET Clients/Things/slow", { as });
    const [first, second] = [call("mer_1"), call("mer_1")];
    await vi.waitUntil(() => ends.length === 2);
    const refused = await call("mer_1");
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("5");
    const another = call("mer_2");
    await vi.waitUntil(() => ends.length === 3);
    for (const { resolve } of ends) resolve();
    await Promise.all([first, second, another]);
    const again = call("mer_1");
    await vi.waitUntil(() => ends.length === 4);
    ends[3]?.resolve();
    expect((await again).status).toBe(200);
  });
});
