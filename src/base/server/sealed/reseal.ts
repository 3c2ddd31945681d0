import type { Db } from "../db/db.ts";
import { makeVault, type VaultKeys } from "../secrets.ts";
import { countOlder, listOlder, replaceSealed } from "./reseal-rows.store.ts";
import type { SealedColumns } from "./sealed-columns.ts";

export type Resealed = {
  /** `payments.cards.sealed_token` */
  place: string;
  resealed: number;
  /** Not opened by any of the keys: they stay as they are. */
  unreadable: number;
  /** Rows that the newest key has not sealed yet, unreadable ones among them. */
  left: number;
};

/**
 * Seals every declared secret with the newest of the keys, in batches, while the product may run: it opens texts of all
 * keys, and a row that changes meanwhile is left alone. May run again at any time. Where nothing is `left`, the older
 * keys may go.
 */
export async function reseal(
  db: Db,
  keys: VaultKeys,
  declarations: readonly SealedColumns[],
  batchRows = 500,
): Promise<Resealed[]> {
  const vault = makeVault(keys);
  const keyId = keys[0].id;
  const done: Resealed[] = [];
  for (const declared of declarations)
    for (const column of declared.columns) {
      const older = { declared, column, keyId };
      let [resealed, unreadable] = [0, 0];
      let after: readonly string[] | null = null;
      for (;;) {
        const rows = await listOlder(db, older, { after, size: batchRows });
        const readable = rows.flatMap((row) => {
          const context = declared.toContext(...row.key);
          const secret = tryOpen(() => vault.open(row.sealed, context));
          return secret === null ? [] : [{ ...row, fresh: vault.seal(secret, context) }];
        });
        unreadable += rows.length - readable.length;
        if (readable.length > 0) resealed += await replaceSealed(db, older, readable);
        const last = rows.at(-1);
        if (!last || rows.length < batchRows) break;
        after = last.key;
      }
      const left = await countOlder(db, older);
      done.push({ place: `${declared.table}.${column}`, resealed, unreadable, left });
    }
  return done;
}

function tryOpen(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}
