import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "../testing/db.ts";
import { testEvent } from "../testing/events.ts";
import { type TestServer, testServer } from "../testing/http.ts";
import { systemClock } from "./clock.ts";
import { sql } from "./db/db.ts";
import { mountLive } from "./live.ts";
import { streamLimits } from "./live-hub.ts";
import { makeLog } from "./log.ts";
import { makeMeters } from "./meters.ts";
import { makeOutboxRelay } from "./outbox-relay.ts";

const log = makeLog("silent");
let db: TestDb;
let server: TestServer;
let url: string;
let pump: () => Promise<void>;
const ended = new Set<string>();

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, context) => {
    const { authenticate } = context;
    const living: typeof authenticate = async (token) => {
      const session = await authenticate(token);
      return session && { ...session, sessionId: token };
    };
    const findActiveSessions = async (ids: readonly string[]) =>
      new Map(ids.filter((id) => !ended.has(id)).map((id) => [id, id.replace("test-session-of-", "")]));
    const deps = { log, meters: makeMeters(), findActiveSessions };
    ({ pump } = mountLive(app, { ...context, authenticate: living }, deps));
  });
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/live`;
});
beforeEach(() => db.reset());
afterAll(async () => {
  await server.app.close();
  await db.close();
});

type ReceivedEvent = { id: string; name: string };

/** Reads the stream until `count` events came, then disconnects. */
async function listen(
  merchantId: string,
  count: number,
  lastId?: string,
  ready = () => {},
): Promise<ReceivedEvent[]> {
  const controller = new AbortController();
  const headers = {
    authorization: `Bearer test-session-of-${merchantId}`,
    ...(lastId ? { "last-event-id": lastId } : {}),
  };
  const answer = await fetch(url, { headers, signal: controller.signal });
  const received: ReceivedEvent[] = [];
  let rest = "";
  try {
    for await (const chunk of answer.body ?? []) {
      rest += Buffer.from(chunk).toString("utf8");
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        if (block.includes("event: ready")) ready();
        const [, id = ""] = /^id: (\d+)$/m.exec(block) ?? [];
        const [, data] = /^event: domain_event\ndata: (.*)$/m.exec(block) ?? [];
        if (data) received.push({ id, name: (JSON.parse(data) as { name: string }).name });
      }
      if (received.length >= count) controller.abort();
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  }
  return received;
}

async function publishEvent(merchantId: string, name: string) {
  await db.transaction((tx) => tx.publish(testEvent({ name, merchant_id: merchantId })));
  await makeOutboxRelay({ db, log, worldClock: systemClock, subscriptions: [] }).settle();
  await pump();
}

describe("the live stream", () => {
  it("sends a merchant its own events, and nothing of others", async () => {
    const received = listen("mer_1", 1, undefined, async () => {
      await publishEvent("mer_2", "wallet.deposited");
      await publishEvent("mer_1", "campaign.started");
    });
    expect((await received).map(({ name }) => name)).toEqual(["campaign.started"]);
  });

  it("resumes after a lost connection where it stopped: nothing lost, nothing twice", async () => {
    await publishEvent("mer_1", "thing.0");
    const first = await db.one<{ position: number }>(sql`select position from base.events`);
    const received: ReceivedEvent[] = [];
    for (let number = 1; number <= 6; number += 2) {
      const lastId = received.at(-1)?.id ?? String(first.position);
      await publishEvent("mer_1", `thing.${number}`);
      await publishEvent("mer_1", `thing.${number + 1}`);
      received.push(...(await listen("mer_1", 2, lastId)));
    }
    expect(received.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `thing.${number}`));
  });

  it("is closed to anonymous callers, and to a HEAD that would hold it open for nothing", async () => {
    expect((await fetch(url)).status).toBe(401);
    const headResponse = await fetch(url, {
      method: "HEAD",
      headers: { authorization: "Bearer test-session-of-mer_1" },
    });
    expect(headResponse.status).toBe(404);
  });

  it("is refused to a session that has too many open, and given again when one is closed", async () => {
    const controllers = Array.from({ length: streamLimits.perSession }, () => new AbortController());
    const headers = { authorization: "Bearer test-session-of-mer_7" };
    // Kept: a response that nothing refers to is closed when memory is collected.
    const open: Response[] = [];
    for (const { signal } of controllers) open.push(await fetch(url, { headers, signal }));
    expect(open.map(({ status }) => status)).toEqual(controllers.map(() => 200));
    const refused = await fetch(url, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    for (const controller of controllers) controller.abort();
    await expect.poll(async () => (await fetch(url, { headers })).status).toBe(200);
  });

  it("cuts a reader that takes nothing: its send buffer does not grow without limit", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer test-session-of-mer_5\r\n\r\n");
    await once(socket, "readable"); // and nothing is read
    let isCut = false;
    socket.on("error", () => {});
    socket.on("close", () => {
      isCut = true;
    });
    const name = `thing.${"x".repeat(4_000)}`;
    for (let round = 0; round < 40 && !isCut; round += 1) {
      await db.run(sql`
        insert into base.events (name, merchant_id, details, published_at, position)
        select ${name}, 'mer_5', '{}', now(), nextval('base.event_positions') from generate_series(1, 100)`);
      await pump();
    }
    socket.resume();
    await expect.poll(() => isCut).toBe(true);
  });

  it("ends with its session: events after the sign-out are not received", async () => {
    const received = listen("mer_9", 2, undefined, async () => {
      await publishEvent("mer_9", "wallet.deposited");
      ended.add("test-session-of-mer_9");
      await publishEvent("mer_9", "campaign.started");
    });
    expect((await received).map(({ name }) => name)).toEqual(["wallet.deposited"]);
  });
});
