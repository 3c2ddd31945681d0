import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Sums of a merchant's entries up to `entry_id`: the point a check continues from. Amounts in halalas. */
export type Position = Row<"wallet.verified_merchants">;

const position = sql`
  coalesce(entry_id, 0) as entry_id, coalesce(entries, 0) as entries,
  coalesce(available_halalas, 0) as available_halalas, coalesce(reserved_halalas, 0) as reserved_halalas,
  coalesce(owed_halalas, 0) as owed_halalas`;

/** Merchants with a wallet, ordered by account name after `after`, with their verified positions. */
export function loadPositions(db: Db, after: string, size: number): Promise<Position[]> {
  return db.many<Position>(sql`
    select accounts.merchant_id, ${position}
    from (
      select name, merchant_id from wallet.accounts
      where name > ${after} and name like '%:available' order by name limit ${size}
    ) accounts left join wallet.verified_merchants using (merchant_id) order by name`);
}

/** The position from which one merchant's check continues. */
export async function loadPosition(db: Db, merchantId: string): Promise<Position> {
  return db.one<Position>(sql`
    select requested.merchant_id, ${position}
    from (select ${merchantId}::text as merchant_id) requested left join wallet.verified_merchants using (merchant_id)`);
}

/** Merchants whose entries are in one of the ledger's eight partitions, ordered by account name after `after`. */
export async function loadMerchantsInPartition(
  db: Db,
  part: number,
  after: string,
  size: number,
): Promise<string[]> {
  const rows = await db.many<{ merchant_id: string }>(sql`
    select merchant_id from wallet.accounts
    where name > ${after} and name like '%:available'
      and satisfies_hash_partition('wallet.entries'::regclass, ${partitionCount}::int, ${part}::int, merchant_id)
    order by name limit ${size}`);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Partitions of `wallet.entries`. */
export const partitionCount = 8;

/** Saves positions; a stored position that is further is kept. */
export async function savePositions(db: Db, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return;
  await db.run(sql`
    insert into wallet.verified_merchants (merchant_id, entry_id, entries, available_halalas, reserved_halalas, owed_halalas)
    select * from unnest(${positions.map(({ merchant_id }) => merchant_id)}::text[],
      ${positions.map(({ entry_id }) => entry_id)}::bigint[], ${positions.map(({ entries }) => entries)}::bigint[],
      ${positions.map(({ available_halalas }) => available_halalas)}::bigint[],
      ${positions.map(({ reserved_halalas }) => reserved_halalas)}::bigint[],
      ${positions.map(({ owed_halalas }) => owed_halalas)}::bigint[])
    on conflict (merchant_id) do update set entry_id = excluded.entry_id, entries = excluded.entries,
      available_halalas = excluded.available_halalas, reserved_halalas = excluded.reserved_halalas,
      owed_halalas = excluded.owed_halalas
    where verified_merchants.entry_id < excluded.entry_id`);
}

/** One platform account, with its entries summed up to `entry_id`. */
export type AccountPosition = Row<"wallet.verified_accounts">;

/** The platform accounts with their verified positions. */
export function loadAccountPositions(db: Db): Promise<AccountPosition[]> {
  return db.many<AccountPosition>(sql`
    select name as account, coalesce(entry_id, 0) as entry_id,
      coalesce(verified_accounts.balance_halalas, 0) as balance_halalas
    from wallet.accounts left join wallet.verified_accounts on account = name
    where name like 'rawaj:%' order by name`);
}

export async function saveAccountPosition(
  db: Db,
  { account, entry_id, balance_halalas }: AccountPosition,
): Promise<void> {
  await db.run(sql`
    insert into wallet.verified_accounts (account, entry_id, balance_halalas)
    values (${account}, ${entry_id}, ${balance_halalas})
    on conflict (account) do update set entry_id = excluded.entry_id, balance_halalas = excluded.balance_halalas
    where verified_accounts.entry_id < excluded.entry_id`);
}
