import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";
import type { Season } from "#modules/seasons/server/seasons.facade.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type {
  PlanSeasonBudget,
  PlanSeasonBudgetPreview,
  PlanSeasonBudgets,
} from "../contract/plan-season-budgets.calls.ts";
import { listBudgetParts } from "../domain/plan-budgets.ts";
import { computePlanTotals, splitSeasonTotal, sumByDay, toPlanDayState } from "../domain/plan-season.ts";
import type { SeasonDay } from "../domain/season-budget.ts";
import { toSeasonId } from "../domain/season-draft.ts";
import { listPlanCampaigns } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import {
  countDays,
  findMinimum,
  isRecent,
  listOffered,
  presentPreview,
  presentSeason,
  presentSeasonBudget,
  refuseTooSmall,
  splitOverDays,
  toSeasonKey,
} from "./plan-season-budget.ts";
import { findPlan } from "./plans.store.ts";
import type { CampaignRecord } from "./records.ts";
import {
  listCampaignsInSeason,
  listPlanSeasonBudgets,
  type SeasonBudgetRecord,
} from "./season-budgets.store.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "seasons">;
export type PlanSeasonInput = { planId: string; season: string; total: number };

/** The plan's season budget, and the seasons for which one can be accepted; another merchant's is not found. */
export const showPlanSeasonBudgets =
  (deps: Deps) =>
  async (ctx: ReadContext, { planId }: { planId: string }): Promise<PlanSeasonBudgets> => {
    if (!(await findPlan(ctx, planId))) return baseRefusals.refuse("base.not_found");
    const rows = await listPlanSeasonBudgets(ctx, planId);
    const isOpen = rows.some(({ ended_at }) => ended_at === null);
    const campaigns = listBudgetParts(await listPlanCampaigns(ctx, planId));
    const own = isOpen ? [] : await listInSeason(ctx, campaigns);
    const offered = isOpen || own.length > 0 ? [] : await listPlanSeasons(deps)(ctx, campaigns);
    const isShown = isOpen || rows.some((row) => isRecent(row, ctx.now));
    return {
      current: isShown ? await presentPlanBudget(ctx, rows) : null,
      choices: offered.map((parts) => {
        const { usual, minimum } = computePlanTotals(parts);
        return { ...presentSpan(parts), total_halalas: usual, minimum_halalas: minimum };
      }),
      own,
    };
  };

/** The total over campaigns and days, and what it can cost; nothing is changed. */
export const previewPlanSeasonBudget =
  (deps: Deps) =>
  async (ctx: ReadContext, { planId, ...input }: PlanSeasonInput): Promise<PlanSeasonBudgetPreview> => {
    if (!(await findPlan(ctx, planId))) return baseRefusals.refuse("base.not_found");
    const parts = await planSeasonParts(deps)(ctx, await listPlanCampaigns(ctx, planId), input);
    const previews = parts.map(({ campaign, days }) => presentPreview(deps, campaign, days));
    const add = (key: "most_halalas" | "hold_halalas") => previews.reduce((sum, one) => sum + one[key], 0);
    return {
      days: sumByDay(
        previews.map(({ days }) => days),
        ["budget_halalas", "most_halalas"],
      ),
      total_halalas: input.total,
      most_halalas: add("most_halalas"),
      hold_halalas: add("hold_halalas"),
      parts: parts.map(({ campaign, days }, at) => ({
        campaign_id: campaign.id,
        total_halalas: previews[at]?.total_halalas ?? 0,
        days: days.map(({ day, budget }) => ({ day, budget_halalas: budget })),
      })),
    };
  };

/** Each campaign of the plan that takes part, with its season and its days. */
export const planSeasonParts =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    campaigns: readonly CampaignRecord[],
    { season: seasonId, total }: Omit<PlanSeasonInput, "planId">,
  ): Promise<{ campaign: CampaignRecord; season: Season; days: SeasonDay[] }[]> => {
    const offered = await listPlanSeasons(deps)(ctx, listBudgetParts(campaigns));
    const parts = offered.find(([first]) => first && toSeasonId(first.season) === seasonId);
    if (!parts) return campaignsRefusals.refuse("campaigns.season_not_offered");
    const { minimum } = computePlanTotals(parts);
    if (total < minimum) return refuseTooSmall(minimum);
    const amounts = splitSeasonTotal(halalas(total), parts);
    return parts.map(({ campaign, season, dailyMinimum }, at) => ({
      campaign,
      season,
      days: splitOverDays(deps, { season, total: amounts[at] ?? halalas(0), minimum: dailyMinimum }),
    }));
  };

type Part = {
  campaign: CampaignRecord;
  season: Season;
  daily: Halalas;
  dailyMinimum: Halalas;
  /** For all its days. */
  minimum: Halalas;
};

/** The seasons with a day within the dates of every campaign, each cut to the campaign's own days. */
const listPlanSeasons =
  (deps: Deps) =>
  async (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<Part[][]> => {
    const parts: Part[] = [];
    for (const campaign of campaigns) {
      const dailyMinimum = await findMinimum(deps)(ctx, campaign);
      for (const season of await listOffered(deps)(ctx, campaign))
        parts.push({
          campaign,
          season,
          daily: halalas(campaign.daily_budget_halalas),
          dailyMinimum,
          minimum: halalas(dailyMinimum * countDays(season)),
        });
    }
    const bySeason = Map.groupBy(parts, ({ season }) => toSeasonId(season));
    return [...bySeason.values()].filter(({ length }) => length === campaigns.length);
  };

const listInSeason = (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<string[]> =>
  listCampaignsInSeason(
    ctx,
    campaigns.map(({ id }) => id),
  );

/** From the first day of any to the last day of any. */
function presentSpan(parts: readonly Pick<Part, "season">[]) {
  const [first] = parts.map(({ season }) => presentSeason(season));
  if (!first) throw new Error("a season without campaigns");
  const spans = parts.map(({ season }) => season);
  return {
    ...first,
    starts_on: spans.map(({ startsOn }) => startsOn).sort()[0] ?? first.starts_on,
    ends_on:
      spans
        .map(({ endsOn }) => endsOn)
        .sort()
        .at(-1) ?? first.ends_on,
  };
}

async function presentPlanBudget(
  ctx: ReadContext,
  rows: readonly SeasonBudgetRecord[],
): Promise<PlanSeasonBudget | null> {
  const [first] = rows;
  if (!first) return null;
  const parts: PlanSeasonBudget["parts"] = [];
  for (const row of rows)
    parts.push({ ...(await presentSeasonBudget(ctx, row)), campaign_id: row.campaign_id });
  // Days that an ended part did not reach are no longer planned.
  const days = parts.flatMap((part) =>
    part.days.filter(({ state }) => part.ended_at === null || state !== "planned"),
  );
  const isOpen = parts.some(({ ended_at }) => ended_at === null);
  const last = parts
    .toSorted((one, other) => ((one.ended_at ?? "") < (other.ended_at ?? "") ? -1 : 1))
    .at(-1);
  return {
    id: first.plan_budget_id ?? first.id,
    season: first.season,
    key: toSeasonKey(first.season),
    starts_on: parts.map(({ starts_on }) => starts_on).sort()[0] ?? first.starts_on,
    ends_on:
      parts
        .map(({ ends_on }) => ends_on)
        .sort()
        .at(-1) ?? first.ends_on,
    days: sumByDay([days], ["budget_halalas"]).map(({ day, budget_halalas }) => ({
      day,
      budget_halalas,
      state: toPlanDayState(days.filter((one) => one.day === day).map(({ state }) => state)),
    })),
    parts,
    accepted_at: first.accepted_at.toISOString(),
    ended_at: isOpen ? null : (last?.ended_at ?? null),
    end_reason: isOpen ? null : (last?.end_reason ?? null),
  };
}
