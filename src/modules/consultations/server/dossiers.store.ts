import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Dossier } from "../contract/dossier.calls.ts";

export async function findDossier({ db, actor }: ReadContext, orderId: string): Promise<Dossier | null> {
  const found = await db.maybeOne<{ content: Dossier | null }>(sql`
    select content from consultations.dossiers
    where merchant_id = ${actor.merchantId} and order_id = ${orderId}`);
  return found?.content ?? null;
}

/** The orders whose consent stands. */
export async function listOpenDossiers({ db, actor }: ReadContext): Promise<string[]> {
  const rows = await db.many<{ order_id: string }>(sql`
    select order_id from consultations.dossiers
    where merchant_id = ${actor.merchantId} and content is not null order by order_id`);
  return rows.map(({ order_id }) => order_id);
}

/** Consent given again freezes anew. */
export async function saveDossier(
  { tx, actor, now }: Context,
  { orderId, content }: { orderId: string; content: Dossier },
): Promise<void> {
  await tx.run(sql`
    insert into consultations.dossiers (merchant_id, order_id, content, consented_at)
    values (${actor.merchantId}, ${orderId}, ${JSON.stringify(content)}::jsonb, ${now})
    on conflict (merchant_id, order_id) do update
      set content = excluded.content, consented_at = excluded.consented_at, withdrawn_at = null`);
}

/** What was frozen is gone; when consent was given and withdrawn is kept. */
export async function closeDossier({ tx, actor, now }: Context, orderId: string): Promise<void> {
  await tx.run(sql`
    update consultations.dossiers set content = null, withdrawn_at = ${now}
    where merchant_id = ${actor.merchantId} and order_id = ${orderId} and content is not null`);
}
