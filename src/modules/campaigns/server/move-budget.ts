import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { insertBudgetMove, markMoveUndone } from "./budget-moves.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import { listPlanCampaigns, lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findPlan } from "./plans.store.ts";
import { proposeMove } from "./propose-move.ts";
import type { CampaignRecord } from "./records.ts";
import { isAsMoved } from "./show-plan.ts";

type Deps = Pick<CampaignsDeps, "figures" | "adAccounts" | "wallet">;
type MoveInput = {
  planId: string;
  from_campaign_id: string;
  to_campaign_id: string;
  amount_halalas: number;
};

/**
 * Carries out the proposal that the merchant saw: lowers one daily budget, raises the other, or changes nothing.
 * Refused when the figures or the budgets have led to another proposal since.
 */
export const moveBudget =
  (deps: Deps) =>
  (ctx: ReadContext, { planId, ...seen }: MoveInput): Promise<void> =>
    transact(ctx, async (ctx) => {
      if (!(await findPlan(ctx, planId))) baseRefusals.refuse("base.not_found");
      const { from, to } = await lockBoth(ctx, seen);
      const proposal = await proposeMove(deps)(ctx, await listPlanCampaigns(ctx, planId));
      const isSame =
        proposal?.fromCampaignId === from.id &&
        proposal.toCampaignId === to.id &&
        proposal.amountHalalas === seen.amount_halalas;
      if (!isSame) return campaignsRefusals.refuse("campaigns.proposal_changed");

      const lowered = from.daily_budget_halalas - seen.amount_halalas;
      const raised = to.daily_budget_halalas + seen.amount_halalas;
      await setBudget(deps)(ctx, from, lowered);
      await setBudget(deps)(ctx, to, raised);
      const id = newId("mov");
      const move = { ...seen, id, plan_id: planId, from_budget_halalas: lowered, to_budget_halalas: raised };
      await insertBudgetMove(ctx, move);
      await auditChange(ctx, "plan.budget_moved", planId, { after: { ...seen, move_id: id } });
    });

/** Moves the budget back; refused when one of the two has changed since. */
export const undoMove =
  (deps: Deps) =>
  (ctx: ReadContext, { planId, moveId }: { planId: string; moveId: string }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const move = await markMoveUndone(ctx, { planId, moveId });
      if (!move) return baseRefusals.refuse("base.not_found");
      const { from, to } = await lockBoth(ctx, move);
      if (!isAsMoved(move, [from, to])) return campaignsRefusals.refuse("campaigns.changed_since");
      await setBudget(deps)(ctx, to, to.daily_budget_halalas - move.amount_halalas);
      await setBudget(deps)(ctx, from, from.daily_budget_halalas + move.amount_halalas);
      await auditChange(ctx, "plan.budget_move_undone", planId, { before: { move_id: moveId } });
    });

type Pair = { from_campaign_id: string; to_campaign_id: string };

/** Locked in the order of their ids, so that two moves at once cannot wait for each other. */
async function lockBoth(
  ctx: Context,
  { from_campaign_id, to_campaign_id }: Pair,
): Promise<{ from: CampaignRecord; to: CampaignRecord }> {
  const locked = new Map<string, CampaignRecord>();
  for (const id of [from_campaign_id, to_campaign_id].sort()) locked.set(id, await lockCampaign(ctx, id));
  const from = locked.get(from_campaign_id);
  const to = locked.get(to_campaign_id);
  return from && to ? { from, to } : baseRefusals.refuse("base.not_found");
}
