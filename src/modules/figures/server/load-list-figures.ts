import type { ReadContext } from "#base/server/context.ts";
import { join, raw, sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Metric, Sum } from "../contract/metrics.ts";
import { computeMetrics, listSums } from "../domain/compute-metrics.ts";
import type { Period } from "./figures-by-campaign.ts";

/** How many of a period's last days a list shows one by one. */
const shownDays = 7;

type Input<M extends Metric> = { campaignIds: readonly string[]; period: Period; measures: readonly M[] };
type OrdersOfDay = { day: RiyadhDay; orders_placed: number };
type Read = Partial<Record<Sum, number | null>> & {
  campaign_id: string;
  spend_today_halalas: number | null;
  days: OrdersOfDay[];
  has_figures: boolean;
};

/**
 * What a list shows of each named campaign, by id: the period's figures (null without any: no data is not zero), the
 * orders of its last seven days, and today's spend. Campaigns without any of it are left out. One row a campaign and
 * day is read.
 */
export async function loadListFigures<const M extends Metric>(
  { db, actor, now }: ReadContext,
  { campaignIds, period: { from, to }, measures }: Input<M>,
) {
  const today = toRiyadhDay(now);
  const isInPeriod = sql`day between ${from} and ${to}`;
  const sums = listSums(measures).map(
    (sum) => sql`(sum(${raw(sum)}) filter (where ${isInPeriod}))::bigint as ${raw(sum)}`,
  );
  const rows = await db.many<Read>(sql`
    select campaign_id, (sum(spend_halalas) filter (where day = ${today}))::bigint as spend_today_halalas,
      coalesce(json_agg(json_build_object('day', day, 'orders_placed', orders_placed) order by day)
        filter (where day between ${addDays(to, 1 - shownDays)} and ${to}), '[]') as days,
      count(*) filter (where ${isInPeriod}) > 0 as has_figures, ${join(sums)}
    from figures.campaign_days
    where merchant_id = ${actor.merchantId} and campaign_id = any(${[...campaignIds]}::text[])
      and (${isInPeriod} or day = ${today} or day between ${addDays(to, 1 - shownDays)} and ${to})
    group by campaign_id`);
  return new Map(
    rows.map(({ campaign_id, spend_today_halalas, days, has_figures, ...sums }) => [
      campaign_id,
      { spend_today_halalas, days, figures: has_figures ? computeMetrics(measures, toNumbers(sums)) : null },
    ]),
  );
}

const toNumbers = (sums: Partial<Record<Sum, number | null>>): Partial<Record<Sum, number>> =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum ?? 0]));
