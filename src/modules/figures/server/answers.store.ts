import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { AccountKey } from "./ingest.ts";

/** An answer of a platform: its compressed body, and the SHA-256 and length of the body itself. */
export type Answer = { sha256: string; bytes: number; body: Buffer };

/** Keeps an answer for the days it has figures of, once however often it comes. */
export async function insertAnswer(
  { tx, actor, now }: Context,
  { adAccountId, platform }: AccountKey,
  { answer, days }: { answer: Answer; days: readonly RiyadhDay[] },
): Promise<void> {
  await tx.run(sql`
    insert into figures.answers (merchant_id, sha256, ad_account_id, platform, bytes, body, received_at)
    values (${actor.merchantId}, ${answer.sha256}, ${adAccountId}, ${platform}, ${answer.bytes}, ${answer.body}, ${now})
    on conflict do nothing`);
  await tx.run(sql`
    insert into figures.answer_days (merchant_id, ad_account_id, day, sha256, received_at)
    select ${actor.merchantId}, ${adAccountId}, day, ${answer.sha256}, ${now}
    from unnest(${[...days]}::date[]) as input (day)
    on conflict do nothing`);
}

/** Drops the bodies received before an instant; their hashes stay. */
export function dropBodies(db: Db, before: Date): Promise<number> {
  return db.run(
    sql`update figures.answers set body = null where received_at < ${before} and body is not null`,
  );
}
