import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { acceptDays, cancelDays, isAsSeen, type Seen } from "./accept-season-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { lockPlanCampaigns } from "./lock-plan-campaigns.ts";
import { lockPlan } from "./plans.store.ts";
import { listCampaignsInSeason, listPlanSeasonBudgets } from "./season-budgets.store.ts";
import { type PlanSeasonInput, planSeasonParts } from "./show-plan-season-budget.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons" | "wallet">;
type SeenPart = { campaign_id: string; days: readonly Seen[] };

/**
 * Accepts one budget for a season on all of a plan's campaigns, as the merchant saw it: all of them get their days, or
 * none does. From then on each is carried out by itself, as any campaign's season budget.
 */
export const acceptPlanSeasonBudget =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { planId, parts: seen, ...input }: PlanSeasonInput & { parts: readonly SeenPart[] },
  ): Promise<void> =>
    transact(ctx, async (ctx) => {
      await lockPlan(ctx, planId);
      const campaigns = await lockPlanCampaigns(ctx, planId);
      const parts = await planSeasonParts(deps)(ctx, campaigns, input);
      const ids = parts.map(({ campaign }) => campaign.id);
      if ((await listCampaignsInSeason(ctx, ids)).length > 0)
        return campaignsRefusals.refuse("campaigns.season_budget_exists");
      const isSame =
        seen.length === parts.length &&
        parts.every(({ campaign, days }) => {
          const shown = seen.find(({ campaign_id }) => campaign_id === campaign.id);
          return shown !== undefined && isAsSeen(days, shown.days);
        });
      if (!isSame) return campaignsRefusals.refuse("campaigns.season_budget_changed");
      const planBudgetId = newId("psb");
      for (const { campaign, season, days } of parts)
        await acceptDays(deps)(ctx, campaign, { season, days, planBudgetId });
    });

/** Ends a plan's season budget on all of its campaigns, or on none. */
export const cancelPlanSeasonBudget =
  (deps: Deps) =>
  (ctx: ReadContext, { planId, id }: { planId: string; id: string }): Promise<void> =>
    transact(ctx, async (ctx) => {
      await lockPlan(ctx, planId);
      const campaigns = await lockPlanCampaigns(ctx, planId);
      const open = (await listPlanSeasonBudgets(ctx, planId)).filter(
        ({ plan_budget_id, ended_at }) => plan_budget_id === id && ended_at === null,
      );
      if (open.length === 0) return baseRefusals.refuse("base.not_found");
      for (const row of open) {
        const campaign = campaigns.find((one) => one.id === row.campaign_id);
        if (campaign) await cancelDays(deps)(ctx, campaign, row);
      }
    });
