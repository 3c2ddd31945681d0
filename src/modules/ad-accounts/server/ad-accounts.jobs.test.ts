import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { depsFor, pretendPlatform, roomServer } from "../testing/bench.ts";
import { adAccountsJobs, checkAllKind, forgetAbandonedKind } from "./ad-accounts.jobs.ts";

const log = makeLog("silent");
let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

async function aRoom() {
  const pretend = pretendPlatform();
  const clock = frozenClock(new Date());
  const deps = depsFor(db, pretend.platform, { systemClock: clock });
  const jobs = makeJobQueue({ driver: db.driver, log, jobs: adAccountsJobs(deps) });
  await jobs.prepare();
  const news = makeOutboxRelay({ db, log, subscriptions: [jobs.subscription] });
  async function run(kind: typeof checkAllKind) {
    await db.transaction((tx) => tx.enqueue(kind, {}));
    for (let round = 0; round < 2; round += 1) {
      await news.settle();
      await jobs.settle();
    }
  }
  return { ...pretend, clock, run, stop: () => jobs.stop(), ...(await roomServer(db, deps)) };
}

describe("looking after links", () => {
  it("finds out by itself that a permission was taken back", async () => {
    const room = await aRoom();
    await room.link("mer_1");
    await room.run(checkAllKind);
    const statusOf = () => db.one<{ status: string }>(sql`select status from ad_accounts.accounts`);
    expect((await statusOf()).status).toBe("linked");
    room.plan.act = () => Promise.reject(new AdapterFault("reconnect", { reason: "revoked" }));
    await room.run(checkAllKind);
    expect((await statusOf()).status).toBe("lost");
    await room.stop();
  });

  it("destroys a permission nobody chose an account with, after a day, and leaves those in use", async () => {
    const room = await aRoom();
    await room.consent("mer_1");
    await room.link("mer_2");
    const living = () =>
      db.many(sql`select merchant_id from ad_accounts.connections where access_token_sealed is not null
        order by merchant_id`);
    await room.run(forgetAbandonedKind);
    expect(await living()).toHaveLength(2);
    room.clock.advance(25 * 3_600_000);
    await room.run(forgetAbandonedKind);
    expect(await living()).toEqual([{ merchant_id: "mer_2" }]);
    expect(await db.many(sql`select 1 from ad_accounts.consents`)).toEqual([]);
    await room.stop();
  });
});
