import type { DraftRow, DraftSummary } from "../contract/drafts.calls.ts";
import { listPlatforms } from "../domain/plan-draft.ts";
import type { DraftHead, DraftRecord } from "./drafts.store.ts";

export function presentDraftSummary(row: DraftHead): DraftSummary {
  return {
    id: row.id,
    plan_id: row.plan_id,
    name: row.name,
    platforms: row.platforms,
    step: row.step,
    revision: row.revision,
    device: row.device,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentDraft({ content, ...row }: DraftRecord): DraftRow {
  const head = { ...row, name: content.campaign.name ?? "", platforms: listPlatforms(content) };
  return { ...presentDraftSummary(head), content };
}
