import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { defineJob, handleJob, makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { testDb } from "#base/testing/db.ts";
import { revokeAccessJob } from "./stores.jobs.ts";

const migration = join(
  import.meta.dirname,
  "../../../../db/migrations/20261122184000_stores_revoke_access_jobs.sql",
);
const log = makeLog("silent");
const formerJob = defineJob({ name: "stores-farewell", input: revokeAccessJob.input });

it("access is also revoked for stores that were disconnected before the job got its name", async () => {
  const db = await testDb();
  const revoked: string[] = [];
  const jobs = makeJobQueue({
    driver: db.driver,
    log,
    jobs: [
      handleJob(formerJob, () => Promise.reject(new Error("nobody runs it any more"))),
      handleJob(revokeAccessJob, async ({ store_id }) => void revoked.push(store_id)),
    ],
  });
  await jobs.prepare();
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: jobs.subscriptions });
  await jobs.boss.send(formerJob.name, { store_id: "sto_waiting" });
  await db.transaction((tx) => tx.enqueue(formerJob, { store_id: "sto_published" }));

  await db.driver.script(readFileSync(migration, "utf8"));
  await relay.settle();
  await jobs.settle();
  expect(revoked.sort()).toEqual(["sto_published", "sto_waiting"]);
  await jobs.stop();
  await db.close();
});
