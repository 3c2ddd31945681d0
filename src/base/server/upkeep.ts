import { type Db, type Driver, sql } from "./db/db.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import type { Log } from "./log.ts";
import { deleteExpiredRateLimits } from "./rate-limit.ts";

/** Events are kept this long for resuming streams and for listeners that come later. */
const eventDays = 30;
const beatMs = 60_000;
/** Writes after which the embedded database, which has no autovacuum of its own, is vacuumed and analyzed. */
const writesBeforeVacuum = 20_000;

/** Housekeeping nobody asks for: old keys, limits and events go, and the embedded database's statistics stay true. */
export function startUpkeep(driver: Driver, db: Db, log: Log): { stop(): void } {
  let vacuumedAt = -1;

  async function beat() {
    await forgetOldKeys(db);
    await deleteExpiredRateLimits(db);
    await db.run(sql`
      delete from base.events
      where id in (
        select id from base.events
        where announced_at < now() - make_interval(days => ${eventDays})
          and position <= (select coalesce(min(position), 0) from base.listeners)
        limit 5000)`);
    if (driver.kind === "embedded") await vacuumByWrites();
  }

  async function vacuumByWrites() {
    const { writes } = await db.one<{ writes: number }>(sql`
      select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint as writes from pg_stat_user_tables`);
    if (vacuumedAt >= 0 && writes - vacuumedAt < writesBeforeVacuum) return;
    await driver.script("vacuum analyze");
    vacuumedAt = writes;
  }

  const run = () => beat().catch((error) => log.warn({ err: error }, "housekeeping failed"));
  const timer = setInterval(run, beatMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
