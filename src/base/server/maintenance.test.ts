import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDb, testDb } from "../testing/db.ts";
import { sql } from "./db/db.ts";
import { makeLog } from "./log.ts";
import { startMaintenance } from "./maintenance.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

it("deletes old keys, authorizations a day after their end, and old events that every subscription has handled; what is younger or unhandled stays", async () => {
  await db.run(sql`
    insert into base.idempotency_keys (scope, key, call, body_hash, created_at)
    values ('mer_1', 'old-key-1', 'POST x', '', now() - interval '30 days'), ('mer_1', 'new-key-1', 'POST x', '', now())`);
  await db.run(sql`
    insert into base.events (name, merchant_id, details, published_at, position)
    select name, 'mer_1', '{}', now() - make_interval(days => days), position
    from (values ('thing.handled', 400, 1), ('thing.young', 0, 2), ('thing.unhandled', 400, 3)) e (name, days, position)`);
  await db.run(sql`
    insert into base.authorizations (state_hash, owner, vendor, merchant_id, actor_kind, details, code_verifier_sealed,
      expires_at)
    select state_hash, 'things', 'acme', 'mer_1', 'member', '{}', 'sealed', now() - ago
    from (values ('old', interval '25 hours'), ('young', interval '23 hours')) a (state_hash, ago)`);
  await db.run(sql`insert into base.subscriptions (name, position) values ('slow', 2), ('quick', 3)`);

  const maintenance = startMaintenance(db.driver, db, makeLog("silent"));
  await maintenance.runOnce();
  maintenance.stop();

  expect(await db.many(sql`select key from base.idempotency_keys`)).toEqual([{ key: "new-key-1" }]);
  expect(await db.many(sql`select state_hash from base.authorizations`)).toEqual([{ state_hash: "young" }]);
  expect(await db.many(sql`select name from base.events order by position`)).toEqual([
    { name: "thing.young" },
    { name: "thing.unhandled" },
  ]);
});
