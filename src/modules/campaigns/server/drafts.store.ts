import type { Context, ReadContext } from "#base/server/context.ts";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { DraftContent } from "../contract/draft-content.ts";
import type { DraftStep } from "../contract/enums.ts";

export type DraftRecord = {
  id: string;
  merchant_id: string;
  plan_id: string | null;
  content: DraftContent;
  step: DraftStep;
  revision: number;
  device: string;
  created_at: Date;
  updated_at: Date;
};
/** A draft in a list: what its content is about, instead of the content. */
export type DraftHead = Omit<DraftRecord, "merchant_id" | "content"> & {
  name: string;
  platforms: Platform[];
};
export type NewDraft = Pick<DraftRecord, "id" | "plan_id" | "content" | "step" | "device">;
export type DraftChange = Pick<DraftRecord, "id" | "content" | "step" | "device" | "revision">;

/** The merchant's drafts without their content, the one saved last first. */
export function loadDraftHeads({ db, actor }: ReadContext): Promise<DraftHead[]> {
  return db.many(sql`
    select id, plan_id, step, revision, device, created_at, updated_at,
      coalesce(content #>> '{campaign,name}', '') as name,
      array(select jsonb_object_keys(coalesce(content -> 'platforms', '{}'))) as platforms
    from campaigns.drafts where merchant_id = ${actor.merchantId} order by updated_at desc, id desc`);
}

export function findDraft({ db, actor }: ReadContext, draftId: string): Promise<DraftRecord | undefined> {
  return db.maybeOne(sql`
    select * from campaigns.drafts where merchant_id = ${actor.merchantId} and id = ${draftId}`);
}

/** How many drafts the merchant has; another transaction that counts them waits until this one ends. */
export async function countDraftsLocked({ tx, actor }: Context): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`campaigns.drafts:${actor.merchantId}`}, 0))`,
  );
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from campaigns.drafts where merchant_id = ${actor.merchantId}`);
  return count;
}

export function insertDraft({ tx, actor, now }: Context, draft: NewDraft): Promise<DraftRecord> {
  return tx.one(sql`
    insert into campaigns.drafts (merchant_id, id, plan_id, content, step, device, created_at, updated_at)
    values (${actor.merchantId}, ${draft.id}, ${draft.plan_id}, ${JSON.stringify(draft.content)}, ${draft.step},
      ${draft.device}, ${now}, ${now})
    returning *`);
}

/** Saves over this very revision; undefined when a newer one stands, or no draft. Of two saves at once one wins. */
export function updateDraft(
  { tx, actor, now }: Context,
  draft: DraftChange,
): Promise<DraftRecord | undefined> {
  return tx.maybeOne(sql`
    update campaigns.drafts
    set content = ${JSON.stringify(draft.content)}, step = ${draft.step}, device = ${draft.device},
      revision = revision + 1, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${draft.id} and revision = ${draft.revision} returning *`);
}

export function removeDraft({ tx, actor }: Context, draftId: string): Promise<DraftRecord | undefined> {
  return tx.maybeOne(sql`
    delete from campaigns.drafts where merchant_id = ${actor.merchantId} and id = ${draftId} returning *`);
}

/** Deletes the drafts, of any merchant, that were last saved before `before`: at most `limit`, the oldest first. */
export function removeUntouchedDrafts(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<Pick<DraftRecord, "id" | "merchant_id">[]> {
  return tx.many(sql`
    delete from campaigns.drafts where (merchant_id, id) in (
      select merchant_id, id from campaigns.drafts where updated_at < ${before}
      order by updated_at limit ${limit} for update skip locked)
    returning merchant_id, id`);
}
