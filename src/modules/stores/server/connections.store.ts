import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The sealed tokens of connected stores. They are renewed by the shared OAuth of the base. */

type SealedPair = Pick<
  Row<"stores.connections">,
  "access_token_sealed" | "refresh_token_sealed" | "access_expires_at" | "issued_at" | "scopes"
>;

/** The sealed pair of a new grant, in place of an earlier grant's. */
export async function upsertTokens({ tx }: Context, storeId: string, pair: SealedPair): Promise<void> {
  await tx.run(sql`
    insert into stores.connections
      (store_id, access_token_sealed, refresh_token_sealed, access_expires_at, issued_at, scopes)
    values (${storeId}, ${pair.access_token_sealed}, ${pair.refresh_token_sealed}, ${pair.access_expires_at},
      ${pair.issued_at}, ${pair.scopes})
    on conflict (store_id) do update set access_token_sealed = excluded.access_token_sealed,
      refresh_token_sealed = excluded.refresh_token_sealed, access_expires_at = excluded.access_expires_at,
      issued_at = excluded.issued_at, scopes = excluded.scopes, renewing_until = null`);
}

/** Deletes a disconnected store's tokens, unless newer ones have come. */
export async function deleteRevokedTokens(
  { db, actor }: ReadContext,
  { store_id, access_token_sealed }: Row<"stores.connections", "store_id" | "access_token_sealed">,
): Promise<void> {
  await db.run(sql`
    delete from stores.connections using stores.stores
    where stores.id = store_id and store_id = ${store_id} and merchant_id = ${actor.merchantId}
      and status = 'disconnected' and access_token_sealed = ${access_token_sealed}`);
}

/** The tokens no longer work, or must not be used any more. */
export async function deleteTokens({ tx }: Context, storeId: string): Promise<void> {
  await tx.run(sql`delete from stores.connections where store_id = ${storeId}`);
}
