import { type Db, sql } from "./db/db.ts";

export type RateLimit = {
  /** The subject and the action of the limit, e.g. `stores.verify:mer_1`; at most 300 characters. */
  key: string;
  /** How many times in one window. */
  limit: number;
  windowSeconds: number;
  /** System time: a window is shared by all processes. */
  now: Date;
};

export type RateLimitResult = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/**
 * Takes one of `limit` uses in the key's current window (a fixed one: it begins at a multiple of its length), exactly,
 * even when many processes ask at once. Past the limit nothing is written. In a transaction the use is returned when
 * that rolls back; on the database handle it counts whatever happens afterwards.
 */
export async function consumeRateLimit(
  db: Db,
  { key, limit, windowSeconds, now }: RateLimit,
): Promise<RateLimitResult> {
  const windowMs = windowSeconds * 1_000;
  const endsAt = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  const isConsumed =
    limit > 0 &&
    (await db.run(sql`
      insert into base.rate_limits (key, window_ends_at, used) values (${key}, ${endsAt}, 1)
      on conflict (key, window_ends_at) do update set used = base.rate_limits.used + 1
      where base.rate_limits.used < ${limit}`)) > 0;
  if (isConsumed) return { isAllowed: true };
  return {
    isAllowed: false,
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000)),
  };
}

/** For messages: whole seconds for programs (`Retry-After`); hours, minutes and seconds for people. */
export function waitParams(seconds: number): { seconds: number; wait: string } {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = [minutes, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return { seconds, wait: hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, "") };
}

/** Deletes a batch of windows that have ended; an hour of grace for clocks that differ. */
export function deleteExpiredRateLimits(db: Db): Promise<number> {
  return db.run(sql`
    delete from base.rate_limits where (key, window_ends_at) in (
      select key, window_ends_at from base.rate_limits
      where window_ends_at < now() - interval '1 hour' limit 5000)`);
}
