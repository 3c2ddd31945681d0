import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Sector } from "../contract/library-enums.ts";
import type { SectorMedians, SharedFigures } from "../domain/sector-medians.ts";

/** The only file that writes what is shared and published of sectors. Months are given by their first day. */

export type SectorChoice = Pick<Row<"library.sector_choices">, "shared_since"> & { sector: Sector };
export type PublishedMedians = SectorMedians & { month: RiyadhDay };

export const findChoice = ({ db, actor }: ReadContext): Promise<SectorChoice | undefined> =>
  db.maybeOne(
    sql`select sector, shared_since from library.sector_choices where merchant_id = ${actor.merchantId}`,
  );

/** A merchant who goes on sharing the same sector keeps the time since which they do. */
export async function saveChoice(
  { tx, actor, now }: Context,
  { sector, isShared }: { sector: Sector; isShared: boolean },
): Promise<void> {
  const since = isShared ? now : null;
  await tx.run(sql`
    insert into library.sector_choices (merchant_id, sector, shared_since, changed_at)
    values (${actor.merchantId}, ${sector}, ${since}, ${now})
    on conflict (merchant_id) do update set sector = excluded.sector, changed_at = excluded.changed_at,
      shared_since = case
        when excluded.shared_since is not null and sector_choices.sector = excluded.sector
          then coalesce(sector_choices.shared_since, excluded.shared_since)
        else excluded.shared_since end`);
}

/** What was read of the merchant for coming publications is forgotten. */
export async function forgetSharedMonths({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`delete from library.shared_months where merchant_id = ${actor.merchantId}`);
}

export const findNewestMedians = (
  { db }: ReadContext,
  sector: Sector,
): Promise<PublishedMedians | undefined> =>
  db.maybeOne(sql`
    select month, stores_at_least, roas_delivered, cost_per_delivered_halalas from library.sector_medians
    where sector = ${sector} order by month desc limit 1`);

export const findSharedMonth = (
  { db, actor }: ReadContext,
  { month, sector }: { month: RiyadhDay; sector: Sector },
): Promise<Omit<SharedFigures, "merchant_id"> | undefined> =>
  db.maybeOne(sql`
    select roas_delivered, cost_per_delivered_halalas from library.shared_months
    where month = ${month} and merchant_id = ${actor.merchantId} and sector = ${sector}`);

/** Whether the month was published already. */
export async function isPublished(db: Db, month: RiyadhDay): Promise<boolean> {
  const found = await db.maybeOne<{ published_at: Date | null }>(
    sql`select published_at from library.sector_rounds where month = ${month}`,
  );
  return found?.published_at != null;
}

/** The month's round, locked; null where it was published, or another process works on it. */
export async function lockRound(tx: Tx, month: RiyadhDay): Promise<{ last_merchant_id: string } | null> {
  await tx.run(sql`insert into library.sector_rounds (month) values (${month}) on conflict do nothing`);
  const found = await tx.maybeOne<{ last_merchant_id: string }>(sql`
    select last_merchant_id from library.sector_rounds
    where month = ${month} and published_at is null for update skip locked`);
  return found ?? null;
}

export async function saveRound(
  tx: Tx,
  month: RiyadhDay,
  { lastMerchantId, publishedAt }: { lastMerchantId: string; publishedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update library.sector_rounds set last_merchant_id = ${lastMerchantId}, published_at = ${publishedAt}
    where month = ${month}`);
}

/** The next merchants who share since before the month, in the order of their ids. */
export const listSharingMerchants = (
  db: Db,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<{ merchant_id: string; sector: Sector }[]> =>
  db.many(sql`
    select merchant_id, sector from library.sector_choices
    where shared_since <= ${before} and merchant_id > ${after} order by merchant_id limit ${limit}`);

export async function saveSharedMonth(
  { tx, actor }: Context,
  { month, sector, ...figures }: Omit<SharedFigures, "merchant_id"> & { month: RiyadhDay; sector: Sector },
): Promise<void> {
  await tx.run(sql`
    insert into library.shared_months (month, sector, merchant_id, roas_delivered, cost_per_delivered_halalas)
    values (${month}, ${sector}, ${actor.merchantId}, ${figures.roas_delivered}, ${figures.cost_per_delivered_halalas})
    on conflict (month, merchant_id) do update set sector = excluded.sector,
      roas_delivered = excluded.roas_delivered, cost_per_delivered_halalas = excluded.cost_per_delivered_halalas`);
}

/** The figures of the month by sector, of merchants who still share it. */
export const listSharedFigures = (
  tx: Tx,
  month: RiyadhDay,
): Promise<(SharedFigures & { sector: Sector })[]> =>
  tx.many(sql`
    select s.sector, s.merchant_id, s.roas_delivered, s.cost_per_delivered_halalas
    from library.shared_months s join library.sector_choices c using (merchant_id, sector)
    where s.month = ${month} and c.shared_since is not null order by s.sector, s.merchant_id`);

/** Published months are known by their medians; of the newest one each store still sees its own. */
export async function dropSharedMonths(tx: Tx, { before }: { before: RiyadhDay }): Promise<void> {
  await tx.run(sql`delete from library.shared_months where month < ${before}`);
}

export async function listMembers(tx: Tx, sector: Sector): Promise<string[]> {
  const rows = await tx.many<{ merchant_id: string }>(
    sql`select merchant_id from library.sector_members where sector = ${sector}`,
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Publishes a sector's month, and remembers whose it is. */
export async function insertMedians(
  tx: Tx,
  {
    sector,
    month,
    medians,
    members,
    now,
  }: { sector: Sector; month: RiyadhDay; medians: SectorMedians; members: readonly string[]; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into library.sector_medians
      (sector, month, stores_at_least, roas_delivered, cost_per_delivered_halalas, published_at)
    values (${sector}, ${month}, ${medians.stores_at_least}, ${medians.roas_delivered},
      ${medians.cost_per_delivered_halalas}, ${now})`);
  await tx.run(sql`delete from library.sector_members where sector = ${sector}`);
  await tx.run(sql`
    insert into library.sector_members (sector, merchant_id)
    select ${sector}, merchant_id from unnest(${[...members]}::text[]) as merchant_id`);
}
