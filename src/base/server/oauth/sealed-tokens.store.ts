import { type Db, raw, sql, type Tx } from "../db/db.ts";
import type { SealedTokens, TokenTable } from "./sealed-tokens.ts";

/** The pair that was read of a connection. */
type SeenPair = { id: string; seen: Pick<SealedTokens, "access_token_sealed"> };
type RenewedPair = Omit<SealedTokens, "renewing_until"> & { scopes: readonly string[] };

/** Writes the token columns of one module's table. Every write does nothing once another pair has replaced the one seen. */
export function makeTokenStore({ name, key }: TokenTable) {
  const [table, keyColumn] = [raw(name), raw(key)];
  const isCurrent = ({ id, seen }: SeenPair) =>
    sql`${keyColumn} = ${id} and access_token_sealed = ${seen.access_token_sealed}`;

  return {
    /** Locks the row; false when it has another pair, or none. */
    async lockCurrent(tx: Tx, pair: SeenPair): Promise<boolean> {
      const row = await tx.maybeOne(sql`select 1 from ${table} where ${isCurrent(pair)} for update`);
      return row !== undefined;
    },

    /** Stores the new pair and ends the lease. Without a new refresh token the old one stays valid. */
    async saveRenewed(db: Db, pair: SeenPair, renewed: RenewedPair): Promise<void> {
      await db.run(sql`
        update ${table} set access_token_sealed = ${renewed.access_token_sealed},
          refresh_token_sealed = coalesce(${renewed.refresh_token_sealed}, refresh_token_sealed),
          access_expires_at = ${renewed.access_expires_at}, issued_at = ${renewed.issued_at},
          scopes = ${[...renewed.scopes]}, renewing_until = null
        where ${isCurrent(pair)}`);
    },

    /** False while another renewal is in progress. */
    async acquireLease(db: Db, pair: SeenPair, { now, until }: { now: Date; until: Date }): Promise<boolean> {
      const acquired = await db.run(sql`
        update ${table} set renewing_until = ${until}
        where ${isCurrent(pair)} and (renewing_until is null or renewing_until <= ${now})`);
      return acquired > 0;
    },

    /** Ends the lease until `until`, which nobody else may have taken over. */
    async releaseLease(db: Db, pair: SeenPair, until: Date): Promise<void> {
      await db.run(sql`
        update ${table} set renewing_until = null where ${isCurrent(pair)} and renewing_until = ${until}`);
    },
  };
}
