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
    const minimum = await findMinimum(deps)(ctx, campaign);
    const seasons = isOpen || isClosed(campaign.status) ? [] : await listOffered(deps)(ctx, campaign);
    return {
      current: last && (isOpen || isRecent(last, ctx.now)) ? await presentSeasonBudget(ctx, last) : null,
      choices: seasons.map((season) => {
        const usual = computeUsualTotal(season, halalas(campaign.daily_budget_halalas));
        const least = minimum * countDays(season);
        return { ...presentSeason(season), total_halalas: Math.max(usual, least), minimum_halalas: least };
      }),
    };
  };

/** Whether it is still said how the last one ended. */
export const isRecent = ({ ended_at }: SeasonBudgetRecord, now: Date): boolean =>
  ended_at !== null && daysBetween(toRiyadhDay(ended_at), toRiyadhDay(now)) <= endedDays;

/** The days of a season with their budgets, and what they can cost; nothing is changed. */
export const previewSeasonBudget =
  (deps: Deps) =>
  async (ctx: ReadContext, { campaignId, ...input }: SeasonInput): Promise<SeasonBudgetPreview> => {
    const campaign = await requireCampaign(ctx, campaignId);
    const { days } = await planSeasonDays(deps)(ctx, campaign, input);
    return presentPreview(deps, campaign, days);
  };

/** What the days can cost at the campaign's platform, and what will be reserved. */
export function presentPreview(
  { adAccounts }: Pick<Deps, "adAccounts">,
  campaign: CampaignRecord,
  days: readonly SeasonDay[],
): SeasonBudgetPreview {
  const { maxDailyOverdeliveryBasisPoints } = requireCapabilities(adAccounts, campaign);
  const { mosts, most, hold } = computeSeasonCost(days, maxDailyOverdeliveryBasisPoints);
  return {
    days: days.map(({ day, budget }, at) => ({
      day,
      budget_halalas: budget,
      most_halalas: mosts[at] ?? budget,
    })),
    total_halalas: days.reduce((sum, { budget }) => sum + budget, 0),
    most_halalas: most,
    hold_halalas: hold,
  };
}

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
    const minimum = await findMinimum(deps)(ctx, campaign);
    return { season, days: splitOverDays(deps, { season, total: halalas(total), minimum }) };
  };

/** A total over a season's days; refuses one that is below the platform's minimum or above ours. */
export function splitOverDays(
  { seasons }: Pick<Deps, "seasons">,
  input: { season: Season; total: Halalas; minimum: Halalas },
): SeasonDay[] {
  const proposal = seasons.proposeBudgets(input);
  if (proposal.kind === "too_small") return refuseTooSmall(proposal.needed);
  if (proposal.days.some(({ budget }) => budget > budgetMax))
    return baseRefusals.refuse("base.too_big", {}, "total_halalas");
  return proposal.days.map(({ day, budget }) => ({ day, budget }));
}

export const refuseTooSmall = (needed: Halalas): never =>
  campaignsRefusals.refuse(
    "campaigns.season_total_too_small",
    { min: formatShortRiyals(needed) },
    "total_halalas",
  );

/** The seasons ahead and under way, each cut to the campaign's days. */
export const listOffered =
  ({ seasons }: Pick<Deps, "seasons">) =>
  async (ctx: ReadContext, campaign: CampaignRecord): Promise<Season[]> => {
    const today = toRiyadhDay(ctx.now);
    const coming = await seasons.findSeasons(ctx.db, { from: today, to: addDays(today, offeredDays) });
    return coming.flatMap((season) => cutSeason(season, campaign, ctx.now) ?? []);
  };

/** The least that the campaign's platform takes for a day. */
export const findMinimum =
  ({ adAccounts }: Pick<Deps, "adAccounts">) =>
  async (ctx: ReadContext, campaign: CampaignRecord): Promise<Halalas> => {
    const account = await adAccounts.findLinkedAdAccount(ctx, campaign.ad_account_id);
    return findMinimumBudget(requireCapabilities(adAccounts, campaign), account?.currency);
  };

async function requireCampaign(ctx: ReadContext, campaignId: string): Promise<CampaignRecord> {
  return (await findCampaign(ctx, campaignId)) ?? baseRefusals.refuse("base.not_found");
}

export const countDays = ({ startsOn, endsOn }: { startsOn: RiyadhDay; endsOn: RiyadhDay }): number =>
  daysBetween(startsOn, endsOn) + 1;

/** The season's kind, without its year. */
export const toSeasonKey = (seasonId: string) => seasonId.replace(/-\d+$/, "") as SeasonKey;

export const presentSeason = (season: Season) => ({
  season: toSeasonId(season),
  key: season.key,
  starts_on: season.startsOn,
  ends_on: season.endsOn,
});

export async function presentSeasonBudget(ctx: ReadContext, row: SeasonBudgetRecord): Promise<SeasonBudget> {
  return {
    id: row.id,
    is_of_plan: row.plan_budget_id !== null,
    season: row.season,
    key: toSeasonKey(row.season),
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
