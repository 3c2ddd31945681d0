import type { ReadContext } from "#base/server/context.ts";
import { daysBetween, listDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { totalNames } from "#modules/figures/contract/metrics.ts";
import { findFirstUnsettled } from "#modules/figures/contract/settled-days.ts";
import { computeMetrics } from "#modules/figures/server/figures.facade.ts";
import type { HomeQuery } from "../contract/home.calls.ts";
import { isUsual, toHomePeriods } from "../domain/home-period.ts";
import type { FiguresDeps } from "./load-reports.ts";
import { type HomeDeps, isEmpty, whyHomeIsEmpty } from "./load-reports.ts";

export type HomeReportDeps = HomeDeps & HomeScopeDeps;
export type HomeScopeDeps = FiguresDeps & {
  /** The merchant's campaigns that sell for this store. */
  storeCampaignIds(ctx: ReadContext, storeId: string): Promise<string[]>;
};

const platformMeasures = ["spend_halalas", "orders_placed", "sales_placed_halalas", "roas_placed"] as const;

/**
 * The merchant's figures for home, what they are compared with, how old they are, and why there are none. A period is in one
 * statement where it ends today and nothing narrows it, as it is at first.
 */
export const loadHomeReport = (deps: HomeReportDeps) => async (ctx: ReadContext, query: HomeQuery) => {
  const { period, compared } = toHomePeriods(query, ctx.now);
  const isWhole = query.store_id === undefined && query.platform === undefined;
  const figures =
    isWhole && isUsual(period, query.compare, ctx.now)
      ? await deps.figures.loadHomeFigures(ctx, { days: daysBetween(period.from, period.to) + 1 })
      : { ...(await loadNarrowed(deps, ctx, query)), as_of: await deps.figures.findCompleteUntil(ctx) };
  return {
    ...figures,
    compared,
    emptiness: isEmpty(figures) ? await whyHomeIsEmpty(deps)(ctx) : null,
  };
};

async function loadNarrowed(deps: HomeReportDeps, ctx: ReadContext, query: HomeQuery) {
  const { period, compared } = toHomePeriods(query, ctx.now);
  const narrow = await toHomeFilter(deps, ctx, query);
  const { figures } = deps;
  const filter = { ...period, ...narrow };
  const [totals] = await figures.query(ctx, { measures: totalNames, by: [], filter });
  const [previous] = await figures.query(ctx, {
    measures: totalNames,
    by: [],
    // Without a comparison a period before the first day: it has no figures.
    filter: { ...(compared ?? beforeAll), ...narrow },
  });
  const days = await figures.query(ctx, { measures: totalNames, by: ["day"], filter });
  const platforms = await figures.query(ctx, { measures: platformMeasures, by: ["platform"], filter });
  if (!totals || !previous) throw new Error("a query without dimensions has one row");
  return {
    ...period,
    totals,
    previous,
    days: fillDays(period, days, toRiyadhDay(ctx.now)),
    platforms: platforms
      .filter(({ spend_halalas, orders_placed }) => spend_halalas > 0 || orders_placed > 0)
      .sort((one, other) => other.spend_halalas - one.spend_halalas),
  };
}

const beforeAll = { from: "2000-01-01" as RiyadhDay, to: "2000-01-01" as RiyadhDay };

/** What narrows home's figures, as the figures' facade takes it. */
export async function toHomeFilter(
  { storeCampaignIds }: HomeScopeDeps,
  ctx: ReadContext,
  { store_id, platform }: Pick<HomeQuery, "store_id" | "platform">,
) {
  return {
    ...(store_id ? { campaignIds: await storeCampaignIds(ctx, store_id) } : {}),
    ...(platform ? { platforms: [platform] } : {}),
  };
}

/** Every day of the period: one without any reported figures says so. */
function fillDays<Row extends { day: RiyadhDay }>(
  { from, to }: { from: RiyadhDay; to: RiyadhDay },
  rows: readonly Row[],
  today: RiyadhDay,
) {
  const unsettledFrom = findFirstUnsettled(today);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return listDays(from, daysBetween(from, to) + 1).map((day) => {
    const row = byDay.get(day);
    const figures = row ?? computeMetrics(totalNames, {});
    return { ...figures, day, is_settled: day < unsettledFrom, has_data: row !== undefined };
  });
}
