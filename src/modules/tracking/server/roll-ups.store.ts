import { type Sql, sql } from "#base/server/db/db.ts";

/**
 * Common table expressions that add `counted` to the roll-ups: rows with a link, its ad and campaign, a moment with its
 * Riyadh day and hour, what is known of the visitor, and the clicks to add, negative where they are no longer counted as such.
 */
export const addCounts = (counted: Sql): Sql => sql`
  hours as (
    insert into tracking.link_hours (merchant_id, link_id, day, hour, valid_clicks, bot_clicks, first_click_at,
      last_click_at)
    select merchant_id, link_id, day, hour, sum(valid_clicks), sum(bot_clicks), min(clicked_at), max(clicked_at)
    from ${counted} group by merchant_id, link_id, day, hour
    on conflict (merchant_id, link_id, day, hour) do update set
      valid_clicks = link_hours.valid_clicks + excluded.valid_clicks,
      bot_clicks = link_hours.bot_clicks + excluded.bot_clicks,
      first_click_at = least(link_hours.first_click_at, excluded.first_click_at),
      last_click_at = greatest(link_hours.last_click_at, excluded.last_click_at)
  ), visitors as (
    insert into tracking.link_visitors (merchant_id, link_id, day, city, device, app, referrer_host, valid_clicks,
      bot_clicks)
    select merchant_id, link_id, day, city, device, app, referrer_host, sum(valid_clicks), sum(bot_clicks)
    from ${counted} group by merchant_id, link_id, day, city, device, app, referrer_host
    on conflict (merchant_id, link_id, day, city, device, app, referrer_host) do update set
      valid_clicks = link_visitors.valid_clicks + excluded.valid_clicks,
      bot_clicks = link_visitors.bot_clicks + excluded.bot_clicks
  ), days as (
    insert into tracking.click_days (merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks)
    select merchant_id, campaign_id, ad_id, day, sum(valid_clicks), sum(bot_clicks)
    from ${counted} group by merchant_id, campaign_id, ad_id, day
    on conflict (merchant_id, campaign_id, ad_id, day) do update set
      valid_clicks = click_days.valid_clicks + excluded.valid_clicks,
      bot_clicks = click_days.bot_clicks + excluded.bot_clicks
  )`;
