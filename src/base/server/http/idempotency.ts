import { createHash } from "node:crypto";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { type Db, type Journal, prepared, sql, type Tx } from "../db/db.ts";
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

/** The request was answered before: ends the transaction without effect. */
class AnsweredBefore extends Error {
  readonly response: unknown;
  constructor(response: unknown) {
    super("the request was answered before");
    this.response = response;
  }
}

/**
 * Runs `work` once per key. The key's record and the work's effects are one transaction, so a crash leaves both or
 * neither. The same request again gets the same response; another request under the same key is refused. A refusal
 * rolls everything back, so the request may be sent again.
 */
export async function once<Result>(
  db: Db,
  { scope, key, call, input }: Claim,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!key || !/^[\x21-\x7e]{8,200}$/.test(key)) return baseRefusals.refuse("base.idempotency_key_required");
  const bodyHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  try {
    return await db.transaction(async (tx) => {
      // Sent together: the work's first statements run behind the lock. What a request does that was answered before is
      // rolled back, whatever became of it.
      const [claim, done] = await Promise.allSettled([
        claimKey<Result>(tx, scope, key),
        (async () => work(tx))(),
      ]);
      if (claim.status === "rejected") throw claim.reason;
      const known = claim.value;
      if (known && (known.call !== call || known.body_hash !== bodyHash))
        return baseRefusals.refuse("base.idempotency_key_reused");
      if (known) throw new AnsweredBefore(known.response);
      if (done.status === "rejected") throw done.reason;
      tx.record(keys, { scope, key, call, body_hash: bodyHash, response: done.value ?? null });
      return done.value;
    });
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.response as Result;
    throw error;
  }
}

type Known<Result> = Row<"base.idempotency_keys", "call" | "body_hash"> & { response: Result };

/** Locks the key until the transaction ends, and finds its request. A second request with the key waits here. */
function claimKey<Result>(tx: Tx, scope: string, key: string): Promise<Known<Result> | undefined> {
  const claimed = sql`select call, body_hash, response from base.claim_key(${scope}, ${key})`;
  return tx.maybeOne<Known<Result>>(prepared("base.claim_key", claimed));
}

/** Deletes expired keys; run daily. */
export function deleteExpiredKeys(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.idempotency_keys where created_at < now() - make_interval(days => ${retentionDays})`,
  );
}
