import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatShortRiyals, type Halalas, halalas } from "#base/shared/money.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { Season } from "#modules/seasons/server/seasons.facade.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import { budgetMax } from "../contract/enums.ts";
import type { SeasonBudget, SeasonBudgetPreview, SeasonBudgets } from "../contract/season-budgets.calls.ts";
import { computeSeasonCost, computeUsualTotal, cutSeason, type SeasonDay } from "../domain/season-budget.ts";
import { toSeasonId } from "../domain/season-draft.ts";
import { isClosed } from "../domain/status.ts";
import { findCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { refuseIfClosed, requireCapabilities } from "./refuse-problems.ts";
import {
  findLastSeasonBudget,
  listSeasonBudgetDays,
  type SeasonBudgetRecord,
} from "./season-budgets.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons">;
export type SeasonInput = { campaignId: string; season: string; total: number };

/** Seasons that begin later are not offered yet: what they cost may still be corrected. */
const offeredDays = 60;
/** So long it is still said how the last one ended. */
const endedDays = 14;

/** The campaign's season budget, and the seasons for which one can be accepted. */
export const showSeasonBudgets =
  (deps: Deps) =>
  async (ctx: ReadContext, { campaignId }: { campaignId: string }): Promise<SeasonBudgets> => {
    const campaign = await requireCampaign(ctx, campaignId);
    const last = await findLastSeasonBudget(ctx, campaignId);
    const isOpen = last?.ended_at === null;
    const isRecent =
      last?.ended_at && daysBetween(toRiyadhDay(last.ended_at), toRiyadhDay(ctx.now)) <= endedDays;
    const minimum = await findMinimum(deps)(ctx, campaign);
    const seasons = isOpen || isClosed(campaign.status) ? [] : await listOffered(deps)(ctx, campaign);
    return {
      current: last && (isOpen || isRecent) ? await presentSeasonBudget(ctx, last) : null,
      choices: seasons.map((season) => ({
        ...presentSeason(season),
        total_halalas: Math.max(
          computeUsualTotal(season, halalas(campaign.daily_budget_halalas)),
          minimum * countDays(season),
        ),
        minimum_halalas: minimum * countDays(season),
      })),
    };
  };

/** The days of a season with their budgets, and what they can cost; nothing is changed. */
export const previewSeasonBudget =
  (deps: Deps) =>
  async (ctx: ReadContext, { campaignId, ...input }: SeasonInput): Promise<SeasonBudgetPreview> => {
    const campaign = await requireCampaign(ctx, campaignId);
    const { days } = await planSeasonDays(deps)(ctx, campaign, input);
    const { maxDailyOverdeliveryBasisPoints } = requireCapabilities(deps.adAccounts, campaign);
    const { mosts, most, hold } = computeSeasonCost(days, maxDailyOverdeliveryBasisPoints);
    return {
      days: days.map(({ day, budget }, at) => ({
        day,
        budget_halalas: budget,
        most_halalas: mosts[at] ?? budget,
      })),
      total_halalas: input.total,
      most_halalas: most,
      hold_halalas: hold,
    };
  };

/** Each day's budget, computed from the expected costs as they are now. */
export const planSeasonDays =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    campaign: CampaignRecord,
    { season: seasonId, total }: Omit<SeasonInput, "campaignId">,
  ): Promise<{ season: Season; days: SeasonDay[] }> => {
    refuseIfClosed(campaign);
    const season = (await listOffered(deps)(ctx, campaign)).find((one) => toSeasonId(one) === seasonId);
    if (!season) return campaignsRefusals.refuse("campaigns.season_not_offered");
    const proposal = deps.seasons.proposeBudgets({
      season,
      total: halalas(total),
      minimum: await findMinimum(deps)(ctx, campaign),
    });
    if (proposal.kind === "too_small")
      return campaignsRefusals.refuse(
        "campaigns.season_total_too_small",
        { min: formatShortRiyals(proposal.needed) },
        "total_halalas",
      );
    if (proposal.days.some(({ budget }) => budget > budgetMax))
      return baseRefusals.refuse("base.too_big", {}, "total_halalas");
    return { season, days: proposal.days.map(({ day, budget }) => ({ day, budget })) };
  };

/** The seasons ahead and under way, each cut to the campaign's days. */
const listOffered =
  ({ seasons }: Pick<Deps, "seasons">) =>
  async (ctx: ReadContext, campaign: CampaignRecord): Promise<Season[]> => {
    const today = toRiyadhDay(ctx.now);
    const coming = await seasons.findSeasons(ctx.db, { from: today, to: addDays(today, offeredDays) });
    return coming.flatMap((season) => cutSeason(season, campaign, ctx.now) ?? []);
  };

const findMinimum =
  ({ adAccounts }: Pick<Deps, "adAccounts">) =>
  async (ctx: ReadContext, campaign: CampaignRecord): Promise<Halalas> => {
    const account = await adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id);
    return findMinimumBudget(requireCapabilities(adAccounts, campaign), account?.currency);
  };

async function requireCampaign(ctx: ReadContext, campaignId: string): Promise<CampaignRecord> {
  return (await findCampaign(ctx, campaignId)) ?? baseRefusals.refuse("base.not_found");
}

const countDays = ({ startsOn, endsOn }: { startsOn: RiyadhDay; endsOn: RiyadhDay }): number =>
  daysBetween(startsOn, endsOn) + 1;

const presentSeason = (season: Season) => ({
  season: toSeasonId(season),
  key: season.key,
  starts_on: season.startsOn,
  ends_on: season.endsOn,
});

async function presentSeasonBudget(ctx: ReadContext, row: SeasonBudgetRecord): Promise<SeasonBudget> {
  return {
    id: row.id,
    season: row.season,
    key: row.season.replace(/-\d+$/, "") as SeasonKey,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    budget_before_halalas: row.budget_before_halalas,
    days: await listSeasonBudgetDays(ctx, row.id),
    failure: row.failure,
    accepted_at: row.accepted_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    end_reason: row.end_reason,
  };
}
