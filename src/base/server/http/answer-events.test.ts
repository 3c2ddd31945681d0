import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { events } from "#base/shared/answer-kinds.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { EventSink } from "./handlers.ts";
import { mountCalls } from "./mount.ts";

const answer = events({ moved: z.object({ x: z.number() }), stopped: z.object({}) });
const calls = defineCalls({
  "GET Clients/Carts/{id}": {
    summary: "A cart's movements",
    access: "signed-in",
    params: z.object({ id: z.string() }),
    answer,
  },
});

let db: TestDb;
let server: TestServer;
let url: string;
let sink: EventSink<typeof answer> | undefined;
let lastId: string | undefined;
let stopped: number;

beforeAll(async () => {
  db = await testDb();
  stopped = 0;
  server = await testServer(db, (app, context) =>
    mountCalls(app, context, calls, {
      "GET Clients/Carts/{id}":
        async ({ lastEventId }) =>
        (opened) => {
          sink = opened;
          lastId = lastEventId;
          return () => {
            stopped += 1;
          };
        },
    }),
  );
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/Clients/Carts/c1`;
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

const headers = { authorization: "Bearer test-session-of-mer_1" };

describe("events", () => {
  it("are sent by their names with their data, and the stream ends when the handler closes it", async () => {
    const response = await fetch(url, { headers: { ...headers, "last-event-id": "41" } });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(lastId).toBe("41");
    const isTaken = sink?.send([
      { id: 42, name: "moved", data: { x: 1 } },
      { name: "stopped", data: {} },
    ]);
    expect(isTaken).toBe(true);
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes("stopped")) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(text).toBe('retry: 2000\n\nid: 42\nevent: moved\ndata: {"x":1}\n\nevent: stopped\ndata: {}\n\n');
    sink?.close();
    expect((await reader?.read())?.done).toBe(true);
    await expect.poll(() => stopped).toBe(1);
    const { values } = await server.meters.requestSeconds.get();
    expect(values.map(({ labels }) => labels)).toContainEqual({
      method: "GET",
      route: "/Clients/Carts/:id",
      status: 200,
    });
  });

  it("have the types of their contract", () => {
    type Sent = Parameters<EventSink<typeof answer>["send"]>[0][number];
    expectTypeOf<Sent["name"]>().toEqualTypeOf<"moved" | "stopped">();
    expectTypeOf<Extract<Sent, { name: "moved" }>["data"]>().toEqualTypeOf<{ x: number }>();
  });

  it("are sent to nobody once the reader has left", async () => {
    const left = new AbortController();
    await fetch(url, { headers, signal: left.signal });
    const before = stopped;
    left.abort();
    await expect.poll(() => stopped).toBe(before + 1);
    expect(sink?.send([{ name: "stopped", data: {} }])).toBe(false);
  });

  it("are not buffered without limit for a reader that takes none", async () => {
    const left = new AbortController();
    await fetch(url, { headers, signal: left.signal });
    const event = { name: "moved" as const, data: { x: 1 } };
    let sent = 0;
    while (sent < 200 && sink?.send(Array.from({ length: 4_000 }, () => event))) sent += 1;
    expect(sent).toBeLessThan(200);
    left.abort();
  });
});
