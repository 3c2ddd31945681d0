import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "../testing/context.ts";
import { type TestDb, testDb } from "../testing/db.ts";
import { testEvent } from "../testing/events.ts";
import { listAudit, recordAudit } from "./audit.ts";
import { systemContext, systemTxContext, transact } from "./context.ts";
import { sql } from "./db/db.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const paused = { module: "campaigns", action: "campaign.paused", subject: "cmp_1" };

describe("the audit log", () => {
  it("says who changed what, from what to what, and by which request", async () => {
    const ctx = { ...testContext(db), requestId: "req-1" };
    await transact(ctx, (ctx) =>
      recordAudit(ctx, { ...paused, before: { status: "active" }, after: { status: "paused" } }),
    );
    expect(await listAudit(ctx, {})).toMatchObject([
      {
        ...paused,
        actor_kind: "member",
        actor_id: "mer_1",
        before: { status: "active" },
        after: { status: "paused" },
        request_id: "req-1",
      },
    ]);
  });

  it("holds nothing of a change that was rolled back", async () => {
    const ctx = testContext(db);
    const change = transact(ctx, async (ctx) => {
      await recordAudit(ctx, paused);
      throw new Error("no");
    });
    await expect(change).rejects.toThrow("no");
    expect(await listAudit(ctx, {})).toEqual([]);
  });

  it("is read by module and by subject, newest first, page after page, each merchant their own", async () => {
    const ctx = testContext(db);
    for (const subject of ["cmp_1", "cmp_2", "cmp_1"])
      await transact(ctx, (ctx) => recordAudit(ctx, { ...paused, subject }));
    await transact(ctx, (ctx) =>
      recordAudit(ctx, { module: "wallet", action: "wallet.card_removed", subject: "crd_1" }),
    );
    await transact(testContext(db, "mer_2"), (ctx) => recordAudit(ctx, paused));

    const subjects = (entries: { subject: string }[]) => entries.map(({ subject }) => subject);
    expect(subjects(await listAudit(ctx, { module: "campaigns" }))).toEqual(["cmp_1", "cmp_2", "cmp_1"]);
    expect(await listAudit(ctx, { subject: "cmp_1" })).toHaveLength(2);
    const [first, second] = await listAudit(ctx, { size: 2 });
    expect(subjects([first, second].flatMap((entry) => entry ?? []))).toEqual(["crd_1", "cmp_1"]);
    expect(subjects(await listAudit(ctx, { before: second?.id ?? 0 }))).toEqual(["cmp_2", "cmp_1"]);
  });

  it("is never edited", async () => {
    await transact(testContext(db), (ctx) => recordAudit(ctx, paused));
    await expect(db.run(sql`update base.audit_log set subject = 'cmp_9'`)).rejects.toThrow("never edited");
    await expect(db.run(sql`delete from base.audit_log`)).rejects.toThrow("never edited");
  });
});

describe("an event", () => {
  const actors = () =>
    db.many<{ name: string; actor_kind: string; actor_id: string | null }>(
      sql`select name, actor_kind, actor_id from base.events order by id`,
    );

  it("names who acted, within whatever the use case calls", async () => {
    await transact(testContext(db), (ctx) => transact(ctx, (inner) => inner.tx.publish(testEvent())));
    expect(await actors()).toEqual([{ name: "thing.happened", actor_kind: "member", actor_id: "mer_1" }]);
  });

  it("names the product where nobody asked for it: in a job, in a subscription", async () => {
    const now = new Date("2026-11-21T09:00:00Z");
    const event = testEvent();
    await transact(systemContext(db, "mer_1", now), (ctx) => ctx.tx.publish(event));
    await db.transaction((tx) => systemTxContext(tx, "mer_1", now).tx.publish(event));
    await db.transaction((tx) => tx.publish(event));
    expect((await actors()).map(({ actor_kind }) => actor_kind)).toEqual(["system", "system", "system"]);
  });
});
