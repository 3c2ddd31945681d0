import { createHash } from "node:crypto";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { type Db, sql, type Tx } from "../db/db.ts";
import type { Row } from "../db/row.ts";

/** Kept for a week: longer than any browser retries. */
export const retentionDays = 7;

export type Claim = { scope: string; key: string | undefined; call: string; input: unknown };

/**
 * Runs `work` once per key. The key's record and the work's effects are one transaction, so a crash leaves both or
 * neither. The same request again gets the same response; another request under the same key is refused. A refusal
 * rolls everything back, so the request may be sent again.
 */
export function once<Result>(
  db: Db,
  { scope, key, call, input }: Claim,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!key || !/^[\x21-\x7e]{8,200}$/.test(key)) return baseRefusals.refuse("base.idempotency_key_required");
  const bodyHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");

  return db.transaction(async (tx) => {
    // A second request with the key waits here until the first has committed or rolled back.
    const isFirst = await tx.run(sql`
      insert into base.idempotency_keys (scope, key, call, body_hash) values (${scope}, ${key}, ${call}, ${bodyHash})
      on conflict do nothing`);
    if (!isFirst) {
      const existing = await tx.one<
        Row<"base.idempotency_keys", "call" | "body_hash"> & { response: Result }
      >(sql`
        select call, body_hash, response from base.idempotency_keys where scope = ${scope} and key = ${key}`);
      if (existing.call !== call || existing.body_hash !== bodyHash)
        return baseRefusals.refuse("base.idempotency_key_reused");
      return existing.response;
    }
    const response = await work(tx);
    await tx.run(sql`
      update base.idempotency_keys set response = ${JSON.stringify(response ?? null)} where scope = ${scope} and key = ${key}`);
    return response;
  });
}

/** Deletes expired keys; run daily. */
export function deleteExpiredKeys(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.idempotency_keys where created_at < now() - make_interval(days => ${retentionDays})`,
  );
}
