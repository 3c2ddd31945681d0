import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { addDays, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Whole days before today, and as many of the merchant's campaigns as stand for all of them. */
const days = 7;
const campaigns = 20;

/**
 * The share of a day's spend, in basis points, that has usually happened by this time of the Riyadh day: of the last
 * seven days and the twenty campaigns that spent most in them, so that the work is bounded. Null without such spend.
 */
export async function loadUsualShare({ db, actor, now }: ReadContext): Promise<number | null> {
  const today = toRiyadhDay(now);
  const from = addDays(today, -days);
  const hoursSinceMidnight = (now.getTime() - startOfRiyadhDay(today).getTime()) / 3_600_000;
  const { share } = await db.one<{ share: number | null }>(sql`
    with busiest as (
      select campaign_id from figures.campaign_days
      where merchant_id = ${actor.merchantId} and day between ${from} and ${addDays(today, -1)}
      group by campaign_id having sum(spend_halalas) > 0 order by sum(spend_halalas) desc, campaign_id limit ${campaigns}
    )
    select round(10000 * sum(spend_halalas * least(1, greatest(0, ${hoursSinceMidnight}::float8 - hour_of_day)))
      / nullif(sum(spend_halalas), 0))::int as share
    from (
      select spend_halalas, extract(hour from hour at time zone 'Asia/Riyadh')::float8 as hour_of_day
      from figures.metric_hours
      where merchant_id = ${actor.merchantId} and campaign_id in (select campaign_id from busiest)
        and hour >= ${startOfRiyadhDay(from)} and hour < ${startOfRiyadhDay(today)}
    ) hours`);
  return share;
}
