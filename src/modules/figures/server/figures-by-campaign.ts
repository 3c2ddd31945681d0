import type { ReadContext } from "#base/server/context.ts";
import { join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { addDays, daysBetween, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { isRatio, type Metric, type Sum } from "../contract/metrics.ts";
import { toParts } from "../domain/compute-metrics.ts";

/** Riyadh days, both included. */
export type Period = { from: RiyadhDay; to: RiyadhDay };

/** The same number of days before. */
export function toPeriodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

/**
 * `campaign_id` and `value`: one metric of each of the merchant's campaigns in the period, for an order. A campaign
 * without figures has no row, and a ratio is null when there is nothing to divide by. It is not rounded.
 */
export function rankCampaigns({ actor }: ReadContext, { from, to }: Period, metric: Metric): Sql {
  return sql`
    select campaign_id, ${raw(toExpression(metric))} as value from figures.campaign_days
    where merchant_id = ${actor.merchantId} and day between ${from} and ${to} group by campaign_id`;
}

/** Names come from the metric table, never from input. */
function toExpression(metric: Metric): string {
  if (!isRatio(metric)) return `sum(${metric})`;
  const [numerator, denominator] = toParts(metric);
  return `sum(${numerator})::float8 / nullif(sum(${denominator}), 0)`;
}

/**
 * `campaign_id`, the sums in the period, the same with `before_` in front for the days before it, and
 * `spend_today_halalas`: a row for each of the merchant's campaigns that has figures in any of these days.
 */
export function sumsByCampaign({ actor, now }: ReadContext, period: Period, sums: readonly Sum[]): Sql {
  const { from, to } = period;
  const before = toPeriodBefore(period);
  const today = toRiyadhDay(now);
  const columns = sums.flatMap((sum) => [
    sql`sum(${raw(sum)}) filter (where day between ${from} and ${to}) as ${raw(sum)}`,
    sql`sum(${raw(sum)}) filter (where day between ${before.from} and ${before.to}) as ${raw(`before_${sum}`)}`,
  ]);
  return sql`
    select campaign_id, sum(spend_halalas) filter (where day = ${today}) as spend_today_halalas, ${join(columns)}
    from figures.campaign_days
    where merchant_id = ${actor.merchantId} and (day between ${before.from} and ${to} or day = ${today})
    group by campaign_id`;
}
