import { createHash } from "node:crypto";
import { baseRefusals } from "../../shared/base.refusals.ts";
import { type Db, sql, type Tx } from "../db/db.ts";

/** Kept for a week: longer than any browser retries. */
export const keptDays = 7;

export type Claim = { scope: string; key: string | undefined; call: string; input: unknown };

/**
 * Does `work` once for a key. The key's record and the work's effects are one transaction, so a crash leaves both or
 * neither; the same request again gets the same answer; another request under the key is refused. A refusal rolls
 * everything back, so it may be tried again.
 */
export function once<Answer>(
  db: Db,
  { scope, key, call, input }: Claim,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (!key || !/^[\x21-\x7e]{8,200}$/.test(key)) return baseRefusals.refuse("base.idempotency_key_required");
  const bodyHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");

  return db.transaction(async (tx) => {
    // A second request with the key waits here until the first has committed or rolled back.
    const isFirst = await tx.run(sql`
      insert into base.idempotency_keys (scope, key, call, body_hash) values (${scope}, ${key}, ${call}, ${bodyHash})
      on conflict do nothing`);
    if (!isFirst) {
      const kept = await tx.one<{ call: string; body_hash: string; answer: Answer }>(sql`
        select call, body_hash, answer from base.idempotency_keys where scope = ${scope} and key = ${key}`);
      if (kept.call !== call || kept.body_hash !== bodyHash)
        return baseRefusals.refuse("base.idempotency_key_reused");
      return kept.answer;
    }
    const answer = await work(tx);
    await tx.run(sql`
      update base.idempotency_keys set answer = ${JSON.stringify(answer ?? null)} where scope = ${scope} and key = ${key}`);
    return answer;
  });
}

/** Forgets keys past their time; run daily. */
export function forgetOldKeys(db: Db): Promise<number> {
  return db.run(
    sql`delete from base.idempotency_keys where created_at < now() - make_interval(days => ${keptDays})`,
  );
}
