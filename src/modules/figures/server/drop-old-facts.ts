import { type Db, sql } from "#base/server/db/db.ts";
import { dropBodies } from "./answers.store.ts";

/** Facts are kept for the days of this month and of this many before it: two years can be compared as they were known. */
const monthsKept = 25;

/** A platform's answers are kept for as long as a cardholder may dispute a payment, and two months more. */
const bodyDays = 180;

/** Drops the facts of older days, a month at a time, and the bodies of old answers. Roll-ups and hashes stay. */
export async function dropOldFacts(db: Db, { now }: { now: Date }): Promise<void> {
  const firstKept = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1));
  await dropBodies(db, new Date(now.getTime() - bodyDays * 86_400_000));
  await db.one(sql`select figures.drop_facts_before(${firstKept.toISOString().slice(0, 10)}::date)`);
}
