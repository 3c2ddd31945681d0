import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { join, raw, sql } from "#base/server/db/db.ts";
import { type Period, toPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Sum } from "#modules/figures/contract/metrics.ts";
import { computeMetrics, listSums, sumsByCampaign } from "#modules/figures/server/figures.facade.ts";
import { type ListTotals, listMetrics, type totalsQuery } from "../contract/list.ts";
import type { Figures } from "./deps.ts";
import { type ListFilter, toFilters } from "./list-filter.ts";
import { chooseSearched } from "./name-search.ts";

type Deps = { figures: Pick<Figures, "loadUsualShare" | "findCompleteUntil"> };

const sums = listSums(listMetrics);
type Prefixed<Name extends string> = Name | `before_${Name}`;
type Read = Record<Prefixed<Sum>, number> &
  Pick<ListTotals, "campaigns" | "active" | "daily_budget_halalas" | "spend_today_halalas">;

/** The sums of all campaigns that a filter finds: every row of every page adds up to them. */
export const loadTotals =
  ({ figures }: Deps) =>
  async (ctx: ReadContext, { query }: { query: z.infer<typeof totalsQuery> }): Promise<ListTotals> => {
    const period = toPeriod(query, toRiyadhDay(ctx.now));
    const { campaigns, active, daily_budget_halalas, spend_today_halalas, ...read } = await sumAll(
      ctx,
      query,
      period,
    );
    const before = Object.fromEntries(sums.map((sum) => [sum, read[`before_${sum}`]]));
    return {
      ...period,
      as_of: await figures.findCompleteUntil(ctx),
      campaigns,
      active,
      daily_budget_halalas,
      spend_today_halalas,
      usual_share_today: await figures.loadUsualShare(ctx),
      totals: computeMetrics(listMetrics, read),
      previous: computeMetrics(listMetrics, before),
    };
  };

async function sumAll(ctx: ReadContext, filter: ListFilter, period: Period): Promise<Read> {
  const searched = await chooseSearched(ctx, filter.search);
  const names = sums.flatMap((sum): Prefixed<Sum>[] => [sum, `before_${sum}`]);
  const selected = names.map((name) => raw(`coalesce(sum(${name}), 0)::bigint as ${name}`));
  return ctx.db.one(sql`
    select count(*)::int as campaigns, count(*) filter (where status = 'active')::int as active,
      coalesce(sum(daily_budget_halalas) filter (where status = 'active'), 0)::bigint as daily_budget_halalas,
      coalesce(sum(spend_today_halalas), 0)::bigint as spend_today_halalas, ${join(selected)}
    from ${searched.all}
      left join (${sumsByCampaign(ctx, period, sums)}) figures on figures.campaign_id = id
    where ${join(toFilters(ctx.actor.merchantId, filter, period), " and ")}`);
}
