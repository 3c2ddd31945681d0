import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { domainChannel } from "./domain-cache.ts";

export type Domain = Row<"tracking.domains">;

/** Undefined when the merchant has the host already. */
export function insertDomain(
  { tx, actor, now }: Context,
  { id, host, token }: { id: string; host: string; token: string },
): Promise<Domain | undefined> {
  return tx.maybeOne<Domain>(sql`
    insert into tracking.domains (id, merchant_id, host, token, status, created_at, due_at)
    values (${id}, ${actor.merchantId}, ${host}, ${token}, 'pending', ${now}, ${now}::timestamptz + interval '1 hour')
    on conflict (merchant_id, host) do nothing returning *`);
}

/**
 * What a look at DNS found, and when to look again. Answers false when another merchant has proven the host: then it is
 * not verified.
 */
export async function saveLookup(
  { tx, actor, now }: Context,
  { id, status, nextAt }: { id: string; status: Domain["status"]; nextAt: Date },
): Promise<boolean> {
  const saved = await tx.run(sql`
    update tracking.domains set status = ${status}, checked_at = ${now}, due_at = ${nextAt},
      verified_at = case when ${status} = 'verified' then coalesce(verified_at, ${now}) else verified_at end
    where id = ${id} and merchant_id = ${actor.merchantId} and (${status} <> 'verified' or not exists (
      select 1 from tracking.domains other where other.host = domains.host and other.status = 'verified'
        and other.id <> domains.id))`);
  return saved > 0;
}

export async function deleteDomain({ tx, actor }: Context, id: string): Promise<boolean> {
  return (
    (await tx.run(sql`delete from tracking.domains where id = ${id} and merchant_id = ${actor.merchantId}`)) >
    0
  );
}

/** Every process loads the proven hosts again. */
export async function notifyDomainsChanged({ tx }: Context): Promise<void> {
  await tx.run(sql`select pg_notify(${domainChannel}, 'changed')`);
}

/** Hosts of all merchants that are due for a look, the oldest first, leased for ten minutes. */
export function leaseDueDomains(db: Db, { now, limit }: { now: Date; limit: number }): Promise<Domain[]> {
  return db.many<Domain>(sql`
    update tracking.domains set due_at = ${now}::timestamptz + interval '10 minutes'
    where id in (select id from tracking.domains where due_at <= ${now} order by due_at limit ${limit}
      for update skip locked) returning *`);
}

export function findDomain({ db, actor }: ReadContext, id: string): Promise<Domain | undefined> {
  return db.maybeOne<Domain>(
    sql`select * from tracking.domains where id = ${id} and merchant_id = ${actor.merchantId}`,
  );
}
