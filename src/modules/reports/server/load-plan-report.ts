import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type Period, type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PlanCampaign } from "#modules/campaigns/server/campaigns.facade.ts";
import { totalNames } from "#modules/figures/contract/metrics.ts";
import { computeMetrics, type FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { FiguresDeps } from "./load-reports.ts";

export type PlanDeps = FiguresDeps & {
  /** Deleted ones included; none when the plan is not the merchant's. */
  planCampaigns(ctx: ReadContext, planId: string): Promise<PlanCampaign[]>;
};

/** Days that platforms and stores still change: today and yesterday. */
const unsettledDays = 2;

/**
 * A plan's figures over all its platforms, and each campaign's; refuses `base.not_found` for another merchant's. A plan
 * has a handful of campaigns, so that each of these queries reads a few rows a day.
 */
export const loadPlanReport =
  ({ figures, planCampaigns }: PlanDeps) =>
  async (ctx: ReadContext, { planId, ...query }: PeriodQuery & { planId: string }) => {
    const campaignIds = (await planCampaigns(ctx, planId)).map(({ id }) => id);
    if (campaignIds.length === 0) return baseRefusals.refuse("base.not_found");
    const { from, to } = toPastPeriod(query, ctx.now);
    const length = daysBetween(from, to) + 1;
    const before = { from: addDays(from, -length), to: addDays(from, -1) };
    return {
      as_of: await figures.findCompleteUntil(ctx),
      from,
      to,
      totals: await loadTotals(figures, ctx, { from, to, campaignIds }),
      previous: await loadTotals(figures, ctx, { ...before, campaignIds }),
      days: await loadDays(figures, ctx, { from, to, campaignIds }),
      campaigns: await figures.query(ctx, {
        measures: totalNames,
        by: ["campaign"],
        filter: { from, to, campaignIds },
      }),
    };
  };

type Filter = Period & { campaignIds: readonly string[] };

async function loadTotals(figures: FiguresFacade, ctx: ReadContext, filter: Filter) {
  const [totals] = await figures.query(ctx, { measures: totalNames, by: [], filter });
  return totals ?? computeMetrics(totalNames, {});
}

async function loadDays(figures: FiguresFacade, ctx: ReadContext, filter: Filter) {
  const rows = await figures.query(ctx, { measures: totalNames, by: ["day"], filter });
  const byDay = new Map<RiyadhDay, (typeof rows)[number]>(rows.map((row) => [row.day, row]));
  const settledBefore = addDays(toRiyadhDay(ctx.now), 1 - unsettledDays);
  return Array.from({ length: daysBetween(filter.from, filter.to) + 1 }, (_, index) => {
    const day = addDays(filter.from, index);
    const known = byDay.get(day);
    const has_data = known !== undefined;
    return { ...computeMetrics(totalNames, {}), ...known, day, is_settled: day < settledBefore, has_data };
  });
}
