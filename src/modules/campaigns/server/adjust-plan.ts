import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { PlanChange } from "../contract/changes.calls.ts";
import { nameMax } from "../contract/enums.ts";
import { checkName, type Problem, within } from "../contract/problem.ts";
import { isClosed } from "../domain/status.ts";
import { adjustCampaign } from "./adjust-campaign.ts";
import { lockCampaign } from "./campaigns.store.ts";
import { findBudgetProblems, setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { lockPlanCampaigns } from "./lock-plan-campaigns.ts";
import { lockPlan, renamePlan } from "./plans.store.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "wallet">;
type Input = { planId: string; change: PlanChange };

/**
 * Changes what a plan's campaigns share, and their daily budgets: all of it, or nothing. Each campaign's change goes the
 * way of any edit: checked, paid for, logged and sent to its platform.
 */
export const adjustPlan =
  (deps: Deps) =>
  (ctx: ReadContext, { planId, change: { name, budgets, ...dates } }: Input): Promise<void> =>
    transact(ctx, async (ctx) => {
      const plan = await lockPlan(ctx, planId);
      if (name !== undefined) {
        refuseProblems(checkName(name, nameMax));
        if (name !== plan.name) await renamePlan(ctx, plan, name);
      }
      if (dates.starts_at === undefined && dates.ends_at === undefined && !budgets) return;
      const campaigns = await lockPlanCampaigns(ctx, planId);
      await setDates(deps)(ctx, campaigns, dates);
      if (budgets) await setBudgets(deps)(ctx, campaigns, budgets);
    });

/** The same dates on all campaigns that have not ended; a start that has come stays. */
const setDates =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaigns: readonly CampaignRecord[],
    { starts_at, ends_at }: Pick<PlanChange, "starts_at" | "ends_at">,
  ): Promise<void> => {
    for (const campaign of campaigns.filter(({ status }) => !isClosed(status))) {
      const hasBegun = campaign.status !== "created" && campaign.starts_at <= ctx.now;
      const fields = {
        ...(starts_at === undefined || hasBegun ? {} : { starts_at }),
        ...(ends_at === undefined ? {} : { ends_at }),
      };
      if (Object.keys(fields).length > 0)
        await adjustCampaign(deps)(ctx, { campaignId: campaign.id, fields });
    }
  };

/** What is wrong with any of them is said of all at once; `budgets.1.daily_budget_halalas`. */
const setBudgets =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaigns: readonly CampaignRecord[],
    budgets: NonNullable<PlanChange["budgets"]>,
  ): Promise<void> => {
    const problems: Problem[] = [];
    for (const [at, { campaign_id, daily_budget_halalas: budget }] of budgets.entries()) {
      const campaign = campaigns.find(({ id }) => id === campaign_id);
      if (!campaign) return baseRefusals.refuse("base.not_found", {}, `budgets.${at}.campaign_id`);
      refuseIfClosed(campaign);
      problems.push(...within(`budgets.${at}.`, await findBudgetProblems(deps)(ctx, campaign, budget)));
    }
    refuseProblems(problems);
    // Loaded again: the dates may just have changed the campaign.
    for (const { campaign_id, daily_budget_halalas } of budgets)
      await setBudget(deps)(ctx, await lockCampaign(ctx, campaign_id), daily_budget_halalas);
  };
