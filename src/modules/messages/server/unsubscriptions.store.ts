import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { OptionalTopic } from "../contract/enums.ts";

export type Subscription = { topic: OptionalTopic; subjectId: string };

/** False when it was unsubscribed before. */
export async function insertUnsubscription(
  { tx, actor }: Context,
  { topic, subjectId }: Subscription,
  at: Date,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into messages.unsubscriptions (merchant_id, topic, subject_id, unsubscribed_at)
    values (${actor.merchantId}, ${topic}, ${subjectId}, ${at}) on conflict do nothing`);
  return inserted > 0;
}

/** The reader wants it again. */
export async function deleteUnsubscription(
  { tx, actor }: Context,
  { topic, subjectId }: Subscription,
): Promise<void> {
  await tx.run(sql`
    delete from messages.unsubscriptions
    where merchant_id = ${actor.merchantId} and topic = ${topic} and subject_id = ${subjectId}`);
}

export async function isUnsubscribed(
  db: Db,
  merchantId: string,
  { topic, subject_id }: { topic: string; subject_id: string | null },
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from messages.unsubscriptions
    where merchant_id = ${merchantId} and topic = ${topic} and subject_id = ${subject_id}`);
  return row !== undefined;
}
