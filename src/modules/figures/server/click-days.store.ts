import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { insertFacts } from "./roll-ups.store.ts";

/** An ad's clicks on one Riyadh day, as tracking counts them. */
export type AdClickDay = Row<"figures.click_days"> & { day: RiyadhDay };

/** Stores the counts that differ, and records them as facts. Clicks of campaigns that are not measured are left out. */
export async function upsertClickDays(ctx: Context, counted: readonly AdClickDay[]): Promise<void> {
  const { merchantId } = ctx.actor;
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
