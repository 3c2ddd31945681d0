import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ClickCursor } from "./clicks.store.ts";
import type { MovedDays } from "./judge-clicks.ts";

/**
 * Begins the restatement of every merchant who has clicks and none under this version yet. Merchants are found by one
 * probe of the index each, not by reading their days.
 */
export async function openRestatements(
  db: Db,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await db.run(sql`
    with recursive merchants as (
      (select merchant_id from tracking.click_days order by merchant_id limit 1)
      union all
      select (select days.merchant_id from tracking.click_days days where days.merchant_id > merchants.merchant_id
        order by days.merchant_id limit 1)
      from merchants where merchants.merchant_id is not null
    )
    insert into tracking.restatements (merchant_id, rule_version, started_at)
    select merchant_id, ${version}, ${now} from merchants where merchant_id is not null
    on conflict do nothing`);
}

/** Merchants whose restatement goes on, after one of them in the order of their ids. */
export async function listOpenRestatements(
  db: Db,
  { version, after, limit }: { version: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await db.many<Row<"tracking.restatements", "merchant_id">>(sql`
    select merchant_id from tracking.restatements
    where rule_version = ${version} and finished_at is null and merchant_id > ${after}
    order by merchant_id limit ${limit}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Where the merchant's restatement is, locked; undefined when it has finished. */
export async function lockRestatement(
  { tx, actor }: Context,
  version: number,
): Promise<{ cursor: ClickCursor } | undefined> {
  const row = await tx.maybeOne<Row<"tracking.restatements", "reached_at" | "reached_id">>(sql`
    select reached_at, reached_id from tracking.restatements
    where merchant_id = ${actor.merchantId} and rule_version = ${version} and finished_at is null for update`);
  return row && { cursor: row.reached_at && { at: row.reached_at, id: row.reached_id } };
}

export type RestatedPage = {
  version: number;
  read: number;
  moved: MovedDays;
  /** The last click read. */
  reached: NonNullable<ClickCursor>;
};

/** Adds a page to the merchant's restatement. */
export async function addRestatedPage(
  { tx, actor }: Context,
  { version, read, moved, reached }: RestatedPage,
): Promise<void> {
  await tx.run(sql`
    update tracking.restatements set clicks_read = clicks_read + ${read}, clicks_moved = clicks_moved + ${moved.moved},
      moved_to_bots = moved_to_bots + ${moved.to_bots}, reached_at = ${reached.at}, reached_id = ${reached.id},
      first_day = least(first_day, ${moved.first_day}::date), last_day = greatest(last_day, ${moved.last_day}::date)
    where merchant_id = ${actor.merchantId} and rule_version = ${version}`);
}

/** The days that the merchant's restatement has changed; undefined when it had finished before. */
export function finishRestatement(
  { tx, actor, now }: Context,
  version: number,
): Promise<{ first_day: RiyadhDay | null; last_day: RiyadhDay | null } | undefined> {
  return tx.maybeOne(sql`
    update tracking.restatements set finished_at = ${now}
    where merchant_id = ${actor.merchantId} and rule_version = ${version} and finished_at is null
    returning first_day, last_day`);
}
