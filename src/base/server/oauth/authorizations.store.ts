import { type Db, sql } from "../db/db.ts";
import type { Row } from "../db/row.ts";

export type AuthorizationRow = Row<"base.authorizations">;

const retentionMs = 24 * 3_600_000;

/** Secrets sealed for one authorization do not open in another. */
export const authorizationSeal = (owner: string, stateHash: string) => `${owner}.authorizations:${stateHash}`;

/** `details` is written as JSON. */
export async function insertAuthorization(
  db: Db,
  row: Omit<AuthorizationRow, "server_grant_sealed" | "used_at">,
): Promise<void> {
  await db.run(sql`
    insert into base.authorizations (state_hash, owner, vendor, merchant_id, actor_kind, actor_id, details,
      code_verifier_sealed, secret_sealed, expires_at)
    values (${row.state_hash}, ${row.owner}, ${row.vendor}, ${row.merchant_id}, ${row.actor_kind}, ${row.actor_id},
      ${JSON.stringify(row.details)}, ${row.code_verifier_sealed}, ${row.secret_sealed}, ${row.expires_at})`);
}

type AuthorizationKey = { stateHash: string; owner: string; vendor: string };

/** A state is unknown to another module and at another vendor. */
export function findAuthorization(
  db: Db,
  { stateHash, owner, vendor }: AuthorizationKey,
): Promise<AuthorizationRow | undefined> {
  return db.maybeOne<AuthorizationRow>(sql`
    select * from base.authorizations
    where state_hash = ${stateHash} and owner = ${owner} and vendor = ${vendor}`);
}

/** Uses it up, and deletes its secrets; false when it was used before. */
export async function markAuthorizationUsed(db: Db, stateHash: string, now: Date): Promise<boolean> {
  const used = await db.run(sql`
    update base.authorizations set used_at = ${now}, code_verifier_sealed = null, secret_sealed = null
    where state_hash = ${stateHash} and used_at is null`);
  return used > 0;
}

/** The first grant, of an authorization that is valid and was not used before `usedSince`; false for any other. */
export async function saveServerGrant(
  db: Db,
  { stateHash, owner, vendor }: AuthorizationKey,
  { sealed, usedSince, now }: { sealed: string; usedSince: Date; now: Date },
): Promise<boolean> {
  const saved = await db.run(sql`
    update base.authorizations set server_grant_sealed = ${sealed}
    where state_hash = ${stateHash} and owner = ${owner} and vendor = ${vendor} and server_grant_sealed is null
      and (used_at is null or used_at > ${usedSince}) and expires_at > ${now}`);
  return saved > 0;
}

/** The sealed grant, which is deleted; null when none has come. */
export async function takeServerGrant(db: Db, stateHash: string): Promise<string | null> {
  const { sealed } = await db.one<{ sealed: string | null }>(
    sql`select server_grant_sealed as sealed from base.authorizations where state_hash = ${stateHash}`,
  );
  if (sealed !== null)
    await db.run(
      sql`update base.authorizations set server_grant_sealed = null where state_hash = ${stateHash}`,
    );
  return sealed;
}

/** Deletes a batch of those that ended a day ago; until then a late browser is told why it is refused. */
export function deleteOldAuthorizations(db: Db, now: Date): Promise<number> {
  return db.run(sql`
    delete from base.authorizations where state_hash in (
      select state_hash from base.authorizations
      where expires_at < ${new Date(now.getTime() - retentionMs)} limit 5000)`);
}
