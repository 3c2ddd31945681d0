import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanDetails } from "../contract/shapes.ts";
import { type PresentDeps, presentDetails } from "./campaigns.present.ts";
import { loadCampaignTrees } from "./campaigns.store.ts";
import { findPlan, listPlanCampaigns } from "./plans.store.ts";

/** One plan with its campaigns that are not deleted; another merchant's is not found. */
export const showPlan =
  (deps: PresentDeps) =>
  async (
    ctx: ReadContext,
    { planId, language }: { planId: string; language: Language },
  ): Promise<PlanDetails> => {
    const plan = await findPlan(ctx, planId);
    if (!plan) return baseRefusals.refuse("base.not_found");
    const trees = await loadCampaignTrees(ctx, await listPlanCampaigns(ctx, planId));
    const campaigns = trees.map((tree) => presentDetails(tree, { ...deps, language, now: ctx.now }));
    const position = ({ platform }: PlanDetails["campaigns"][number]) => platforms.indexOf(platform);
    return {
      id: plan.id,
      name: plan.name,
      objective: plan.objective,
      created_at: plan.created_at.toISOString(),
      campaigns: campaigns.sort((one, other) => position(one) - position(other)),
    };
  };
