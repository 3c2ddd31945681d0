import type { Context } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";

/** The only file that writes the runs that invoice ad spend, and the merchants' turns in them. Months are "2026-11". */

const toDate = (month: string) => `${month}-01`;

/** The newest month that has a run, finished or not. */
export async function findLastRun(db: Db): Promise<string | undefined> {
  const { month } = await db.one<{ month: string | null }>(sql`
    select to_char(max(month), 'YYYY-MM') as month from finance.ad_spend_runs`);
  return month ?? undefined;
}

/** Opens a month's run, once. */
export async function insertRun(tx: Tx, month: string): Promise<void> {
  await tx.run(sql`
    insert into finance.ad_spend_runs (month) values (${toDate(month)}::date) on conflict do nothing`);
}

/** Months whose run is open, the oldest first. */
export async function listOpenRuns(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select to_char(month, 'YYYY-MM') as name from finance.ad_spend_runs where finished_at is null order by month`);
  return rows.map(({ name }) => name);
}

export async function finishRun(tx: Tx, month: string, now: Date): Promise<void> {
  await tx.run(sql`
    update finance.ad_spend_runs set finished_at = ${now}
    where month = ${toDate(month)}::date and finished_at is null`);
}

/** Those of these merchants that have had their turn in a month's run. */
export async function listServed(
  db: Db,
  { month, merchantIds }: { month: string; merchantIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from finance.ad_spend_turns
    where month = ${toDate(month)}::date and merchant_id = any(${[...merchantIds]}::text[])`);
  return new Set(rows.map(({ merchant_id }) => merchant_id));
}

/**
 * Takes the merchant's turn in a month's run; false when it was taken. Another process that takes it too waits until this
 * transaction ends.
 */
export async function takeTurn({ tx, actor, now }: Context, month: string): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into finance.ad_spend_turns (merchant_id, month, taken_at)
    values (${actor.merchantId}, ${toDate(month)}::date, ${now}) on conflict do nothing`);
  return taken > 0;
}
