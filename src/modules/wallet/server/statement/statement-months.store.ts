import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";

/** A merchant's month that has ended and is not sealed. */
export type OpenMonth = { merchant_id: string; month: string };

/** Months before the given one, each merchant's in their order, so that a seal finds the one before it. */
export function listOpenMonths(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<OpenMonth[]> {
  return db.many<OpenMonth>(sql`
    select merchant_id, to_char(month, 'YYYY-MM') as month from wallet.statement_months known
    where sealed_at is null and month < ${`${before}-01`}::date
    order by known.month, merchant_id limit ${limit}`);
}

/**
 * No entry is booked in a month before `firstDay` any more, whatever a clock says. The caller holds the wallet's lock.
 */
export async function closeDaysBefore({ tx, actor }: Context, firstDay: string): Promise<void> {
  await tx.run(sql`
    update wallet.accounts set booked_day = greatest(booked_day, ${firstDay}::date)
    where name = ${`${actor.merchantId}:available`}`);
}

export type Seal = {
  month: string;
  last_entry_id: number;
  closing_halalas: number;
  entries: number;
  entries_hash: string;
  previous_hash: string;
  hash: string;
};

/** Written once; returns false when the month was sealed already. */
export async function insertSeal({ tx, actor }: Context, seal: Seal, sealedAt: Date): Promise<boolean> {
  const sealed = await tx.run(sql`
    update wallet.statement_months set last_entry_id = ${seal.last_entry_id},
      closing_halalas = ${seal.closing_halalas}, entries = ${seal.entries}, entries_hash = ${seal.entries_hash},
      previous_hash = ${seal.previous_hash}, hash = ${seal.hash}, sealed_at = ${sealedAt}
    where merchant_id = ${actor.merchantId} and month = ${`${seal.month}-01`}::date and sealed_at is null`);
  return sealed > 0;
}
