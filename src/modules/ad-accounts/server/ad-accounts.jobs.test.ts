import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { deleteOldAuthorizations } from "#base/server/oauth/authorizations.store.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { fakePlatform, makeTestDeps, openTestServer } from "../testing/harness.ts";
import { adAccountsJobHandlers, checkAllJob, forgetAbandonedJob } from "./ad-accounts.jobs.ts";

const log = makeLog("silent");
let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

async function openHarness() {
  const fake = fakePlatform();
  const clock = frozenClock(new Date());
  const deps = makeTestDeps(db, fake.platform, { systemClock: clock });
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: adAccountsJobHandlers(deps) });
  await jobs.prepare();
  const outboxRelay = makeOutboxRelay({
    db,
    log,
    worldClock: clock,
    subscriptions: jobs.subscriptions,
  });
  async function run(job: typeof checkAllJob) {
    await db.transaction((tx) => tx.enqueue(job, {}));
    for (let round = 0; round < 2; round += 1) {
      await outboxRelay.settle();
      await jobs.settle();
    }
  }
  return { ...fake, clock, run, stop: () => jobs.stop(), ...(await openTestServer(db, deps)) };
}

describe("background jobs", () => {
  it("find that access was revoked", async () => {
    const harness = await openHarness();
    await harness.link("mer_1");
    await harness.run(checkAllJob);
    const loadStatus = () => db.one<{ status: string }>(sql`select status from ad_accounts.accounts`);
    expect((await loadStatus()).status).toBe("linked");
    harness.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    await harness.run(checkAllJob);
    expect((await loadStatus()).status).toBe("lost");
    await harness.stop();
  });

  it("delete the tokens of a connection nobody chose an account with, after a day, and keep those in use", async () => {
    const harness = await openHarness();
    await harness.authorize("mer_1");
    await harness.link("mer_2");
    const listOpenConnections = () =>
      db.many(sql`select merchant_id from ad_accounts.connections where access_token_sealed is not null
        order by merchant_id`);
    await harness.run(forgetAbandonedJob);
    expect(await listOpenConnections()).toHaveLength(2);
    harness.clock.advance(25 * 3_600_000);
    await harness.run(forgetAbandonedJob);
    expect(await listOpenConnections()).toEqual([{ merchant_id: "mer_2" }]);
    await deleteOldAuthorizations(db, harness.clock.now());
    expect(await db.many(sql`select 1 from base.authorizations`)).toEqual([]);
    await harness.stop();
  });
});
