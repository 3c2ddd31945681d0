import type { AuditEntry } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Row } from "#base/server/db/row.ts";
import { type BudgetMoveRow, listOpenMoves } from "./budget-moves.store.ts";
import { listPlanCampaigns } from "./campaigns.store.ts";
import { toChangedBy, toFields, toVerb, type UnnamedChange } from "./present-changes.ts";
import type { CampaignRecord } from "./records.ts";
import { isAsMoved } from "./show-plan.ts";

type Plan = Pick<Row<"campaigns.plans">, "id" | "name">;

/** What takes a change of the plan itself back: a name to write back, or a budget move to undo. */
export type PlanUndo = { kind: "name"; name: string } | { kind: "move"; moveId: string };

const openMovesMax = 20;

/** A page's entries of the plan itself: its name, and budget moves. They are not sent to a platform. */
export async function presentPlanChanges(
  ctx: ReadContext,
  plan: Plan,
  entries: readonly AuditEntry[],
): Promise<UnnamedChange[]> {
  const own = entries.filter(({ subject }) => subject === plan.id);
  if (own.length === 0) return [];
  const state = {
    plan,
    campaigns: await listPlanCampaigns(ctx, plan.id),
    moves: await listOpenMoves(ctx, { planId: plan.id, limit: openMovesMax }),
  };
  return own.map((entry) => {
    const verb = toVerb(entry.action);
    const [before, after] = [toFields(entry.before), toFields(entry.after)];
    const undo = toPlanUndo(entry);
    return {
      id: entry.id,
      level: "plan",
      campaign_id: null,
      platform: null,
      subject_id: plan.id,
      subject_name: plan.name,
      verb,
      by: toChangedBy(entry, verb),
      reason: null,
      at: entry.recorded_at.toISOString(),
      changes:
        verb === "edited" ? [{ field: "name", from: before.name ?? null, to: after.name ?? null }] : [],
      places: null,
      outcome: null,
      outcome_at: null,
      can_undo: undo !== null && isCurrent(undo, entry, state),
    };
  });
}

/** What takes the change back; null when nothing does. */
export function toPlanUndo({ action, before, after }: AuditEntry): PlanUndo | null {
  const [{ name }, { move_id: moveId }] = [toFields(before), toFields(after)];
  if (action === "plan.edited" && typeof name === "string") return { kind: "name", name };
  if (action === "plan.budget_moved" && typeof moveId === "string") return { kind: "move", moveId };
  return null;
}

type State = {
  plan: Plan;
  campaigns: readonly CampaignRecord[];
  moves: readonly BudgetMoveRow[];
};

/** Whether the plan still is as this change left it. */
function isCurrent(undo: PlanUndo, entry: AuditEntry, { plan, campaigns, moves }: State): boolean {
  if (undo.kind === "name") return isNameUnchangedSince(entry, plan);
  const move = moves.find(({ id }) => id === undo.moveId);
  return move !== undefined && isAsMoved(move, campaigns);
}

export const isNameUnchangedSince = ({ after }: AuditEntry, { name }: Plan): boolean =>
  toFields(after).name === name;
