import { type Clock, systemClock } from "#base/server/clock.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";

/** `wrong`: a check failed and money writes are stopped. `late`: no check has finished in time. */
export type LedgerState = {
  state: "right" | "wrong" | "late";
  /**
   * Seconds since the last finished check of new entries, and of the whole; since the first wallet when there is none.
   */
  ageSeconds: { new: number; whole: number };
  /** Which of the two is overdue, also while money writes are stopped. */
  isLate: { new: boolean; whole: boolean };
};

/** Two five-minute checks may be missed, and one nightly check. */
const longestSeconds = { new: 12 * 60, whole: 50 * 3_600 };

/** The state of the ledger's self-checks at a time of the system clock, for `/readyz`, `/metrics`, the alarm and the staff. */
export async function loadLedgerState(db: Db, at = systemClock.now()): Promise<LedgerState> {
  const row = await db.one<{ is_stopped: boolean; new_age: number; whole_age: number }>(sql`
    select exists (select 1 from wallet.write_lock) as is_stopped,
      ${secondsSinceAudit("new", at)} as new_age, ${secondsSinceAudit("whole", at)} as whole_age`);
  const ageSeconds = { new: row.new_age, whole: row.whole_age };
  const isLate = {
    new: ageSeconds.new > longestSeconds.new,
    whole: ageSeconds.whole > longestSeconds.whole,
  };
  const state = row.is_stopped ? "wrong" : isLate.new || isLate.whole ? "late" : "right";
  return { state, ageSeconds, isLate };
}

function secondsSinceAudit(scope: "new" | "whole", at: Date) {
  return sql`coalesce(extract(epoch from ${at}::timestamptz - coalesce(
    (select checked_at from wallet.audits where scope = ${scope} order by checked_at desc limit 1),
    (select min(opened_at) from wallet.accounts)))::int, 0)`;
}

/**
 * Raises the alarm while no check finishes in time, whatever the cause: a long queue, a dead worker, too much to read.
 * A process that has just started gives the first check time to run.
 */
export const watchLedgerChecks =
  ({ systemClock, log }: { systemClock: Clock; log: Log }) =>
  async (db: Db, { upSeconds = process.uptime() }: { upSeconds?: number } = {}): Promise<void> => {
    const { state, ageSeconds } = await loadLedgerState(db, systemClock.now());
    if (state === "late" && upSeconds > longestSeconds.new)
      log.error({ alarm: "ledger_check_late", age_seconds: ageSeconds }, "the ledger's check is overdue");
  };
