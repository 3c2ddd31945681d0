import { createHash } from "node:crypto";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { type Db, type Journal, prepared, sql, type Tx, together } from "../db/db.ts";
import type { Row } from "../db/row.ts";

/** Kept for a week: longer than any browser retries. */
export const retentionDays = 7;

const keys: Journal<Row<"base.idempotency_keys", "scope" | "key" | "call" | "body_hash" | "response">> = {
  name: "keys",
  insert: (entries) => sql`
    insert into base.idempotency_keys (scope, key, call, body_hash, response)
    select scope, key, call, body_hash, response
    from json_populate_recordset(null::base.idempotency_keys, ${entries}::json)`,
};

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
    const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`base.keys:${scope}:${key}`}, 0))`;
    const answered = sql`
      select call, body_hash, response from base.idempotency_keys where scope = ${scope} and key = ${key}`;
    const [, known] = await together(
      tx.run(prepared("base.lock_key", lock)),
      tx.maybeOne<Row<"base.idempotency_keys", "call" | "body_hash"> & { response: Result }>(
        prepared("base.key", answered),
      ),
    );
    if (known) {
      if (known.call !== call || known.body_hash !== bodyHash)
        return baseRefusals.refuse("base.idempotency_key_reused");
      return known.response;
    }
    const response = await work(tx);
    tx.record(keys, { scope, key, call, body_hash: bodyHash, response: response ?? null });
    return response;
  });
}

/** Deletes expired keys; run daily. */
export function deleteExpiredKeys(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.idempotency_keys where created_at < now() - make_interval(days => ${retentionDays})`,
  );
}
