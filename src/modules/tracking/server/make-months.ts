import { type Db, raw, sql } from "#base/server/db/db.ts";
import { moveToMonth } from "./clicks.store.ts";

/** The number of months after the current one whose partitions are created in advance. */
const monthsAhead = 3;

/** Creates the month partitions for clicks. Clicks already in the default partition are moved to their month. */
export async function makeMonths(db: Db, { now }: { now: Date }): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    await makeMonth(db, from);
  }
}

async function makeMonth(db: Db, from: Date): Promise<void> {
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const month = from.toISOString().slice(0, 7);
  const table = `tracking.clicks_${month.replace("-", "_")}`;
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('tracking.clicks'))`);
    const { known } = await tx.one<{ known: boolean }>(
      sql`select to_regclass(${table}) is not null as known`,
    );
    if (known) return;
    // Names and days come from a date, never from input: a table's name cannot be a parameter.
    const bounds = `from ('${from.toISOString()}') to ('${to.toISOString()}')`;
    await tx.run(raw(`create table ${table} (like tracking.clicks including all)`));
    await moveToMonth(tx, { from, to, table });
    await tx.run(raw(`alter table tracking.clicks attach partition ${table} for values ${bounds}`));
  });
}
