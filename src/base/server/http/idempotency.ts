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

/** What is kept of an answer for a repeated request, as JSON, and how the answer is made of it; by default all of it. */
type Kept<Result> = { keep(result: Result): unknown; remake(kept: unknown): Promise<Result> | Result };

/** The request was answered before: ends the transaction without effect. */
class AnsweredBefore extends Error {
  readonly kept: unknown;
  constructor(kept: unknown) {
    super("the request was answered before");
    this.kept = kept;
  }
}

/**
 * Runs `work` once per key. The key's record and the work's effects are one transaction, so a crash leaves both or
 * neither. The same request again gets the same response, or one made of what was kept of it; another request under the
 * same key is refused. A refusal rolls everything back, so the request may be sent again.
 */
export async function once<Result>(
  db: Db,
  { scope, key, call, input }: Claim,
  work: (tx: Tx) => Promise<Result>,
  { keep, remake }: Kept<Result> = { keep: (result) => result, remake: (kept) => kept as Result },
): Promise<Result> {
  if (!key || !/^[\x21-\x7e]{8,200}$/.test(key)) return baseRefusals.refuse("base.idempotency_key_required");
  const bodyHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  try {
    return await db.transaction(async (tx) => {
      // Sent together: the work's first statements run behind the lock. What a request does that was answered before is
      // rolled back, whatever became of it.
      const [claim, done] = await Promise.allSettled([claimKey(tx, scope, key), (async () => work(tx))()]);
      if (claim.status === "rejected") throw claim.reason;
      const known = claim.value;
      if (known && (known.call !== call || known.body_hash !== bodyHash))
        return baseRefusals.refuse("base.idempotency_key_reused");
      if (known) throw new AnsweredBefore(known.response);
      if (done.status === "rejected") throw done.reason;
      tx.record(keys, { scope, key, call, body_hash: bodyHash, response: keep(done.value) ?? null });
      return done.value;
    });
  } catch (error) {
    if (error instanceof AnsweredBefore) return remake(error.kept);
    throw error;
  }
}

type Known = Row<"base.idempotency_keys", "call" | "body_hash"> & { response: unknown };

/** Locks the key until the transaction ends, and finds its request. A second request with the key waits here. */
function claimKey(tx: Tx, scope: string, key: string): Promise<Known | undefined> {
  const claimed = sql`select call, body_hash, response from base.claim_key(${scope}, ${key})`;
  return tx.maybeOne<Known>(prepared("base.claim_key", claimed));
}

/** Deletes expired keys; run daily. */
export function deleteExpiredKeys(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.idempotency_keys where created_at < now() - make_interval(days => ${retentionDays})`,
  );
}
