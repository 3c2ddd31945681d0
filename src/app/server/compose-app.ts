import { hkdfSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Clock, systemClock } from "#base/server/clock.ts";
import type { Db, Driver } from "#base/server/db/db.ts";
import { type ReadReplica, withoutReplica } from "#base/server/db/read-replica.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeSignedLinks } from "#base/server/http/signed-links.ts";
import type { JobQueue } from "#base/server/jobs.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Meters } from "#base/server/meters.ts";
import type { Facades, ServerModule, SharedDeps } from "#base/server/module.ts";
import { toOperationKinds } from "#base/server/operations/define-operation.ts";
import { operationsJobs } from "#base/server/operations/operations.jobs.ts";
import { mountOperations } from "#base/server/operations/operations.routes.ts";
import { makeVault } from "#base/server/secrets.ts";
import { demoRefusals } from "#modules/demo/contract/demo.refusals.ts";
import type { DemoStore } from "#modules/demo/server/demo-store.port.ts";
import { composeAbilities, composeModules } from "./compose-modules.ts";
import { serverModules } from "./find-modules.ts";
import { openPersonalDataRegistry } from "./personal-data.ts";
import { makePorts } from "./ports.ts";
import { makeRefusalStatus } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** Where there is none, as inside the demo store itself. */
const noDemoStore: DemoStore = { open: async () => demoRefusals.refuse("demo.not_open") };

type ComposeOptions = {
  settings: Settings;
  db: Db;
  driver: Driver;
  /** The database itself when not given. */
  replica?: ReadReplica;
  log: Log;
  messages: Messages;
  meters: Meters;
  worldClock: Clock;
  /** What visitors look around in. */
  demoStore?: DemoStore;
  /** From the lowest layer up; those of `src/modules` when not given. */
  modules?: readonly ServerModule[];
};

/** Builds every module and joins what they bring: calls, jobs, subscriptions, operations, refusals. */
export async function composeApp({
  settings,
  modules = serverModules,
  demoStore = noDemoStore,
  ...base
}: ComposeOptions) {
  const { db, worldClock } = base;
  const shared = makeShared(settings, modules, base);
  const facades = {} as Facades;
  const personalData = openPersonalDataRegistry(modules);
  const { deriveKeys } = shared;
  const ports = await makePorts({ settings, worldClock, facades, deriveKeys, personalData, demoStore });
  const parts = composeModules({ modules, shared, ports, settings, facades });
  personalData.complete(parts);
  const kinds = toOperationKinds(parts.flatMap(({ operations = [] }) => operations));
  const { company, demo, merchants, staff } = facades;

  return {
    authenticate: merchants.makeAuthenticate(db),
    authenticateStaff: (token: string) => staff.authenticateStaff(db, token),
    findActiveSessions: (sessionIds: readonly string[]) => merchants.findActiveSessions(db, sessionIds),
    /** Whether a bearer token belongs to a visit of the demo store. */
    isDemoVisit: (token: string) => demo.isVisit(token),
    /** The company's documents that have a text. */
    listPublishedDocuments: () => company.listPublished(db),
    getRefusalStatus: makeRefusalStatus(modules),
    links: makeSignedLinks(shared.deriveKey("media links").toString("base64"), systemClock),

    /** Every call of the product. */
    mountCalls(app: FastifyInstance, http: HttpContext) {
      for (const part of parts) part.mount?.(app, http);
      mountOperations(app, http, { ...shared, kinds });
    },
    /** The addresses that may be served by a process of their own. */
    async mountRedirect(app: FastifyInstance) {
      for (const part of parts) await part.mountRedirect?.(app);
    },
    /** The handlers of all background jobs. */
    jobs: () => [...parts.flatMap(({ jobs = [] }) => jobs), ...operationsJobs({ ...shared, kinds })],
    /** The handlers of all events; that of enqueued jobs comes first. */
    subscriptions: (jobs: Pick<JobQueue, "subscriptions">) => [
      ...jobs.subscriptions,
      ...parts.flatMap(({ subscriptions = [] }) => subscriptions),
    ],
    startBackground: () => parts.flatMap((part) => part.startBackground?.() ?? []),
  };
}

type Base = Pick<SharedDeps, "db" | "driver" | "log" | "messages" | "meters" | "worldClock"> &
  Partial<Pick<SharedDeps, "replica">>;

function makeShared(settings: Settings, modules: readonly ServerModule[], base: Base): SharedDeps {
  const deriveKeys = (use: string) =>
    settings.vaultKeys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "rawaj", use, 32)));
  return {
    ...base,
    replica: base.replica ?? withoutReplica(base.db),
    systemClock,
    vault: makeVault(settings.vaultKeys),
    publicUrl: settings.PUBLIC_URL,
    deriveKeys,
    deriveKey: (use) => deriveKeys(use)[0] as Buffer,
    abilities: composeAbilities(modules),
  };
}
