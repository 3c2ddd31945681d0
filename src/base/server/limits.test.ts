import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "../testing/db.ts";
import { sql } from "./db/db.ts";
import { forgetOldUses, type Limit, takeUse } from "./limits.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const limit: Limit = { name: "tries", most: 3, seconds: 3_600 };
const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const take = (key: string, time: string) => takeUse(db, limit, key, at(time));

describe("a limit", () => {
  it("lets so many through in a window and says how long the next is away, key by key", async () => {
    expect([await take("a", "09:00:00"), await take("a", "09:10:00"), await take("a", "09:20:00")]).toEqual([
      0, 0, 0,
    ]);
    expect(await take("a", "09:59:00")).toBe(60);
    expect(await take("b", "09:59:00")).toBe(0);
    expect(await take("a", "10:00:00")).toBe(0);
  });

  it("lets no more through when they come at once", async () => {
    const waits = await Promise.all(Array.from({ length: 8 }, () => take("a", "09:30:00")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("keeps no trace of windows long over", async () => {
    await take("a", "09:00:00");
    await takeUse(db, limit, "a", new Date());
    await db.run(
      sql`update base.limit_uses set starts_at = now() - interval '3 days' where starts_at < now() - interval '1 hour'`,
    );
    await forgetOldUses(db);
    expect((await db.many(sql`select 1 from base.limit_uses`)).length).toBeLessThanOrEqual(1);
  });
});
