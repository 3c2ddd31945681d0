import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { listAudit, recordAudit } from "./audit.ts";
import { transact } from "./context.ts";
import { sql } from "./db/db.ts";
import { actOnMerchant, type StaffContext, transactAsStaff } from "./staff-context.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const by = { kind: "staff", id: "stf_1" } as const;
const context = (): StaffContext => ({ db, by, now: new Date("2026-11-22T09:00:00Z"), requestId: "req_1" });
const change = { module: "wallet", action: "wallet.refunded", subject: "pay_1" };
const listActors = () =>
  db.many(sql`select merchant_id, name, actor_kind, actor_id from base.events order by id`);

describe("staff acting on a merchant", () => {
  it("are named by its audit log and its events, in a transaction of their own", async () => {
    await transact(actOnMerchant(context(), "mer_1"), async (ctx) => {
      await recordAudit(ctx, change);
      await ctx.tx.publish({ name: "merchant.profile_changed", merchant_id: "mer_1" });
    });
    const [entry] = await listAudit(actOnMerchant(context(), "mer_1"), {});
    expect(entry).toMatchObject({
      merchant_id: "mer_1",
      actor_kind: "staff",
      actor_id: "stf_1",
      request_id: "req_1",
    });
    expect(await listActors()).toMatchObject([
      { merchant_id: "mer_1", actor_kind: "staff", actor_id: "stf_1" },
    ]);
  });

  it("do it in the transaction that is open already, and leave nothing when that fails", async () => {
    const work = transactAsStaff(context(), async (ctx) => {
      await recordAudit(actOnMerchant(ctx, "mer_1"), change);
      await recordAudit(actOnMerchant(ctx, "mer_2"), change);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    for (const merchantId of ["mer_1", "mer_2"])
      expect(await listAudit(actOnMerchant(context(), merchantId), {})).toEqual([]);
  });
});
