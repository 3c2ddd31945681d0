import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { followClock } from "#base/server/clock.ts";
import { makeDb } from "#base/server/db/db.ts";
import type { HttpGround } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeJobDesk } from "#base/server/jobs.ts";
import { mountLive } from "#base/server/live.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { makeNewsDesk, newsChannel } from "#base/server/news.ts";
import type { Calls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { freePort } from "#base/testing/free-port.ts";
import type { TestSandbox } from "#base/testing/sandbox.ts";
import { mountDocs } from "../server/docs.ts";
import { mountHealth } from "../server/health.ts";
import { listenersOf } from "../server/news.ts";
import { statusOfRefusal } from "../server/refusals.ts";
import { openRooms } from "../server/rooms.ts";
import { readProductSettings } from "../server/settings.ts";
import { settingsFor } from "./product.ts";

export type House = {
  app: FastifyInstance;
  url: string;
  db: TestDb;
  /** Every call that is served, by name: the contract itself. */
  calls: Calls;
  /** The log so far, one line of JSON each. */
  logLines: string[];
  /** No more jobs and events from here on: what is looked at stands still. */
  rest(): Promise<void>;
  close(): Promise<void>;
};

/** The whole product inside the test's own process, on a test's database: every room open, its log and its tables to look into. */
export async function openHouse(sandbox: TestSandbox): Promise<House> {
  const port = await freePort();
  const settings = readProductSettings({
    ...settingsFor(sandbox),
    PORT: String(port),
    DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-house-")),
    SMS_PER_ADDRESS_PER_HOUR: "1000",
  });
  const logLines: string[] = [];
  const log = makeLog("trace", { write: (line) => void logLines.push(line) });
  const db = await testDb();
  const messages = await loadMessages(join(import.meta.dirname, "../.."));
  const meters = makeMeters();
  const worldClock = await followClock(settings.WORLD_CLOCK_URL ?? "", log);
  let wake = () => {};
  const ours = makeDb(db.driver, () => wake());
  const rooms = await openRooms({ settings, db: ours, driver: db.driver, log, messages, meters, worldClock });
  const jobs = makeJobDesk({ driver: db.driver, log, jobs: rooms.jobs() });
  const news = makeNewsDesk({ db: ours, log, listeners: listenersOf(rooms, jobs) });
  wake = news.wake;

  const app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const http: HttpGround = { db: ours, authenticate: rooms.authenticate, mounted: {} };
  mountHealth(app, { db: ours, meters, settings, isReady: () => true, isWritable: () => true });
  await rooms.mountRedirect(app);
  rooms.mountCalls(app, http);
  const { authenticate, findLivingSessions } = rooms;
  const live = mountLive(app, { db: ours, log, meters, authenticate, findLivingSessions });
  await db.driver.listen(newsChannel, () => void live.pump());
  await mountDocs(app, http.mounted, statusOfRefusal);
  await jobs.start();
  await news.start();
  await app.listen({ host: "127.0.0.1", port });

  let isResting = false;
  async function rest() {
    if (isResting) return;
    isResting = true;
    await jobs.stop();
    await news.stop();
  }
  return {
    app,
    url: `http://localhost:${port}`,
    db,
    calls: http.mounted,
    logLines,
    rest,
    async close() {
      await app.close();
      await rest();
      worldClock.stop();
      await db.close();
    },
  };
}
