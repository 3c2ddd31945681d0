import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { DraftRow, DraftSummary } from "../contract/drafts.calls.ts";
import { presentDraft, presentDraftSummary } from "./drafts.present.ts";
import { findDraft, loadDraftHeads } from "./drafts.store.ts";

/** The merchant's drafts, the one saved last first. */
export async function listDrafts(ctx: ReadContext): Promise<{ items: DraftSummary[] }> {
  return { items: (await loadDraftHeads(ctx)).map(presentDraftSummary) };
}

/** One draft; another merchant's is not found. */
export async function showDraft(ctx: ReadContext, { draftId }: { draftId: string }): Promise<DraftRow> {
  const row = await findDraft(ctx, draftId);
  return row ? presentDraft(row) : baseRefusals.refuse("base.not_found");
}
