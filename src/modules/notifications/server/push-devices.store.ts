import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `notifications.push_devices` and `vapid_keys`. */

export type PushDevice = Row<"notifications.push_devices">;

/** The person's, wherever they work; oldest first. */
export const listDevices = ({ db }: Pick<ReadContext, "db">, personId: string): Promise<PushDevice[]> =>
  db.many(sql`
    select * from notifications.push_devices where person_id = ${personId} order by created_at, id`);

/** A browser that somebody else allowed before is theirs no more. */
export async function saveDevice({ tx }: Context, one: PushDevice): Promise<void> {
  await tx.run(sql`
    insert into notifications.push_devices (id, person_id, session_id, name, endpoint, p256dh, sealed_auth,
      vapid_public_key, created_at)
    values (${one.id}, ${one.person_id}, ${one.session_id}, ${one.name}, ${one.endpoint}, ${one.p256dh},
      ${one.sealed_auth}, ${one.vapid_public_key}, ${one.created_at})
    on conflict (id) do update set person_id = excluded.person_id, session_id = excluded.session_id,
      name = excluded.name, endpoint = excluded.endpoint, p256dh = excluded.p256dh, sealed_auth = excluded.sealed_auth,
      vapid_public_key = excluded.vapid_public_key, created_at = excluded.created_at`);
}

/** False when the person has no such device. */
export async function deleteDevice(
  { tx }: Context,
  { id, person_id }: Pick<PushDevice, "id" | "person_id">,
): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from notifications.push_devices where person_id = ${person_id} and id = ${id}`);
  return deleted === 1;
}

/** Those that were allowed in sessions that ended; how many there were. */
export const deleteDevicesOfSessions = ({ tx }: Context, sessionIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from notifications.push_devices where session_id = any(${[...sessionIds]}::text[])`);

export const findSealedKeys = (db: Db) =>
  db.maybeOne<{ public_key: string; sealed_private_key: string }>(
    sql`select public_key, sealed_private_key from notifications.vapid_keys`,
  );

/** Nothing where another process was first. */
export async function insertSealedKeys(
  db: Db,
  { publicKey, sealedPrivateKey }: { publicKey: string; sealedPrivateKey: string },
): Promise<void> {
  await db.run(sql`
    insert into notifications.vapid_keys (is_only, public_key, sealed_private_key)
    values (true, ${publicKey}, ${sealedPrivateKey}) on conflict do nothing`);
}
