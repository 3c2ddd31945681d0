import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import { makeDb } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeMeters } from "#base/server/meters.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { testDb } from "#base/testing/db.ts";
import { composeApp } from "../server/compose-app.ts";
import { findModules, serverModules } from "../server/find-modules.ts";
import { readProductSettings } from "../server/settings.ts";

/** The product's modules composed on a test database, without vendors; `folder` holds more modules. */
export async function composeTestApp({ folder }: { folder?: string } = {}) {
  const modules = folder
    ? await findModules(join(import.meta.dirname, "../../modules"), folder)
    : serverModules;
  const settings = readProductSettings(
    {
      DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-composed-")),
      UNIFONIC_APP_SID: "an-app-sid",
      MOYASAR_PUBLISHABLE_KEY: "pk_test_1",
      MOYASAR_SECRET_KEY: "sk_test_1",
      MOYASAR_WEBHOOK_SECRET: randomBytes(24).toString("base64url"),
    },
    modules,
  );
  const db = await testDb();
  const ours = makeDb(db.driver);
  const log = makeLog("silent");
  const messages = await loadMessages(join(import.meta.dirname, "../.."), ...(folder ? [folder] : []));
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const meters = makeMeters();
  const base = { db: ours, driver: db.driver, log, messages, meters, worldClock };
  const composed = await composeApp({ ...base, settings, modules });
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: composed.jobs() });
  const relay = makeOutboxRelay({ db: ours, log, worldClock, subscriptions: composed.subscriptions(jobs) });
  return { ...base, db, settings, modules, composed, jobs, relay, close: () => db.close() };
}
