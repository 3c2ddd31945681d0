import { createHash } from "node:crypto";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { HealthState } from "../contract/link-enums.ts";

/** How a destination is found: its address may be longer than an index takes. */
export const toDestinationKey = (destination: string): string =>
  createHash("md5").update(destination).digest("hex");

/** The destination is checked from now on; one that is known keeps its state. */
export async function ensureDestination({ tx, actor, now }: Context, destination: string): Promise<void> {
  const inserted = await tx.run(sql`
    insert into tracking.destinations (merchant_id, key, destination, due_at)
    values (${actor.merchantId}, ${toDestinationKey(destination)}, ${destination}, ${now})
    on conflict (merchant_id, key) do nothing`);
  if (inserted === 0) return;
  await tx.run(sql`
    insert into tracking.destination_turns (merchant_id, due_at) values (${actor.merchantId}, ${now})
    on conflict (merchant_id) do update set due_at = least(destination_turns.due_at, excluded.due_at)`);
}

/**
 * The merchant whose destinations have been due longest, leased for `leaseSeconds`: after a crash the merchant is due
 * again. Undefined when nobody is due.
 */
export async function leaseDueMerchant(
  db: Db,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
): Promise<string | undefined> {
  const leased = await db.maybeOne<Row<"tracking.destination_turns", "merchant_id">>(sql`
    update tracking.destination_turns set due_at = ${now}::timestamptz + ${leaseSeconds} * interval '1 second'
    where merchant_id = (
      select merchant_id from tracking.destination_turns where due_at <= ${now}
      order by due_at limit 1 for update skip locked
    ) returning merchant_id`);
  return leased?.merchant_id;
}

/** Ends the lease: the merchant comes again when the next destination is due, behind those who wait already. */
export async function endTurn({ db, actor, now }: ReadContext): Promise<void> {
  await db.run(sql`
    update tracking.destination_turns set due_at = greatest(${now}, next.due_at) from (
      select min(due_at) as due_at from tracking.destinations where merchant_id = ${actor.merchantId}
    ) next where merchant_id = ${actor.merchantId} and next.due_at is not null`);
  await db.run(sql`
    delete from tracking.destination_turns where merchant_id = ${actor.merchantId}
      and not exists (select 1 from tracking.destinations where destinations.merchant_id = ${actor.merchantId})`);
}

export type DueDestination = Row<"tracking.destinations", "key" | "destination">;

/** The merchant's destinations that are due, those waiting longest first. */
export function listDueDestinations(
  { db, actor, now }: ReadContext,
  limit: number,
): Promise<DueDestination[]> {
  return db.many<DueDestination>(sql`
    select key, destination from tracking.destinations
    where merchant_id = ${actor.merchantId} and due_at <= ${now} order by due_at limit ${limit}`);
}

export type CheckedDestination = { state: HealthState; httpStatus: number | null; nextAt: Date };

/** Stores what a check found; `failing_since` stays while it keeps failing, however. */
export async function saveChecked(
  { tx, actor, now }: Context,
  key: string,
  { state, httpStatus, nextAt }: CheckedDestination,
): Promise<void> {
  const isFailing = state !== "works" && state !== "unknown";
  await tx.run(sql`
    update tracking.destinations set state = ${state}, http_status = ${httpStatus}, checked_at = ${now},
      due_at = ${nextAt}, failing_since = case when ${isFailing} then coalesce(failing_since, ${now}) end
    where merchant_id = ${actor.merchantId} and key = ${key}`);
}

/** No link leads there any more: nothing is checked until one does again. */
export async function deleteDestination({ tx, actor }: Context, key: string): Promise<void> {
  await tx.run(sql`
    delete from tracking.destinations where merchant_id = ${actor.merchantId} and key = ${key}`);
}
