import { afterAll, beforeAll, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { deleteDestination } from "./destinations.store.ts";
import { dropList } from "./lists.store.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

it("keeps nothing of an ad account that was unlinked", async () => {
  await transact(testContext(db, "mer_1"), async (ctx) => {
    await deleteDestination(ctx, "aac_1");
    await dropList(ctx, { adAccountId: "aac_1" });
  });
  const left = await db.many(sql`
    select ad_account_id from conversions.destinations where merchant_id = 'mer_1'
    union all select ad_account_id from conversions.lists where merchant_id = 'mer_1'`);
  expect(left).toEqual([]);
});
