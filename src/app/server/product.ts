import { join, resolve } from "node:path";
import { followClock, systemClock } from "#base/server/clock.ts";
import { makeDb } from "#base/server/db/db.ts";
import { mountCspReports } from "#base/server/http/csp-reports.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { handOutPositions } from "#base/server/http/read-position.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { mountLive } from "#base/server/live.ts";
import { type Log, observeAlarms } from "#base/server/log.ts";
import { startMaintenance } from "#base/server/maintenance.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { observeDriver } from "#base/server/observe-driver.ts";
import { eventsChannel, makeOutboxRelay, publishedChannel } from "#base/server/outbox-relay.ts";
import { makePublishedNotifier } from "#base/server/published-notifier.ts";
import { makeQueueSample } from "#base/server/sample-queues.ts";
import { startTracing } from "#base/server/start-tracing.ts";
import { databaseProbe, folderProbe, watchStorage, withErrorReporting } from "#base/server/storage-health.ts";
import { observeVendors } from "#base/server/vendor-calls.ts";
import { openControl } from "./backups/control-socket.ts";
import { makeBackup } from "./backups/make-backup.ts";
import { composeApp } from "./compose-app.ts";
import { openDatabase, openReadReplica } from "./database.ts";
import { mountDemo } from "./demo/mount-demo.ts";
import { openDemoStore } from "./demo/open-demo-store.ts";
import { prepareDay, prepareDays } from "./demo/prepare-days.ts";
import { mountDocs } from "./docs.ts";
import { serverModules } from "./find-modules.ts";
import { googleMapsSources } from "./google-maps.ts";
import { mountHealth } from "./health.ts";
import { makePageLinks } from "./page-links.ts";
import type { Settings } from "./settings.ts";
import { listVendorNames } from "./vendor-names.ts";
import { mountWebFiles } from "./web-files.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * The whole program in the role its settings give it: web, jobs, redirect, or all of them. Its modules are those of
 * `src/modules` when not given.
 */
export async function buildProduct(settings: Settings, log: Log, modules = serverModules) {
  const serves = (role: Settings["ROLE"]) => settings.ROLE === "all" || settings.ROLE === role;
  warnAboutEmbedded(settings, log);
  const tracing = await traceBySettings(settings);
  const opened = await openDatabase(settings, log);
  const probes = [databaseProbe(opened), folderProbe(join(settings.DATA_DIR, "media"))];
  const storage = watchStorage({ log, probes });
  const meters = makeMeters();
  meters.databasePool.set(opened.kind === "embedded" ? 1 : settings.DATABASE_POOL);
  observeAlarms((alarm) => meters.alarms.inc({ alarm }));
  observeVendors(listVendorNames(settings), (labels, seconds) =>
    meters.vendorSeconds.observe(labels, seconds),
  );
  const driver = observeDriver(withErrorReporting(opened, storage.reportError), meters);
  const messages = await loadMessages(join(root, "src"));
  const remoteClock = settings.WORLD_CLOCK_URL ? await followClock(settings.WORLD_CLOCK_URL, log) : undefined;
  const worldClock = remoteClock ?? systemClock;

  let wakeRelay = () => {};
  const db = makeDb(driver, () => wakeRelay());
  const replica = openReadReplica(settings, db, log);
  const demo = openDemoStore({ settings, log, messages, modules });
  const base = { db, driver, replica, log, messages, meters, worldClock };
  const composed = await composeApp({ ...base, settings, modules, demoStore: demo });
  const handlers = composed.jobs();
  const jobs = makeJobQueue({ driver, log, jobs: handlers, meters });
  const subscriptions = composed.subscriptions(jobs);
  const relay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions,
    turnsAtOnce:
      driver.kind === "embedded" ? 1 : Math.max(1, Math.min(6, Math.floor(settings.DATABASE_POOL / 2))),
  });
  wakeRelay = serves("jobs") ? relay.wake : makePublishedNotifier(driver, log);

  let isReady = false;
  const app = await makeHttpServer({
    log,
    messages,
    meters,
    worldClock,
    trustedProxies: settings.TRUSTED_PROXIES,
    connectionLimits: { total: settings.MAX_CONNECTIONS, perAddress: settings.MAX_CONNECTIONS_PER_ADDRESS },
    onFault: storage.reportError,
    hstsDays: settings.PUBLIC_URL.startsWith("https:") ? settings.HSTS_DAYS : 0,
  });
  mountHealth(app, { db, meters, settings, isReady: () => isReady, isWritable: storage.isWritable });
  if (serves("jobs")) {
    const queues = handlers.map(({ name }) => name);
    const hasReplicas = driver.kind === "server";
    meters.addSample(makeQueueSample({ db, meters, queues, subscriptions, hasReplicas }));
  }
  if (serves("redirect")) await composed.mountRedirect(app);
  if (serves("web")) await mountWeb();

  async function mountWeb() {
    const { authenticate, authenticateStaff, links, findActiveSessions } = composed;
    const http: HttpContext = {
      db,
      worldClock,
      replica,
      authenticate,
      authenticateStaff,
      links,
      mounted: {},
    };
    if (settings.DATABASE_READ_URL)
      handOutPositions(app, {
        replica,
        maxLagMs: settings.DATABASE_READ_LAG_SECONDS * 1_000,
        isSecure: settings.PUBLIC_URL.startsWith("https:"),
      });
    mountCspReports(app, { log, meters, publicUrl: settings.PUBLIC_URL });
    mountDemo(app, { store: demo, isVisit: composed.isDemoVisit, mounted: http.mounted });
    composed.mountCalls(app, http);
    const live = mountLive(app, http, { log, meters, findActiveSessions, settle: replica.settle });
    await driver.listen(eventsChannel, () => void live.pump());
    await mountDocs(app, http.mounted, composed.getRefusalStatus);
    await mountWebFiles(app, {
      ...toWebFilesOptions(settings),
      loadLinks: makePageLinks(settings, { listPublished: composed.listPublishedDocuments, log }),
    });
  }

  const background: { stop(): void | Promise<void> }[] = [];
  async function stopBackground() {
    for (const part of background) await part.stop();
    if (!serves("jobs")) return;
    await jobs.stop();
    await relay.stop();
  }

  /** Nothing but this process can copy the embedded database while it runs. */
  async function takeBackupRequests() {
    const { DATA_DIR: dataFolder, vaultKeys: keys } = settings;
    const control = await openControl(dataFolder, (target) =>
      makeBackup({ driver, dataFolder, keys, now: systemClock.now() }, target),
    );
    return { stop: control.close };
  }

  function keepDemoPrepared() {
    const templates = join(settings.DATA_DIR, "demo");
    return prepareDays({ prepare: (...day) => prepareDay(templates, ...day), systemClock, log });
  }

  return {
    app,
    async start() {
      if (serves("jobs")) {
        await jobs.start();
        await driver.listen(publishedChannel, relay.wake);
        await relay.start();
        background.push(startMaintenance(driver, db, log), ...composed.startBackground());
      }
      if (driver.kind === "embedded") background.push(await takeBackupRequests());
      if (serves("web") && settings.DEMO_AHEAD === "on") background.push(keepDemoPrepared());
      await app.listen({ host: settings.HOST, port: settings.PORT });
      isReady = true;
    },
    /** Finishes work in progress: requests together with jobs and events, then the database. */
    async stop() {
      isReady = false;
      await Promise.all([app.close(), stopBackground()]);
      await demo.stop();
      remoteClock?.stop();
      storage.stop();
      await replica.close();
      await driver.close();
      await tracing?.stop();
    },
  };
}

const traceBySettings = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_TRACES_SAMPLER_ARG: share,
  ROLE: role,
}: Settings) => (endpoint ? startTracing({ endpoint, headers, share, role }) : undefined);

/** Where the built web is, and which vendors' origins its pages may use. */
const toWebFilesOptions = (settings: Settings) => ({
  folder: resolve(root, settings.WEB_DIR),
  scriptOrigins: [new URL(settings.MOYASAR_CDN_URL).origin],
  connectOrigins: [new URL(settings.MOYASAR_API_URL).origin],
  imageOrigins: [new URL(settings.SALLA_API_URL).origin],
  ...(settings.GOOGLE_MAPS_KEY ? { moreSources: googleMapsSources } : {}),
});

/**
 * The embedded database survives a killed process, but not a power cut: logged as a warning where real money may flow.
 */
function warnAboutEmbedded(settings: Settings, log: Log) {
  const keys = [settings.MOYASAR_SECRET_KEY, settings.TAP_SECRET_KEY];
  const isLive = keys.some((key) => key?.startsWith("sk_live_"));
  if (settings.DATABASE_URL || !isLive) return;
  log.warn("Live payments on the embedded database: a power cut may lose committed data. Set DATABASE_URL.");
}
