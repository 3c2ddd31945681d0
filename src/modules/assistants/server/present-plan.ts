import type { ReadContext } from "#base/server/context.ts";
import type { Plan } from "../contract/plan-shapes.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { findLatestPlan, type PlanRecord } from "./plans.store.ts";

/** A plan that nobody finished for so long was lost with its process: its request may be sent again. */
export const lostAfterMs = 180_000;

export const isLost = ({ status, begun_at }: PlanRecord, now: Date): boolean =>
  status === "planning" && now.getTime() - begun_at.getTime() >= lostAfterMs;

export const presentPlan = (row: PlanRecord, now: Date, isEdited = false): Plan => ({
  id: row.id,
  status: isLost(row, now) ? "failed" : row.status,
  revision: row.revision,
  description: row.input.description,
  engine: row.engine,
  steps: row.steps,
  result: row.result,
  picture_url: row.subject?.pictureUrl ?? null,
  words: row.words,
  is_edited: isEdited,
  can_undo: row.earlier.length > 0 && !isEdited,
});

/** The plan that was begun last, as long as its draft stands. */
export async function showLatestPlan(
  { campaigns, systemClock }: Pick<AssistantsDeps, "campaigns" | "systemClock">,
  ctx: ReadContext,
): Promise<{ plan: Plan | null }> {
  const row = await findLatestPlan(ctx);
  if (!row) return { plan: null };
  const now = systemClock.now();
  if (!row.result) return { plan: presentPlan(row, now) };
  const revision = await campaigns.findDraftRevision(ctx, row.result.draft_id);
  if (revision === undefined) return { plan: null };
  return { plan: presentPlan(row, now, revision !== row.draft_revision) };
}
