import type { Context } from "#base/server/context.ts";
import { type Db, raw, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ClickFacts, Verdict } from "../domain/visitor.ts";

/** A click as it is recorded, with the Riyadh day it counts for. */
export type Click = Omit<Row<"tracking.clicks">, "clicked_at" | "page_opened_at" | "unopened_visits"> & {
  clicked_at: string;
  day: RiyadhDay;
};

/**
 * Inserts clicks and counts them in their days, and in their links' hours and visitors, in one statement. Rows of the
 * roll-ups are locked in one order everywhere, so that two servers cannot deadlock.
 */
export function insertClicks(db: Db, clicks: Click[]): Promise<number> {
  return db.run(sql`
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(clicks)}::json) as incoming (merchant_id text,
        clicked_at timestamptz, day date, click_id text, link_id text, campaign_id text, ad_group_id text, ad_id text,
        method text, address_hash text, user_agent text, referrer_host text, accept_language text, purpose text,
        nth_in_minute smallint, visitor text, why text, rule_version smallint, visitor_key text, network text,
        links_at_once smallint, platform_click text, city text, device text, app text)
    ), inserted as (
      insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
        address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version,
        visitor_key, network, links_at_once, platform_click, city, device, app)
      select merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method, address_hash,
        user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version, visitor_key,
        network, links_at_once, platform_click, city, device, app from incoming
    ), hours as (
      insert into tracking.link_hours (merchant_id, link_id, day, hour, valid_clicks, bot_clicks, first_click_at,
        last_click_at)
      select merchant_id, link_id, day, extract(hour from clicked_at at time zone 'Asia/Riyadh') as hour,
        count(*) filter (where visitor = 'person'), count(*) filter (where visitor = 'bot'), min(clicked_at),
        max(clicked_at)
      from incoming group by merchant_id, link_id, day, hour order by merchant_id, link_id, day, hour
      on conflict (merchant_id, link_id, day, hour) do update set
        valid_clicks = link_hours.valid_clicks + excluded.valid_clicks,
        bot_clicks = link_hours.bot_clicks + excluded.bot_clicks,
        first_click_at = least(link_hours.first_click_at, excluded.first_click_at),
        last_click_at = greatest(link_hours.last_click_at, excluded.last_click_at)
    ), visitors as (
      insert into tracking.link_visitors (merchant_id, link_id, day, city, device, app, referrer_host, valid_clicks,
        bot_clicks)
      select merchant_id, link_id, day, city, device, app, referrer_host, count(*) filter (where visitor = 'person'),
        count(*) filter (where visitor = 'bot')
      from incoming group by merchant_id, link_id, day, city, device, app, referrer_host
      order by merchant_id, link_id, day, city, device, app, referrer_host
      on conflict (merchant_id, link_id, day, city, device, app, referrer_host) do update set
        valid_clicks = link_visitors.valid_clicks + excluded.valid_clicks,
        bot_clicks = link_visitors.bot_clicks + excluded.bot_clicks
    )
    insert into tracking.click_days (merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks)
    select merchant_id, campaign_id, ad_id, day, count(*) filter (where visitor = 'person'),
      count(*) filter (where visitor = 'bot')
    from incoming group by merchant_id, campaign_id, ad_id, day order by merchant_id, campaign_id, ad_id, day
    on conflict (merchant_id, campaign_id, ad_id, day) do update set valid_clicks = click_days.valid_clicks + excluded.valid_clicks,
      bot_clicks = click_days.bot_clicks + excluded.bot_clicks`);
}

/** A click as the rules for bots see it. */
export type ClassifiedClick = Row<
  "tracking.clicks",
  | "clicked_at"
  | "click_id"
  | "method"
  | "user_agent"
  | "accept_language"
  | "purpose"
  | "nth_in_minute"
  | "links_at_once"
  | "unopened_visits"
  | "visitor"
  | "why"
> & { network: ClickFacts["network"] };

/** A place in a merchant's clicks by time; null before the first. */
export type ClickCursor = { at: Date; id: string } | null;

/** The merchant's clicks after a place, in their order, that an older version of the rules may have judged. */
export function listClicksAfter(
  { tx, actor }: Context,
  { cursor, version, limit }: { cursor: ClickCursor; version: number; limit: number },
): Promise<ClassifiedClick[]> {
  const after = cursor ?? { at: new Date(0), id: "" };
  return tx.many<ClassifiedClick>(sql`
    select clicked_at, click_id, method, user_agent, accept_language, purpose, nth_in_minute, links_at_once,
      unopened_visits, network, visitor, why
    from tracking.clicks
    where merchant_id = ${actor.merchantId} and (clicked_at, click_id) > (${after.at}::timestamptz, ${after.id}::text)
      and clicked_at >= ${after.at} and rule_version < ${version}
    order by clicked_at, click_id limit ${limit}`);
}

export type NewVerdict = Verdict & { click_id: string; clicked_at: Date };
export type MovedDays = {
  moved: number;
  to_bots: number;
  first_day: RiyadhDay | null;
  last_day: RiyadhDay | null;
};

/**
 * Stores new verdicts of the merchant's clicks. Those that say otherwise than before also move the click in its day, and in
 * its link's hour and visitors; how many did, and on which days. A click whose verdict stays is not written: its row keeps the version that judged it.
 */
export async function saveVerdicts(
  { tx, actor }: Context,
  { verdicts, version }: { verdicts: readonly NewVerdict[]; version: number },
): Promise<MovedDays> {
  if (verdicts.length === 0) return { moved: 0, to_bots: 0, first_day: null, last_day: null };
  return tx.one<MovedDays>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(verdicts)}::json) as given (clicked_at timestamptz, click_id text,
        visitor text, why text)
    ), before as (
      select clicks.clicked_at, clicks.click_id, clicks.visitor as old_visitor, given.visitor, given.why
      from given cross join lateral (
        select * from tracking.clicks
        where merchant_id = ${actor.merchantId} and clicks.clicked_at = given.clicked_at
          and clicks.click_id = given.click_id for update
      ) clicks
    ), judged as (
      update tracking.clicks set visitor = before.visitor, why = before.why, rule_version = ${version}
      from before
      where clicks.merchant_id = ${actor.merchantId} and clicks.clicked_at = before.clicked_at
        and clicks.click_id = before.click_id
      returning campaign_id, ad_id, link_id, city, device, app, referrer_host,
        (clicks.clicked_at at time zone 'Asia/Riyadh')::date as day,
        extract(hour from clicks.clicked_at at time zone 'Asia/Riyadh')::smallint as hour, before.old_visitor,
        clicks.visitor
    ), moved as (
      select campaign_id, ad_id, day, count(*) as clicks, count(*) filter (where visitor = 'bot') as to_bots
      from judged where visitor <> old_visitor group by 1, 2, 3
    ), locked as materialized (
      select click_days.day from tracking.click_days join moved using (campaign_id, ad_id, day)
      where merchant_id = ${actor.merchantId}
      order by merchant_id, campaign_id, ad_id, click_days.day for update of click_days
    ), days as (
      update tracking.click_days set valid_clicks = valid_clicks + clicks - 2 * to_bots,
        bot_clicks = bot_clicks + 2 * to_bots - clicks
      from moved, (select count(*) from locked) as all_locked
      where merchant_id = ${actor.merchantId} and click_days.campaign_id = moved.campaign_id
        and click_days.ad_id = moved.ad_id and click_days.day = moved.day
    ), moved_hours as (
      select link_id, day, hour, sum(case when visitor = 'person' then 1 else -1 end)::int as step
      from judged where visitor <> old_visitor group by 1, 2, 3
    ), locked_hours as materialized (
      select link_hours.hour from tracking.link_hours join moved_hours using (link_id, day, hour)
      where merchant_id = ${actor.merchantId}
      order by merchant_id, link_id, link_hours.day, link_hours.hour for update of link_hours
    ), hours as (
      update tracking.link_hours set valid_clicks = valid_clicks + step, bot_clicks = bot_clicks - step
      from moved_hours, (select count(*) from locked_hours) as all_locked
      where merchant_id = ${actor.merchantId} and link_hours.link_id = moved_hours.link_id
        and link_hours.day = moved_hours.day and link_hours.hour = moved_hours.hour
    ), moved_visitors as (
      select link_id, day, city, device, app, referrer_host,
        sum(case when visitor = 'person' then 1 else -1 end)::int as step
      from judged where visitor <> old_visitor group by 1, 2, 3, 4, 5, 6
    ), locked_visitors as materialized (
      select link_visitors.day from tracking.link_visitors
      join moved_visitors using (link_id, day, city, device, app, referrer_host)
      where merchant_id = ${actor.merchantId}
      order by merchant_id, link_id, link_visitors.day, city, device, app, referrer_host for update of link_visitors
    ), visitors as (
      update tracking.link_visitors set valid_clicks = valid_clicks + step, bot_clicks = bot_clicks - step
      from moved_visitors, (select count(*) from locked_visitors) as all_locked
      where merchant_id = ${actor.merchantId} and link_visitors.link_id = moved_visitors.link_id
        and link_visitors.day = moved_visitors.day and link_visitors.city = moved_visitors.city
        and link_visitors.device = moved_visitors.device and link_visitors.app = moved_visitors.app
        and link_visitors.referrer_host = moved_visitors.referrer_host
    )
    select coalesce(sum(clicks), 0)::int as moved, coalesce(sum(to_bots), 0)::int as to_bots, min(day) as first_day,
      max(day) as last_day from moved`);
}

/** A shop's page says that this click opened it. Times are ISO instants. */
export type PageOpening = {
  merchant_id: string;
  link_id: string;
  clicked_at: string;
  click_id: string;
  opened_at: string;
};

/** Each click's first opening is kept; what names no click of the link changes nothing. */
export async function savePageOpenings(db: Db, openings: readonly PageOpening[]): Promise<void> {
  await db.run(sql`
    update tracking.clicks set page_opened_at = given.opened_at
    from json_to_recordset(${JSON.stringify(openings)}::json) as given (merchant_id text, link_id text,
      clicked_at timestamptz, click_id text, opened_at timestamptz)
    where clicks.merchant_id = given.merchant_id and clicks.clicked_at = given.clicked_at
      and clicks.click_id = given.click_id and clicks.link_id = given.link_id and page_opened_at is null`);
}

/** Links with fewer clicks on a day, or where fewer of them report, say nothing about those that do not. */
const minClicksOfReportingLink = 20;

/**
 * Marks the clicks of a day and before `until` on links whose pages report (half of twenty clicks or more) with how often
 * their address and browser came without ever opening a page, and answers with those whose mark has changed.
 */
export function markUnopenedVisits(
  { tx, actor }: Context,
  { from, until }: { from: Date; until: Date },
): Promise<ClassifiedClick[]> {
  return tx.many<ClassifiedClick>(sql`
    with seen as (
      select clicked_at, click_id, link_id, address_hash, user_agent, page_opened_at, unopened_visits
      from tracking.clicks
      where merchant_id = ${actor.merchantId} and clicked_at >= ${from} and clicked_at < ${until}
        and (visitor = 'person' or why = 'no_page')
    ), reporting as (
      select link_id from seen group by link_id
      having count(*) >= ${minClicksOfReportingLink} and count(page_opened_at) * 2 >= count(*)
    ), visitors as (
      select link_id, address_hash, user_agent, case when count(page_opened_at) = 0 then count(*) else 0 end as visits
      from seen join reporting using (link_id) group by 1, 2, 3
    )
    update tracking.clicks set unopened_visits = least(visits, 32000)
    from seen join visitors using (link_id, address_hash, user_agent)
    where clicks.merchant_id = ${actor.merchantId} and clicks.clicked_at = seen.clicked_at
      and clicks.click_id = seen.click_id and seen.unopened_visits <> visits and (visits > 1 or seen.unopened_visits > 0)
    returning clicks.clicked_at, clicks.click_id, method, clicks.user_agent, accept_language, purpose, nth_in_minute,
      links_at_once, clicks.unopened_visits, network, visitor, why`);
}

/** Moves the clicks of `from` up to `to` out of the default partition, into a table that is about to be attached. */
export async function moveToMonth(
  tx: Tx,
  { from, to, table }: { from: Date; to: Date; table: string },
): Promise<void> {
  await tx.run(sql`
    with moved as (
      delete from tracking.clicks_elsewhere where clicked_at >= ${from} and clicked_at < ${to} returning *
    ) insert into ${raw(table)} select * from moved`);
}
