import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { stream } from "#base/shared/answer-kinds.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { mountCalls } from "./mount.ts";

const calls = defineCalls({
  "GET Clients/Texts/{id}": {
    summary: "A text, as it is written",
    access: "signed-in",
    params: z.object({ id: z.string() }),
    answer: stream(z.string()),
  },
});

let db: TestDb;
let server: TestServer;
let url: string;
/** What the handler writes, set by each test. */
let write: (signal: AbortSignal) => AsyncIterable<string>;

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) =>
    mountCalls(app, context, calls, { "GET Clients/Texts/{id}": async ({ signal }) => write(signal) }),
  );
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/Clients/Texts/t1`;
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const headers = { authorization: "Bearer test-session-of-mer_1", "x-app-language": "en" };
const toLines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

describe("a stream", () => {
  it("sends its items and says that it is done", async () => {
    write = async function* () {
      yield "تمر\n";
      yield "من القصيم";
    };
    const answer = await fetch(url, { headers });
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(toLines(await answer.text())).toEqual([{ item: "تمر\n" }, { item: "من القصيم" }, { done: true }]);
  });

  it("sends each item when it comes, not when all have come", async () => {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    write = async function* () {
      yield "first";
      await waiting;
      yield "second";
    };
    const reader = (await fetch(url, { headers })).body?.getReader();
    const first = await reader?.read();
    expect(toLines(Buffer.from(first?.value ?? []).toString())).toEqual([{ item: "first" }]);
    goOn();
    let rest = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      rest += Buffer.from(part.value).toString();
    expect(toLines(rest)).toEqual([{ item: "second" }, { done: true }]);
  });

  it("that fails in the middle says so in its last line, in the reader's language, without details", async () => {
    write = async function* () {
      yield "first";
      throw new Error("select secret from inside");
    };
    const answer = await fetch(url, { headers });
    const [first, last, ...rest] = toLines(await answer.text());
    expect([first, rest]).toEqual([{ item: "first" }, []]);
    expect(last).toMatchObject({
      error: true,
      code: "base.internal",
      request_id: answer.headers.get("x-request-id"),
    });
    expect(JSON.stringify(last)).not.toContain("secret");
  });

  it("that is refused before its first item is answered like any refusal", async () => {
    // biome-ignore lint/correctness/useYield: it is refused before it yields
    write = async function* () {
      baseRefusals.refuse("base.too_many_requests", { seconds: 9 });
    };
    const answer = await fetch(url, { headers });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "9"]);
    expect(await answer.json()).toMatchObject({ error: true, code: "base.too_many_requests" });
  });

  it("stops its source when the reader leaves, also while the source waits", async () => {
    const stopped: string[] = [];
    write = async function* (signal) {
      try {
        yield "first";
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      } finally {
        stopped.push("stopped");
      }
    };
    const left = new AbortController();
    const answer = await fetch(url, { headers, signal: left.signal });
    await answer.body?.getReader().read();
    left.abort();
    await expect.poll(() => stopped).toEqual(["stopped"]);
  });

  it("is written no faster than its reader takes it, and freed when the reader leaves", async () => {
    let written = 0;
    let isFreed = false;
    write = async function* () {
      try {
        for (;;) {
          written += 1;
          yield "x".repeat(65_536);
        }
      } finally {
        isFreed = true;
      }
    };
    const left = new AbortController();
    const answer = await fetch(url, { headers, signal: left.signal });
    expect(answer.status).toBe(200); // and nothing of it is read
    let last = -1;
    await expect
      .poll(() => {
        const isStill = written === last;
        last = written;
        return isStill;
      })
      .toBe(true);
    expect(written).toBeLessThan(1_000);
    left.abort();
    await expect.poll(() => isFreed).toBe(true);
  });

  it("is closed to anonymous callers, and holds no HEAD open", async () => {
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { method: "HEAD", headers })).status).toBe(404);
  });
});
