import type { Context } from "#base/server/context.ts";
import { type Sql, sql, type Tx } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** The months that this process has made, by database. */
const madeMonths = new WeakMap<object, Set<string>>();

/** Creates the facts' partitions of these days' months before their first row. */
export async function makeFactMonths({ tx }: Context, days: Iterable<RiyadhDay>): Promise<void> {
  await makeOnce(tx, "facts", days, (month) => sql`select figures.make_fact_month(${month}::date)`);
}

/** The same for the hours of these instants, whose months are those of UTC. */
export async function makeHourMonths({ tx }: Context, hours: readonly Date[]): Promise<void> {
  const instants = hours.map((hour) => hour.toISOString());
  await makeOnce(tx, "hours", instants, (month) => sql`select figures.make_month(${month}::date)`);
}

/** Each month is made once; a row that came too early is in the default partition. */
async function makeOnce(
  tx: Tx,
  table: string,
  days: Iterable<string>,
  make: (month: string) => Sql,
): Promise<void> {
  const made = madeMonths.get(tx.identity) ?? new Set();
  madeMonths.set(tx.identity, made);
  for (const month of new Set([...days].map((day) => `${day.slice(0, 7)}-01`))) {
    const key = `${table} ${month}`;
    if (made.has(key)) continue;
    await tx.run(make(month));
    made.add(key);
  }
}
