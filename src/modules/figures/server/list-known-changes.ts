import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** The hour of a Riyadh morning up to which something counts as known on that day. */
export const knownByHour = 6;

/** By how much a campaign's day changed, and the first morning on which that was known. */
export type KnownChange = {
  campaign_id: string;
  day: RiyadhDay;
  known_on: RiyadhDay;
  spend_halalas: number;
  sales_placed_halalas: number;
  sales_delivered_halalas: number;
  clicks: number;
};

/**
 * The days of campaigns as they became known, morning by morning: each fact less the one before it of the same ad, day
 * and source. Everything known up to a morning is the sum of the changes up to it.
 */
export function listKnownChanges(
  { db, actor }: ReadContext,
  { campaignIds, from, to }: { campaignIds: readonly string[]; from: RiyadhDay; to: RiyadhDay },
): Promise<KnownChange[]> {
  return db.many<KnownChange>(sql`
    select campaign_id, day, ((known_at + make_interval(hours => ${24 - knownByHour})) at time zone 'Asia/Riyadh')::date
        as known_on,
      sum(spend)::bigint as spend_halalas, sum(placed)::bigint as sales_placed_halalas,
      sum(delivered)::bigint as sales_delivered_halalas, sum(clicked)::bigint as clicks
    from (
      select campaign_id, day, known_at,
        spend_halalas - lag(spend_halalas, 1, 0::bigint) over versions as spend,
        sales_placed_halalas - lag(sales_placed_halalas, 1, 0::bigint) over versions as placed,
        sales_delivered_halalas - lag(sales_delivered_halalas, 1, 0::bigint) over versions as delivered,
        clicks - lag(clicks, 1, 0::bigint) over versions as clicked
      from figures.ad_facts
      where merchant_id = ${actor.merchantId} and day between ${from} and ${to} and source in ('platform', 'orders')
        and campaign_id = any(${[...campaignIds]}::text[])
      window versions as (partition by day, ad_id, source order by known_at, position)
    ) changes
    group by 1, 2, 3 order by 1, 2, 3`);
}
