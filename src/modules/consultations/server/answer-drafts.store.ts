import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Answers } from "../contract/questions.ts";

/** What the merchant has typed so far; empty before. */
export async function findDraft({ db, actor }: ReadContext, consultationId: string): Promise<Answers> {
  const found = await db.maybeOne<{ answers: Answers }>(sql`
    select answers from consultations.answer_drafts
    where merchant_id = ${actor.merchantId} and consultation_id = ${consultationId}`);
  return found?.answers ?? {};
}

export async function saveDraft(
  { tx, actor, now }: Context,
  { consultationId, answers }: { consultationId: string; answers: Answers },
): Promise<void> {
  await tx.run(sql`
    insert into consultations.answer_drafts (merchant_id, consultation_id, answers, updated_at)
    values (${actor.merchantId}, ${consultationId}, ${JSON.stringify(answers)}::jsonb, ${now})
    on conflict (merchant_id, consultation_id) do update set answers = excluded.answers, updated_at = excluded.updated_at`);
}

export async function deleteDraft({ tx, actor }: Context, consultationId: string): Promise<void> {
  await tx.run(sql`
    delete from consultations.answer_drafts
    where merchant_id = ${actor.merchantId} and consultation_id = ${consultationId}`);
}
