import { type Context, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { insertFacts, makeFactMonths } from "./roll-up.ts";

/** An ad's clicks on one Riyadh day, as tracking counts them. */
export type AdClickDay = {
  merchant_id: string;
  campaign_id: string;
  ad_id: string;
  day: RiyadhDay;
  valid_clicks: number;
  bot_clicks: number;
};

export type CountClicksDeps = {
  /** The clicks of all merchants in these days, both included, page by page. */
  streamClickDays(db: Db, input: { from: RiyadhDay; to: RiyadhDay }): AsyncIterable<readonly AdClickDay[]>;
};

/** Days whose clicks may have grown since the last count: today, and yesterday around midnight. */
export const recentDays = 2;
/** How far back a new rule for bots is followed. Older days keep the count of the rules they were counted with. */
export const restatedDays = 35;

/**
 * Brings the clicks of the last `days` Riyadh days in line with tracking's counts. Counted in turns, and not by an event
 * for each click: a redirect writes nothing more than its click, and a count repeated changes nothing.
 */
export const countClickDays =
  ({ streamClickDays }: CountClicksDeps) =>
  async (db: Db, { now, days }: { now: Date; days: number }): Promise<void> => {
    const to = toRiyadhDay(now);
    for await (const page of streamClickDays(db, { from: addDays(to, 1 - days), to })) {
      for (const [merchantId, counted] of Map.groupBy(page, (row) => row.merchant_id)) {
        await transact(systemContext(db, merchantId, now), (ctx) => storeClickDays(ctx, counted));
      }
    }
  };

/** Stores the counts that differ, and records them as facts. Clicks of campaigns that are not measured are left out. */
async function storeClickDays(ctx: Context, counted: readonly AdClickDay[]): Promise<void> {
  const { merchantId } = ctx.actor;
  await makeFactMonths(
    ctx,
    counted.map(({ day }) => day),
  );
  await ctx.tx.run(sql`
    with counted as (
      select * from unnest(${counted.map(({ day }) => day)}::date[], ${counted.map((row) => row.campaign_id)}::text[],
        ${counted.map(({ ad_id }) => ad_id)}::text[], ${counted.map((row) => row.valid_clicks)}::bigint[],
        ${counted.map((row) => row.bot_clicks)}::bigint[]) as counted (day, campaign_id, ad_id, valid_clicks, bot_clicks)
    ),
    changed as (
      select counted.*, counted.valid_clicks - coalesce(known.valid_clicks, 0) as d_valid_clicks,
        counted.bot_clicks - coalesce(known.bot_clicks, 0) as d_bot_clicks
      from counted join figures.campaigns measured
        on measured.campaign_id = counted.campaign_id and measured.merchant_id = ${merchantId}
      left join figures.click_days known on known.merchant_id = ${merchantId}
        and known.campaign_id = counted.campaign_id and known.day = counted.day and known.ad_id = counted.ad_id
      where (counted.valid_clicks, counted.bot_clicks)
        is distinct from (coalesce(known.valid_clicks, 0), coalesce(known.bot_clicks, 0))
    ),
    by_ad as (
      insert into figures.click_days (merchant_id, day, campaign_id, ad_id, valid_clicks, bot_clicks)
      select ${merchantId}, day, campaign_id, ad_id, valid_clicks, bot_clicks from changed
      order by campaign_id, day, ad_id
      on conflict (merchant_id, campaign_id, day, ad_id) do update set valid_clicks = excluded.valid_clicks,
        bot_clicks = excluded.bot_clicks
      returning *
    ),
    ${insertFacts(ctx, "clicks")}
    select count(*) from by_ad`);
}
