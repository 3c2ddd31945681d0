import { type Sql, sql, type Tx } from "#base/server/db/db.ts";

/** What is added to the roll-ups of a link, its ad and its visitors, in the hour of `clicked_at` (an ISO instant). */
export type ClickCount = {
  merchant_id: string;
  link_id: string;
  campaign_id: string;
  ad_id: string;
  clicked_at: string;
  city: string;
  device: string;
  app: string;
  referrer_host: string;
  /** Negative where a click is no longer counted as one. */
  valid_clicks: number;
  bot_clicks: number;
};

/**
 * The statement that leaves counts to be added, in the transaction of the clicks they are of: `given` selects how many they
 * are, and the counts as JSON.
 */
export const insertPendingCounts = (given: Sql): Sql =>
  sql`insert into tracking.pending_counts (counts_held, counts) ${given}`;

/**
 * Adds the oldest pending counts, at least one row of them and then up to `limit`, to the roll-ups, and deletes them: the
 * same transaction, so each is added once. Returns how many there were.
 *
 * One transaction at a time adds, in the order of the rows. A click that is judged again was committed before, so its own
 * count has a lower id and is there first. Nobody else writes the roll-ups.
 */
export async function addPendingCounts(tx: Tx, { limit }: { limit: number }): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('tracking.pending_counts', 0))`);
  const { added } = await tx.one<{ added: number }>(sql`
    with due as materialized (
      select id from (
        select id, sum(counts_held) over (order by id) - counts_held as held_before
        from (select id, counts_held from tracking.pending_counts order by id limit ${limit}) oldest
      ) numbered where held_before < ${limit}
    ), taken as (
      delete from tracking.pending_counts using due where pending_counts.id = due.id returning counts_held, counts
    ), counted as materialized (
      select counted.*, (clicked_at at time zone 'Asia/Riyadh')::date as day,
        extract(hour from clicked_at at time zone 'Asia/Riyadh')::smallint as hour
      from taken, json_to_recordset(counts::json) as counted (merchant_id text, link_id text, campaign_id text, ad_id text,
        clicked_at timestamptz, city text, device text, app text, referrer_host text, valid_clicks int, bot_clicks int)
    ), hours as (
      insert into tracking.link_hours (merchant_id, link_id, day, hour, valid_clicks, bot_clicks, first_click_at,
        last_click_at)
      select merchant_id, link_id, day, hour, sum(valid_clicks), sum(bot_clicks), min(clicked_at), max(clicked_at)
      from counted group by merchant_id, link_id, day, hour
      on conflict (merchant_id, link_id, day, hour) do update set
        valid_clicks = link_hours.valid_clicks + excluded.valid_clicks,
        bot_clicks = link_hours.bot_clicks + excluded.bot_clicks,
        first_click_at = least(link_hours.first_click_at, excluded.first_click_at),
        last_click_at = greatest(link_hours.last_click_at, excluded.last_click_at)
    ), visitors as (
      insert into tracking.link_visitors (merchant_id, link_id, day, city, device, app, referrer_host, valid_clicks,
        bot_clicks)
      select merchant_id, link_id, day, city, device, app, referrer_host, sum(valid_clicks), sum(bot_clicks)
      from counted group by merchant_id, link_id, day, city, device, app, referrer_host
      on conflict (merchant_id, link_id, day, city, device, app, referrer_host) do update set
        valid_clicks = link_visitors.valid_clicks + excluded.valid_clicks,
        bot_clicks = link_visitors.bot_clicks + excluded.bot_clicks
    ), days as (
      insert into tracking.click_days (merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks)
      select merchant_id, campaign_id, ad_id, day, sum(valid_clicks), sum(bot_clicks)
      from counted group by merchant_id, campaign_id, ad_id, day
      on conflict (merchant_id, campaign_id, ad_id, day) do update set
        valid_clicks = click_days.valid_clicks + excluded.valid_clicks,
        bot_clicks = click_days.bot_clicks + excluded.bot_clicks
    )
    select coalesce(sum(counts_held), 0)::int as added from taken`);
  return added;
}
