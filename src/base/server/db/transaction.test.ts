import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "../../testing/context.ts";
import { type TestDb, testDb } from "../../testing/db.ts";
import { testEvent } from "../../testing/events.ts";
import { listAudit, recordAudit } from "../audit.ts";
import { transact } from "../context.ts";
import { type QueryResult, type Session, sql, sqlState, together, watchFailures } from "./db.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
  await db.driver.script("create schema scratch; create table scratch.items (n int primary key)");
});
beforeEach(async () => {
  await db.reset();
  await db.run(sql`delete from scratch.items`);
});
afterAll(async () => {
  await db.driver.script("drop schema scratch cascade");
  await db.close();
});

const insert = (n: number) => sql`insert into scratch.items values (${n})`;
const listItems = async () =>
  (await db.many<{ n: number }>(sql`select n from scratch.items order by n`)).map(({ n }) => n);
const listEvents = async () =>
  (await db.many<{ note: string }>(sql`select details ->> 'note' as note from base.events order by id`)).map(
    ({ note }) => note,
  );
const failWith = (work: Promise<unknown>) => work.then(() => "nothing", sqlState);

describe("statements of a transaction", () => {
  it("run in the order in which they are sent, also when none waits for another", async () => {
    const seen = await db.transaction(async (tx) => {
      const [, first, , second] = await Promise.all([
        tx.run(insert(1)),
        tx.one<{ n: number }>(sql`select count(*)::int as n from scratch.items`),
        tx.run(insert(2)),
        tx.one<{ n: number }>(sql`select count(*)::int as n from scratch.items`),
      ]);
      return [first.n, second.n];
    });
    expect(seen).toEqual([1, 2]);
  });

  it("roll back together when one of several sent at once fails, and the connection serves on", async () => {
    const work = db.transaction((tx) =>
      Promise.all([tx.run(insert(1)), tx.run(insert(1)), tx.run(insert(2))]),
    );
    expect(await failWith(work)).toBe("23505");
    expect(await listItems()).toEqual([]);
    await db.transaction((tx) => tx.run(insert(3)));
    expect(await listItems()).toEqual([3]);
  });

  it("fail the transaction when the first of them fails", async () => {
    expect(await failWith(db.transaction((tx) => tx.run(sql`select * from scratch.missing`)))).toBe("42P01");
    expect(await failWith(db.transaction((tx) => tx.run(sql`select * from scratch.missing`)))).toBe("42P01");
    expect(await db.transaction((tx) => tx.run(insert(1)))).toBe(1);
  });

  it("fail with the error of the first that failed", async () => {
    const work = db.transaction((tx) =>
      together(tx.run(insert(1)), tx.run(sql`select 1 / 0`), tx.run(sql`select 1`)),
    );
    expect(await failWith(work)).toBe("22012");
    const late = db.transaction(async (tx) => {
      await tx.run(sql`select 1 / 0`).catch(() => {});
      await tx.run(insert(1));
    });
    expect(await failWith(late)).toBe("22012");
  });

  it("fail the transaction also when its error was caught: nothing is reported done that was rolled back", async () => {
    const work = db.transaction(async (tx) => {
      await tx.run(insert(1));
      await tx.run(insert(1)).catch(() => {});
    });
    expect(await failWith(work)).toBe("23505");
    expect(await listItems()).toEqual([]);
  });

  it("are committed when nothing waits for them", async () => {
    await db.transaction(async (tx) => {
      void tx.run(insert(1));
    });
    expect(await listItems()).toEqual([1]);
  });
});

describe("deferred statements", () => {
  it("run in order and are committed", async () => {
    const seen = await db.transaction(async (tx) => {
      tx.defer(tx.run(insert(1)));
      return tx.one<{ n: number }>(sql`select count(*)::int as n from scratch.items`);
    });
    expect([seen.n, await listItems()]).toEqual([1, [1]]);
  });

  it("fail the transaction with their own error, whatever failed because of them", async () => {
    const refused = () => {
      throw new Error("refused in words");
    };
    const work = db.transaction(async (tx) => {
      tx.defer(tx.run(insert(1)));
      tx.defer(tx.run(insert(1)).catch(refused));
      await tx.run(insert(2));
    });
    await expect(work).rejects.toThrow("refused in words");
    expect(await listItems()).toEqual([]);
  });

  it("do not hide why the work itself gave up", async () => {
    const work = db.transaction(async (tx) => {
      tx.defer(tx.run(sql`select 1 / 0`));
      throw new Error("the work's own reason");
    });
    await expect(work).rejects.toThrow("the work's own reason");
  });
});

describe("a statement whose error arrives after the commit's answer", () => {
  const failure = (code: string) => Object.assign(new Error("refused"), { code });
  const nothing: QueryResult = { rows: [], affected: 0 };
  /** Statements fail when they are told to; the commit is answered at once, as PostgreSQL answers after a failure. */
  function heldSession() {
    const rejects: ((error: unknown) => void)[] = [];
    const session: Session = {
      query: (text) =>
        text === "commit"
          ? Promise.resolve(nothing)
          : new Promise<QueryResult>((_, reject) => rejects.push(reject)),
      script: async () => nothing,
    };
    return { rejects, watched: watchFailures(session) };
  }

  it("fails the commit", async () => {
    const { rejects, watched } = heldSession();
    watched.query("insert", []).catch(() => {});
    const committed = watched.commit();
    await Promise.resolve();
    rejects[0]?.(failure("53100"));
    expect(await failWith(committed)).toBe("53100");
  });

  it("is the error of those that failed because of it", async () => {
    const { rejects, watched } = heldSession();
    const [first, second] = [watched.query("insert", []), watched.query("select", [])];
    const committed = watched.commit();
    rejects[1]?.(failure("25P02"));
    await Promise.resolve();
    rejects[0]?.(failure("53100"));
    expect(await Promise.all([first, second, committed].map(failWith))).toEqual(["53100", "53100", "53100"]);
  });
});

describe("what a transaction records", () => {
  const ctx = () => testContext(db);
  const entry = { module: "campaigns", action: "campaign.paused", subject: "cmp_1" };

  it("is written at its end: events in their order, and audit entries", async () => {
    await transact(ctx(), async (ctx) => {
      await ctx.tx.publish(testEvent({ note: "first" }), testEvent({ note: "second" }));
      await recordAudit(ctx, { ...entry, before: { note: `it's "so" \\ 50%` } });
      await ctx.tx.run(insert(1));
      await ctx.tx.publish(testEvent({ note: "third" }));
    });
    expect(await listEvents()).toEqual(["first", "second", "third"]);
    expect(await listAudit(ctx(), {})).toMatchObject([
      { ...entry, before: { note: `it's "so" \\ 50%` }, after: null },
    ]);
  });

  it("is as it was when it was recorded, whatever becomes of its objects", async () => {
    await db.transaction(async (tx) => {
      const after = { status: "paused" };
      await recordAudit({ ...ctx(), db: tx, tx }, { ...entry, after });
      after.status = "active";
    });
    expect(await listAudit(ctx(), {})).toMatchObject([{ after: { status: "paused" } }]);
  });

  it("rolls back with it", async () => {
    const work = transact(ctx(), async (ctx) => {
      await ctx.tx.publish(testEvent({ note: "first" }));
      await recordAudit(ctx, entry);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect([await listEvents(), await listAudit(ctx(), {})]).toEqual([[], []]);
  });

  it("rolls the work back when it cannot be written, with its own error", async () => {
    const work = transact(ctx(), async (ctx) => {
      await ctx.tx.run(insert(1));
      await recordAudit(ctx, { ...entry, subject: null as unknown as string });
    });
    expect(await failWith(work)).toBe("23502");
    expect([await listItems(), await listAudit(ctx(), {})]).toEqual([[], []]);
    await db.transaction((tx) => tx.run(insert(2)));
    expect(await listItems()).toEqual([2]);
  });

  it("is refused after the end: it would be lost", async () => {
    const late = await db.transaction(async (tx) => () => tx.publish(testEvent({ note: "late" })));
    await expect(late()).rejects.toThrow("the transaction has ended");
    expect(await listEvents()).toEqual([]);
  });

  it("is written once when the work runs again", async () => {
    let attempts = 0;
    await db.transaction(async (tx) => {
      attempts += 1;
      await tx.publish(testEvent({ note: "first" }));
      if (attempts === 1) throw Object.assign(new Error("again"), { code: "40001" });
    });
    expect([attempts, await listEvents()]).toEqual([2, ["first"]]);
  });
});
