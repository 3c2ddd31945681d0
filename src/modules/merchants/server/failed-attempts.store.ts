import { type Db, join, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { lockedUntilAfter } from "#base/shared/lockout.ts";
import type { Caller } from "../domain/caller.ts";
import { dayMs, type Factor, maxStrangerFailuresPerDay } from "../domain/failed-attempts.ts";

/** A source of failed attempts: `browser:<hash>`, `address:<as limits count it>`, or all unknown browsers together. */
export type Source = `browser:${string}` | `address:${string}` | "strangers";

export const browserSource = ({ browserHash }: Caller): Source =>
  `browser:${Buffer.from(browserHash).toString("hex")}`;
export const addressSource = ({ address }: Caller): Source => `address:${address}`;

/**
 * The sources at which this caller's failed attempts count. A browser known to the merchant counts by itself alone,
 * whatever others do at its address; for all others the address is counted too. Always in this order, so that
 * transactions cannot deadlock.
 */
export function toSources(caller: Caller, isKnown: boolean): readonly Source[] {
  const address = addressSource(caller);
  if (isKnown) return [browserSource(caller)];
  return caller.hasCookie ? [address, browserSource(caller), "strangers"] : [address, "strangers"];
}

type Attempts = Row<"merchants.failed_attempts", "failures" | "locked_until" | "since"> & { source: Source };

/** Until when these sources are locked; null when none is. */
export async function findLock(
  tx: Tx,
  mobile: string,
  factor: Factor,
  sources: readonly Source[],
  now: Date,
): Promise<Date | null> {
  const rows = await tx.many<Attempts>(sql`
    select source, failures, locked_until, since from merchants.failed_attempts
    where mobile = ${mobile} and factor = ${factor} and source in (${join(sources)})`);
  const locks = rows
    .map((row) => toLockedUntil(row, factor))
    .filter((until) => until !== null && until > now);
  return locks.reduce((latest, until) => (latest && until && latest > until ? latest : until), null);
}

function toLockedUntil({ source, failures, locked_until, since }: Attempts, factor: Factor): Date | null {
  if (source !== "strangers") return locked_until;
  return failures < maxStrangerFailuresPerDay[factor] ? null : new Date(since.getTime() + dayMs);
}

/**
 * Locks the rows of these sources to the end of the transaction, so that attempts which are counted first run one at a
 * time.
 */
export async function lockSources(
  tx: Tx,
  mobile: string,
  factor: Factor,
  sources: readonly Source[],
  now: Date,
): Promise<void> {
  for (const source of sources) {
    await tx.run(sql`
      insert into merchants.failed_attempts (mobile, factor, source, failures, since, touched_at)
      values (${mobile}, ${factor}, ${source}, 0, ${now}, ${now}) on conflict (mobile, factor, source) do nothing`);
    await tx.run(sql`
      select from merchants.failed_attempts
      where mobile = ${mobile} and factor = ${factor} and source = ${source} for update`);
  }
}

/**
 * Counts a failed attempt at each source, in the order given, and locks sources with too many; returns until when the
 * caller is locked. A new browser inherits the count of its address, so dropping the cookie resets nothing.
 */
export async function countFailedAttempts(
  tx: Tx,
  mobile: string,
  factor: Factor,
  sources: readonly Source[],
  now: Date,
): Promise<Date | null> {
  let maxFailures = 0;
  for (const source of sources) {
    const failures = await incrementFailures(tx, mobile, factor, source, now);
    if (source === "strangers") continue;
    maxFailures = Math.max(maxFailures, failures);
    await tx.run(sql`
      update merchants.failed_attempts set locked_until = ${lockedUntilAfter(maxFailures, now)}
      where mobile = ${mobile} and factor = ${factor} and source = ${source}`);
  }
  return lockedUntilAfter(maxFailures, now);
}

/** Adds one failure and returns the new count; the one of all unknown browsers together restarts each day. */
async function incrementFailures(
  tx: Tx,
  mobile: string,
  factor: Factor,
  source: Source,
  now: Date,
): Promise<number> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const { failures } = await tx.one<Row<"merchants.failed_attempts", "failures">>(sql`
    insert into merchants.failed_attempts as t (mobile, factor, source, failures, since, touched_at)
    values (${mobile}, ${factor}, ${source}, 1, ${now}, ${now})
    on conflict (mobile, factor, source) do update set
      failures = case when t.source = 'strangers' and t.since <= ${dayAgo} then 1 else t.failures + 1 end,
      since = case when t.source = 'strangers' and t.since <= ${dayAgo} then ${now} else t.since end,
      touched_at = ${now}
    returning failures`);
  return failures;
}

/** After a right answer: deletes the failed attempts before it. */
export function clearFailedAttempts(
  tx: Tx,
  mobile: string,
  factor: Factor,
  sources: readonly Source[],
): Promise<number> {
  return tx.run(sql`
    delete from merchants.failed_attempts
    where mobile = ${mobile} and factor = ${factor} and source in (${join(sources)})`);
}

/** Deletes failed attempts whose source was quiet since then. */
export async function deleteOldAttempts(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from merchants.failed_attempts where touched_at < ${before}`);
}
