import { join, resolve } from "node:path";
import { followClock, systemClock } from "#base/server/clock.ts";
import { makeDb } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeHttpServer } from "#base/server/http/server.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { mountLive } from "#base/server/live.ts";
import type { Log } from "#base/server/log.ts";
import { startMaintenance } from "#base/server/maintenance.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { eventsChannel, makeOutboxRelay, publishedChannel } from "#base/server/outbox-relay.ts";
import { makePublishedNotifier } from "#base/server/published-notifier.ts";
import { databaseProbe, folderProbe, watchStorage, withErrorReporting } from "#base/server/storage-health.ts";
import { composeApp } from "./compose-app.ts";
import { openDatabase } from "./database.ts";
import { mountDocs } from "./docs.ts";
import { serverModules } from "./find-modules.ts";
import { googleMapsSources } from "./google-maps.ts";
import { mountHealth } from "./health.ts";
import type { Settings } from "./settings.ts";
import { mountWebFiles } from "./web-files.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * The whole program in the role its settings give it: web, jobs, redirect, or all of them. Its modules are those of
 * `src/modules` when not given.
 */
export async function buildProduct(settings: Settings, log: Log, modules = serverModules) {
  const serves = (role: Settings["ROLE"]) => settings.ROLE === "all" || settings.ROLE === role;
  warnAboutEmbedded(settings, log);
  const opened = await openDatabase(settings, log);
  const probes = [databaseProbe(opened), folderProbe(join(settings.DATA_DIR, "media"))];
  const storage = watchStorage({ log, probes });
  const driver = withErrorReporting(opened, storage.reportError);
  const meters = makeMeters();
  const messages = await loadMessages(join(root, "src"));
  const remoteClock = settings.WORLD_CLOCK_URL ? await followClock(settings.WORLD_CLOCK_URL, log) : undefined;
  const worldClock = remoteClock ?? systemClock;

  let wakeRelay = () => {};
  const db = makeDb(driver, () => wakeRelay());
  const composed = await composeApp({ settings, db, driver, log, messages, meters, worldClock, modules });
  const jobs = makeJobQueue({ driver, log, jobs: composed.jobs() });
  const relay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: composed.subscriptions(jobs),
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
  if (serves("redirect")) await composed.mountRedirect(app);
  if (serves("web")) await mountWeb();

  async function mountWeb() {
    const { authenticate, authenticateStaff, links, findActiveSessions } = composed;
    const http: HttpContext = { db, worldClock, authenticate, authenticateStaff, links, mounted: {} };
    composed.mountCalls(app, http);
    const live = mountLive(app, http, { log, meters, findActiveSessions });
    await driver.listen(eventsChannel, () => void live.pump());
    await mountDocs(app, http.mounted, composed.getRefusalStatus);
    await mountWebFiles(app, toWebFilesOptions(settings));
  }

  const background: { stop(): void | Promise<void> }[] = [];
  async function stopBackground() {
    for (const part of background) await part.stop();
    if (!serves("jobs")) return;
    await jobs.stop();
    await relay.stop();
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
      await app.listen({ host: settings.HOST, port: settings.PORT });
      isReady = true;
    },
    /** Finishes work in progress: requests together with jobs and events, then the database. */
    async stop() {
      isReady = false;
      await Promise.all([app.close(), stopBackground()]);
      remoteClock?.stop();
      storage.stop();
      await driver.close();
    },
  };
}

/** Where the built web is, which vendors' origins its pages may use, and the addresses they link to. */
const toWebFilesOptions = (settings: Settings) => ({
  folder: resolve(root, settings.WEB_DIR),
  scriptOrigins: [new URL(settings.MOYASAR_CDN_URL).origin],
  connectOrigins: [new URL(settings.MOYASAR_API_URL).origin],
  imageOrigins: [new URL(settings.SALLA_API_URL).origin],
  ...(settings.GOOGLE_MAPS_KEY ? { moreSources: googleMapsSources } : {}),
  links: {
    "google-maps-key": settings.GOOGLE_MAPS_KEY,
    "google-maps-version": settings.GOOGLE_MAPS_VERSION,
    "help-chat-url": settings.HELP_CHAT_URL,
    "help-centre-url": settings.HELP_CENTRE_URL,
    "terms-url": settings.TERMS_URL,
    "privacy-url": settings.PRIVACY_URL,
  },
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
