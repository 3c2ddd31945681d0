import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { followClock } from "#base/server/clock.ts";
import { makeDb } from "#base/server/db/db.ts";
import { mountCspReports } from "#base/server/http/csp-reports.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { mountLive } from "#base/server/live.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { eventsChannel, makeOutboxRelay } from "#base/server/outbox-relay.ts";
import type { Calls } from "#base/shared/contract.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { freePort } from "#base/testing/free-port.ts";
import { readOnlyReplica } from "#base/testing/read-only.ts";
import type { TestSandbox } from "#base/testing/sandbox.ts";
import { composeApp } from "../server/compose-app.ts";
import { mountDocs } from "../server/docs.ts";
import { mountHealth } from "../server/health.ts";
import { readProductSettings } from "../server/settings.ts";
import { settingsFor } from "./product.ts";

export type TestApp = {
  app: FastifyInstance;
  url: string;
  db: TestDb;
  /** Every served call, by name: the contract itself. */
  calls: Calls;
  /** Every route of the server, as "GET /path/:id". */
  routes: readonly string[];
  /** The log so far, one line of JSON each. */
  logLines: string[];
  /** Stops jobs and events, so that the state to inspect no longer changes. */
  stopBackground(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The whole product inside the test's own process, on a test database: every module composed, its log and its tables
 * accessible.
 */
export async function openTestApp(sandbox: TestSandbox): Promise<TestApp> {
  const port = await freePort();
  const settings = readProductSettings({
    ...settingsFor(sandbox),
    PORT: String(port),
    DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-test-app-")),
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
  const replica = readOnlyReplica(ours, db.driver);
  const modules = await composeApp({
    settings,
    db: ours,
    driver: db.driver,
    replica,
    log,
    messages,
    meters,
    worldClock,
  });
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: modules.jobs() });
  const relay = makeOutboxRelay({
    db: ours,
    log,
    worldClock,
    subscriptions: modules.subscriptions(jobs),
  });
  wake = relay.wake;

  const app = await makeHttpServer({ log, messages, meters, worldClock, trustedProxies: [] });
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  const { authenticate, authenticateStaff, links, findActiveSessions } = modules;
  const http: HttpContext = {
    db: ours,
    worldClock,
    replica,
    authenticate,
    authenticateStaff,
    links,
    mounted: {},
  };
  mountHealth(app, { db: ours, meters, settings, isReady: () => true, isWritable: () => true });
  await modules.mountRedirect(app);
  mountCspReports(app, { log, meters, publicUrl: settings.PUBLIC_URL });
  modules.mountCalls(app, http);
  const live = mountLive(app, http, { log, meters, findActiveSessions });
  await db.driver.listen(eventsChannel, () => void live.pump());
  await mountDocs(app, http.mounted, modules.getRefusalStatus);
  await jobs.start();
  await relay.start();
  await app.listen({ host: "127.0.0.1", port });

  let isStopped = false;
  async function stopBackground() {
    if (isStopped) return;
    isStopped = true;
    await jobs.stop();
    await relay.stop();
  }
  return {
    app,
    url: `http://localhost:${port}`,
    db,
    calls: http.mounted,
    routes,
    logLines,
    stopBackground,
    async close() {
      await app.close();
      await stopBackground();
      worldClock.stop();
      await db.close();
    },
  };
}
