import { createHash } from "node:crypto";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { addFailure, type Factor, type FailureCount, type Source } from "../domain/failed-attempts.ts";
import { isKnownAddress } from "./sessions.store.ts";

/** Somebody tries one factor of one person, who may not exist. */
export type Attempt = { email: string; factor: Factor; address: string };

export type Claim =
  | { kind: "locked"; until: Date }
  /** The attempt may be made, and counts as failed already; `lockedUntil` holds from then on. */
  | { kind: "claimed"; lockedUntil: Date | null };

type Row = FailureCount & { locked_until: Date | null };

const hashEmail = (email: string) => createHash("sha256").update(email).digest();
const toAddressColumn = (source: Source) => (source.kind === "address" ? source.address : "*");

/**
 * Counts an attempt as failed before anything is compared, under the lock of its sources: of any number of concurrent
 * attempts no more are made than the limits allow. `clearFailures` takes it back when the factor was right.
 */
export async function claimAttempt(tx: Tx, attempt: Attempt, now: Date): Promise<Claim> {
  const { email, factor, address } = attempt;
  const own: Source = { kind: "address", address };
  // Always in this order, so that transactions cannot deadlock.
  const sources: Source[] = (await isKnownAddress(tx, email, address)) ? [own] : [own, { kind: "strangers" }];
  const counts: { source: Source; row: Row }[] = [];
  for (const source of sources) counts.push({ source, row: await lockCount(tx, attempt, source, now) });

  const until = findLatest(counts.map(({ row }) => row.locked_until).filter((at) => at !== null && at > now));
  if (until) return { kind: "locked", until };

  const locks: (Date | null)[] = [];
  for (const { source, row } of counts) {
    const next = addFailure(factor, source, row, now);
    await tx.run(sql`
      update staff.failed_attempts set failures = ${next.failures}, since = ${next.since}, locked_until = ${next.lockedUntil}
      where person = ${hashEmail(email)} and factor = ${factor} and address = ${toAddressColumn(source)}`);
    locks.push(next.lockedUntil);
  }
  return { kind: "claimed", lockedUntil: findLatest(locks) };
}

/** The count of a source, created when there is none, and locked until the transaction ends. */
function lockCount(tx: Tx, { email, factor }: Attempt, source: Source, now: Date): Promise<Row> {
  return tx.one<Row>(sql`
    insert into staff.failed_attempts (person, factor, address, failures, since, touched_at)
    values (${hashEmail(email)}, ${factor}, ${toAddressColumn(source)}, 0, ${now}, ${now})
    on conflict (person, factor, address) do update set touched_at = excluded.touched_at
    returning failures, since, locked_until`);
}

const findLatest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((latest, date) => (latest && (!date || latest > date) ? latest : date), null);

/** After a right answer: deletes the failed attempts before it, here and of unknown addresses. */
export async function clearFailures(tx: Tx, { email, factor, address }: Attempt): Promise<void> {
  await tx.run(sql`
    delete from staff.failed_attempts
    where person = ${hashEmail(email)} and factor = ${factor} and address in (${address}, '*')`);
}

/** The counts of all sources from which nothing was tried since `before`. */
export async function deleteOldFailures(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from staff.failed_attempts where touched_at < ${before}`);
}
