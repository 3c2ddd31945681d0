import { type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { computeNextRun } from "../domain/season-budget.ts";
import { toSeasonId } from "../domain/season-draft.ts";
import { isClosed } from "../domain/status.ts";
import { auditChange } from "./campaigns.audit.ts";
import { lockCampaign } from "./campaigns.store.ts";
import { setBudget } from "./change-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { planSeasonDays, type SeasonInput } from "./plan-season-budget.ts";
import {
  endSeasonBudget,
  findLastSeasonBudget,
  insertSeasonBudget,
  lockSeasonBudget,
  saveSeasonDay,
  saveSeasonRun,
} from "./season-budgets.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons" | "wallet">;
type Seen = { day: string; budget_halalas: number };

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

      const id = newId("sbg");
      const [first] = days;
      const startsNow = first?.day === toRiyadhDay(ctx.now);
      await insertSeasonBudget(
        ctx,
        {
          id,
          campaign_id: campaignId,
          season: toSeasonId(season),
          starts_on: season.startsOn,
          ends_on: season.endsOn,
          budget_before_halalas: campaign.daily_budget_halalas,
          next_run_at: startOfRiyadhDay(season.startsOn),
        },
        days,
      );
      await auditChange(ctx, "campaign.season_budget_accepted", campaignId, {
        after: { season: toSeasonId(season) },
      });
      if (!first || !startsNow) return;
      await setBudget(deps)(ctx, campaign, first.budget, "campaign.season_budget_set");
      await saveSeasonDay(ctx, { id, day: first.day, isSet: true });
      const next_run_at = computeNextRun(ctx.now, { failed: false });
      await saveSeasonRun(ctx, { id, budget_set_halalas: first.budget, failure: null, next_run_at });
    });

/** Ends a season budget; the campaign gets the budget before, unless somebody has set another one meanwhile. */
export const cancelSeasonBudget =
  (deps: Deps) =>
  (ctx: ReadContext, { campaignId, id }: { campaignId: string; id: string }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const campaign = await lockCampaign(ctx, campaignId);
      const row = await lockSeasonBudget(ctx, { campaignId, id });
      if (!row) return baseRefusals.refuse("base.not_found");
      await endSeasonBudget(ctx, { id, reason: "cancelled" });
      const { season } = row;
      await auditChange(ctx, "campaign.season_budget_cancelled", campaignId, { before: { season } });
      const isOurs = campaign.daily_budget_halalas === row.budget_set_halalas;
      if (isOurs && !isClosed(campaign.status) && campaign.drift_daily_budget_halalas === null)
        await setBudget(deps)(ctx, campaign, row.budget_before_halalas, "campaign.season_budget_set");
    });

const isAsSeen = (days: readonly { day: string; budget: number }[], seen: readonly Seen[]): boolean =>
  days.length === seen.length &&
  days.every(({ day, budget }, at) => seen[at]?.day === day && seen[at]?.budget_halalas === budget);
