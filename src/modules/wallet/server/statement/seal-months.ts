import type { Clock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { lockWallet } from "../ledger.ts";
import { findLedgerMonth, streamLedgerEntries } from "./ledger-month.ts";
import { nextMonth } from "./list-months.ts";
import { computeSeal, makeEntriesHash, toEntryLine } from "./seal.ts";
import { closeDaysBefore, insertSeal, listOpenMonths, type OpenMonth } from "./statement-months.store.ts";

const monthsAtOnce = 200;

/**
 * Seals the months that have ended, oldest first; merchants without entries cost nothing. Safe to run again and in
 * several processes: a month is sealed once.
 */
export const sealMonths =
  ({ systemClock }: { systemClock: Clock }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const before = toRiyadhDay(now).slice(0, 7);
    while (true) {
      const months = await listOpenMonths(db, { before, limit: monthsAtOnce });
      let sealed = 0;
      for (const month of months)
        if (await sealMonth(db, month, { now, sealedAt: systemClock.now() })) sealed += 1;
      if (months.length < monthsAtOnce || sealed === 0) return;
    }
  };

/**
 * The month is closed under the wallet's lock; then its entries cannot grow, and are hashed outside the transaction, so
 * that a long month stops no other money.
 */
async function sealMonth(
  db: Db,
  { merchant_id, month }: OpenMonth,
  { now, sealedAt }: { now: Date; sealedAt: Date },
): Promise<boolean> {
  const ctx = systemContext(db, merchant_id, now);
  const range = await transact(ctx, async (ctx) => {
    await lockWallet(ctx);
    await closeDaysBefore(ctx, nextMonth(`${month}-01`));
    return findLedgerMonth(ctx, month);
  });
  if (!range || range.seal || range.previous_hash === null) return false;
  const hash = makeEntriesHash();
  let entries = 0;
  let closing = range.opening_halalas;
  for await (const batch of streamLedgerEntries(ctx, range))
    for (const entry of batch) {
      hash.add(toEntryLine(entry));
      entries += 1;
      closing = entry.balance_after_halalas;
    }
  const facts = {
    merchant_id,
    month,
    opening_halalas: range.opening_halalas,
    closing_halalas: closing,
    entries,
    entries_hash: hash.digest(),
    previous_hash: range.previous_hash,
  };
  const seal = { ...facts, last_entry_id: range.last_entry_id, hash: computeSeal(facts) };
  return transact(ctx, (ctx) => insertSeal(ctx, seal, sealedAt));
}
