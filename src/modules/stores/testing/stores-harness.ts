import { type Clock, runningClock } from "#base/server/clock.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay, type StoredEvent, type Subscription } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import type { TestDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { syncAll } from "../server/enqueue-sync.ts";
import { makeOrderContacts } from "../server/order-contacts.ts";
import type { SiteProbe } from "../server/site-probe.port.ts";
import { makeStoreAccess } from "../server/store-access.ts";
import type { StorePlatform } from "../server/store-platform.port.ts";
import type { StoresDeps } from "../server/stores.deps.ts";
import { storesJobHandlers } from "../server/stores.job-handlers.ts";
import { mountStores } from "../server/stores.routes.ts";
import type { MerchantRecords } from "../server/stores.store.ts";

const log = makeLog("silent");

/** The module as the product wires it, with one store platform and a fake merchants module that records its calls. */
export async function openStoresHarness(
  db: TestDb,
  platform: StorePlatform,
  publicUrl = "http://localhost:4599",
  sites: SiteProbe = { readPage: async () => "", readRecords: async () => [] },
  worldClock: Clock = runningClock(new Date()),
) {
  const merchantCalls: string[] = [];
  const events: StoredEvent[] = [];
  const merchants: MerchantRecords = {
    recordWebsiteType: async ({ actor }, type) =>
      void merchantCalls.push(`${actor.merchantId} sells on ${type}`),
    recordStoreActive: async ({ actor }, is) =>
      void merchantCalls.push(`${actor.merchantId} ${is ? "open" : "closed"}`),
  };
  const systemClock = { now: () => new Date() };
  const platforms = { [platform.platform]: platform };
  const vault = makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]);
  const shared = { db, log, vault, systemClock, worldClock, platforms, merchants };
  const deps: StoresDeps = {
    ...shared,
    access: makeStoreAccess(shared),
    contacts: makeOrderContacts({ vault, contactKey: Buffer.alloc(32, 9) }),
    sites,
    publicUrl,
  };
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: storesJobHandlers(deps) });
  await jobs.prepare();
  const webhookReceiver: Subscription = {
    name: "test-receiver",
    events: [
      "store.connected",
      "store.disconnected",
      "store.connection_lost",
      "store.order_recorded",
      "store.orders_restated",
    ],
    handle: async (_tx, event) => void events.push(event),
  };
  const outboxRelay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: [...jobs.subscriptions, webhookReceiver],
  });
  const server = await testServer(db, (app, context) => mountStores(app, context, deps), worldClock);

  return {
    deps,
    server,
    merchantCalls,
    events,
    /** The safety net, as its job runs it. */
    syncAll: () => syncAll(deps)(db, { now: worldClock.now() }),
    /** Publishes all events and runs all jobs, until nothing is left. */
    async settle() {
      for (let before = -1; before !== events.length; ) {
        before = events.length;
        await outboxRelay.settle();
        await jobs.settle();
        await outboxRelay.settle();
        await jobs.settle();
      }
    },
    async close() {
      await jobs.stop();
      await server.app.close();
    },
  };
}

export type StoresHarness = Awaited<ReturnType<typeof openStoresHarness>>;
