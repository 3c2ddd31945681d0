import { type Db, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

type Page = { from: RiyadhDay; to: RiyadhDay; after: string; size: number };

/** Merchants whose ads spent on these days (both included), after `after` in the order of their ids. */
export async function listMerchantsWithSpend(db: Db, { from, to, after, size }: Page): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from (select distinct merchant_id from figures.campaigns where merchant_id > ${after}) measured
    where exists (
      select from figures.merchant_days
      where merchant_days.merchant_id = measured.merchant_id and day between ${from} and ${to} and spend_halalas > 0)
    order by merchant_id limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}
