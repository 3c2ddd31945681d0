import { type Db, sql } from "#base/server/db/db.ts";

/** Facts are kept for the days of this month and of this many before it: two years can be compared as they were known. */
const monthsKept = 25;

/** Drops the facts of older days, a month at a time. The roll-ups stay. */
export async function dropOldFacts(db: Db, { now }: { now: Date }): Promise<void> {
  const firstKept = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1));
  await db.one(sql`select figures.drop_facts_before(${firstKept.toISOString().slice(0, 10)}::date)`);
}
