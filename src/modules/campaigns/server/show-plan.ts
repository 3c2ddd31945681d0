import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import { type BudgetMoveRow, findLastMove } from "./budget-moves.store.ts";
import { type PresentDeps, presentDetails } from "./campaigns.present.ts";
import { listPlanCampaigns, loadCampaignTrees } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findPlan } from "./plans.store.ts";
import { proposeMove } from "./propose-move.ts";
import type { CampaignRecord } from "./records.ts";

type Deps = Pick<CampaignsDeps, "figures" | "adAccounts"> & PresentDeps;

/** A plan with its campaigns, the proposal for its budget, and the last move; another merchant's is not found. */
export const showPlan =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { planId, language }: { planId: string; language: Language },
  ): Promise<PlanDetails> => {
    const plan = await findPlan(ctx, planId);
    if (!plan) return baseRefusals.refuse("base.not_found");
    const campaigns = await listPlanCampaigns(ctx, planId);
    const trees = await loadCampaignTrees(
      ctx,
      campaigns.map(({ id }) => id),
    );
    const lastMove = await findLastMove(ctx, planId);
    const position = ({ platform }: PlanDetails["campaigns"][number]) => platforms.indexOf(platform);
    return {
      id: plan.id,
      name: plan.name,
      objective: plan.objective,
      created_at: plan.created_at.toISOString(),
      campaigns: trees
        .map((tree) => presentDetails(tree, { ...deps, language, now: ctx.now }))
        .sort((one, other) => position(one) - position(other)),
      proposal: presentProposal(await proposeMove(deps)(ctx, campaigns)),
      last_move: lastMove ? presentMove(lastMove, campaigns) : null,
    };
  };

function presentProposal(
  proposal: Awaited<ReturnType<ReturnType<typeof proposeMove>>>,
): PlanDetails["proposal"] {
  return (
    proposal && {
      from_campaign_id: proposal.fromCampaignId,
      to_campaign_id: proposal.toCampaignId,
      amount_halalas: proposal.amountHalalas,
      from: proposal.from,
      to: proposal.to,
      orders: proposal.orders,
      largest_loss_halalas: proposal.largestLossHalalas,
    }
  );
}

function presentMove(move: BudgetMoveRow, campaigns: readonly CampaignRecord[]): PlanDetails["last_move"] {
  const { id, from_campaign_id, to_campaign_id, amount_halalas, moved_at } = move;
  return {
    id,
    from_campaign_id,
    to_campaign_id,
    amount_halalas,
    moved_at: moved_at.toISOString(),
    can_undo: isAsMoved(move, campaigns),
  };
}

/** Whether both daily budgets still are what the move made of them. */
export function isAsMoved(
  move: BudgetMoveRow,
  campaigns: readonly Pick<CampaignRecord, "id" | "daily_budget_halalas">[],
): boolean {
  const findBudget = (campaignId: string) =>
    campaigns.find(({ id }) => id === campaignId)?.daily_budget_halalas;
  return (
    findBudget(move.from_campaign_id) === move.from_budget_halalas &&
    findBudget(move.to_campaign_id) === move.to_budget_halalas
  );
}
