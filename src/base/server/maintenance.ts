import { systemClock } from "./clock.ts";
import { type Db, type Driver, sql } from "./db/db.ts";
import { deleteExpiredKeys } from "./http/idempotency.ts";
import type { Log } from "./log.ts";
import { deleteOldAuthorizations } from "./oauth/authorizations.store.ts";
import { deleteExpiredRateLimits } from "./rate-limit.ts";

/** Events are kept this long for resuming streams and for subscriptions added later. */
const eventRetentionDays = 30;
const intervalMs = 60_000;
const eventsAtOnce = 5_000;
/** At most so many times in a row: 100,000 events a minute. */
const eventRuns = 20;
/** After this many writes the embedded database, which has no autovacuum, is vacuumed and analyzed. */
const writesBeforeVacuum = 20_000;

/**
 * Periodic cleanup: deletes old keys, limits, authorizations and events, and keeps the embedded database's statistics
 * current.
 */
export function startMaintenance(driver: Driver, db: Db, log: Log) {
  let vacuumedAt = -1;

  async function runOnce() {
    await deleteExpiredKeys(db);
    await deleteExpiredRateLimits(db);
    await deleteOldAuthorizations(db, systemClock.now());
    for (let run = 0; run < eventRuns && (await deleteOldEvents(db)) === eventsAtOnce; run += 1);
    if (driver.kind === "embedded") await vacuumByWrites();
  }

  async function vacuumByWrites() {
    const { writes } = await db.one<{ writes: number }>(sql`
      select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint as writes from pg_stat_user_tables`);
    if (vacuumedAt >= 0 && writes - vacuumedAt < writesBeforeVacuum) return;
    await driver.script("vacuum analyze");
    vacuumedAt = writes;
  }

  const run = () => runOnce().catch((error) => log.warn({ err: error }, "maintenance failed"));
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return {
    /** One round at once, for tests. */
    runOnce,
    stop: () => clearInterval(timer),
  };
}

/** Those that every subscription has handled, the oldest first. Returns how many were deleted. */
function deleteOldEvents(db: Db): Promise<number> {
  return db.run(sql`
    delete from base.events
    where position in (
      select position from (
        select position, published_at from base.events
        where position <= (select coalesce(min(position), 0) from base.subscriptions)
        order by position limit ${eventsAtOnce}
      ) oldest
      where published_at < now() - make_interval(days => ${eventRetentionDays}))`);
}
