import { type Context, type ReadContext, systemTxContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { draftDaysMax } from "../contract/enums.ts";
import type { FromDraft } from "../contract/shapes.ts";
import { auditChange } from "./campaigns.audit.ts";
import { type DraftRecord, removeDraft, removeUntouchedDrafts } from "./drafts.store.ts";

const batchSize = 100;
const dayMs = 86_400_000;

/** Deletes a draft for good, unless another device has saved it since it was seen; another merchant's is not found. */
export const deleteDraft = (
  ctx: ReadContext,
  { draftId, seen }: { draftId: string; seen: FromDraft["draft_seen"] },
): Promise<{ id: string }> =>
  transact(ctx, async (ctx) => {
    const { id } = await takeDraft(ctx, draftId, { seen });
    return { id };
  });

type Seen = { field?: string; seen?: FromDraft["draft_seen"] };

/**
 * Deletes the draft and returns it, in the transaction that puts something else in its place. Refused when another
 * device has saved it since it was seen, so that its changes are not lost unread.
 */
export async function takeDraft(
  ctx: Context,
  draftId: string,
  { field, seen = null }: Seen = {},
): Promise<DraftRecord> {
  const row = await removeDraft(ctx, draftId);
  if (!row) return baseRefusals.refuse("base.not_found", {}, field);
  if (seen && row.revision !== seen.revision && row.device !== seen.device)
    return campaignsRefusals.refuse("campaigns.draft_changed", {}, field);
  await auditChange(ctx, "draft.deleted", row.id, {});
  return row;
}

/** Deletes all merchants' drafts that nobody has saved for `draftDaysMax` days, in batches. */
export async function deleteUntouchedDrafts(db: Db, { now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - draftDaysMax * dayMs);
  for (;;) {
    const deleted = await db.transaction(async (tx) => {
      const rows = await removeUntouchedDrafts(tx, { before, limit: batchSize });
      for (const row of rows)
        await auditChange(systemTxContext(tx, row.merchant_id, now), "draft.deleted", row.id, {});
      return rows.length;
    });
    if (deleted < batchSize) return;
  }
}
