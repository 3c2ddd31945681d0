import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { DraftContent } from "../contract/draft-content.ts";
import type { DraftRow } from "../contract/drafts.calls.ts";
import { draftKibibytesMax, draftsMax } from "../contract/enums.ts";
import { auditChange } from "./campaigns.audit.ts";
import { presentDraft } from "./drafts.present.ts";
import {
  countDraftsLocked,
  type DraftChange,
  findDraft,
  insertDraft,
  type NewDraft,
  updateDraft,
} from "./drafts.store.ts";
import { refuseForeignPlan } from "./plans.store.ts";

/** Keeps a new draft. A merchant has at most `draftsMax`. */
export const createDraft = (ctx: ReadContext, input: Omit<NewDraft, "id">): Promise<DraftRow> =>
  transact(ctx, async (ctx) => {
    refuseTooLarge(input.content);
    if (input.plan_id !== null) await refuseForeignPlan(ctx, input.plan_id);
    if ((await countDraftsLocked(ctx)) >= draftsMax)
      campaignsRefusals.refuse("campaigns.drafts_too_many", { max: draftsMax });
    const row = await insertDraft(ctx, { ...input, id: newId("dft") });
    await auditChange(ctx, "draft.created", row.id, { after: { plan_id: row.plan_id } });
    return presentDraft(row);
  });

/**
 * Saves a draft over the revision it was read at. Over a newer one nothing is written, and the refusal carries what
 * stands. The audit log has no entry for it: a draft is saved at every pause of typing and costs nothing.
 */
export const saveDraft = (ctx: ReadContext, input: DraftChange): Promise<DraftRow> =>
  transact(ctx, async (ctx) => {
    refuseTooLarge(input.content);
    const saved = await updateDraft(ctx, input);
    if (saved) return presentDraft(saved);
    const current = await findDraft(ctx, input.id);
    if (!current) return baseRefusals.refuse("base.not_found");
    return campaignsRefusals.refuseWith("campaigns.draft_changed", presentDraft(current));
  });

export const isTooLarge = (content: DraftContent): boolean =>
  Buffer.byteLength(JSON.stringify(content)) > draftKibibytesMax * 1_024;

function refuseTooLarge(content: DraftContent): void {
  if (isTooLarge(content)) campaignsRefusals.refuse("campaigns.draft_too_large", { max: draftKibibytesMax });
}
