import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Season } from "#modules/seasons/server/seasons.facade.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { computeNextRun, type SeasonDay } from "../domain/season-budget.ts";
import { toSeasonId } from "../domain/season-draft.ts";
import { isClosed } from "../domain/status.ts";
import { auditChange } from "./campaigns.audit.ts";
import { lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { planSeasonDays, type SeasonInput } from "./plan-season-budget.ts";
import type { CampaignRecord } from "./records.ts";
import {
  endSeasonBudget,
  findLastSeasonBudget,
  insertSeasonBudget,
  lockSeasonBudget,
  type SeasonBudgetRecord,
  saveSeasonDay,
  saveSeasonRun,
} from "./season-budgets.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons" | "wallet">;
export type Seen = { day: string; budget_halalas: number };

/**
 * Accepts a season's budget for each day, as the merchant saw them. A season under way begins at once, and is refused
 * when the wallet does not cover today; one to come begins at its first midnight in Riyadh.
 */
export const acceptSeasonBudget =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { campaignId, days: seen, ...input }: SeasonInput & { days: readonly Seen[] },
  ): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const { season, days } = await planSeasonDays(deps)(ctx, campaign, input);
      if ((await findLastSeasonBudget(ctx, campaignId))?.ended_at === null)
        return campaignsRefusals.refuse("campaigns.season_budget_exists");
      if (!isAsSeen(days, seen)) return campaignsRefusals.refuse("campaigns.season_budget_changed");
      await acceptDays(deps)(ctx, campaign, { season, days, planBudgetId: null });
    });

type AcceptedDays = { season: Season; days: readonly SeasonDay[]; planBudgetId: string | null };

/** Stores a locked campaign's days, and sets today's budget where the season is under way. */
export const acceptDays =
  (deps: Deps) =>
  async (
    ctx: Context,
    campaign: CampaignRecord,
    { season, days, planBudgetId }: AcceptedDays,
  ): Promise<void> => {
    const id = newId("sbg");
    const [first] = days;
    const startsNow = first?.day === toRiyadhDay(ctx.now);
    await insertSeasonBudget(
      ctx,
      {
        id,
        campaign_id: campaign.id,
        plan_budget_id: planBudgetId,
        season: toSeasonId(season),
        starts_on: season.startsOn,
        ends_on: season.endsOn,
        budget_before_halalas: campaign.daily_budget_halalas,
        next_run_at: startOfRiyadhDay(season.startsOn),
      },
      days,
    );
    await auditChange(ctx, "campaign.season_budget_accepted", campaign.id, {
      after: { season: toSeasonId(season) },
    });
    if (!first || !startsNow) return;
    await setBudget(deps)(ctx, campaign, first.budget, "campaign.season_budget_set");
    await saveSeasonDay(ctx, { id, day: first.day, isSet: true });
    const next_run_at = computeNextRun(ctx.now, { failed: false });
    await saveSeasonRun(ctx, { id, budget_set_halalas: first.budget, failure: null, next_run_at });
  };

/**
 * Ends a campaign's season budget; it gets the budget before, unless somebody has set another one meanwhile. A part of a
 * plan's is cancelled with the plan's.
 */
export const cancelSeasonBudget =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId, id }: { campaignId: string; id: string }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const row = await lockSeasonBudget(ctx, { campaignId, id });
      if (!row) return baseRefusals.refuse("base.not_found");
      if (row.plan_budget_id !== null) return campaignsRefusals.refuse("campaigns.season_budget_of_plan");
      await cancelDays(deps)(ctx, campaign, row);
    });

/** Ends what a locked campaign has, and sets its budget before. */
export const cancelDays =
  (deps: Deps) =>
  async (ctx: Context, campaign: CampaignRecord, row: SeasonBudgetRecord): Promise<void> => {
    await endSeasonBudget(ctx, { id: row.id, reason: "cancelled" });
    const { season } = row;
    await auditChange(ctx, "campaign.season_budget_cancelled", campaign.id, { before: { season } });
    const isOurs = campaign.daily_budget_halalas === row.budget_set_halalas;
    if (isOurs && !isClosed(campaign.status) && campaign.drift_daily_budget_halalas === null)
      await setBudget(deps)(ctx, campaign, row.budget_before_halalas, "campaign.season_budget_set");
  };

/** Whether the days are those that the merchant saw. */
export const isAsSeen = (days: readonly { day: string; budget: number }[], seen: readonly Seen[]): boolean =>
  days.length === seen.length &&
  days.every(({ day, budget }, at) => seen[at]?.day === day && seen[at]?.budget_halalas === budget);
