import type { Context } from "#base/server/context.ts";
import { type Db, raw, type Sql, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ClickFacts, Verdict } from "../domain/visitor.ts";

/** The statement that stores the clicks of a table expression, whose columns are named like those of the clicks. */
export const insertClicksFrom = (incoming: Sql): Sql => sql`
  insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
    address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version,
    visitor_key, network, links_at_once, platform_click, city, device, app)
  select merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method, address_hash, user_agent,
    referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version, visitor_key, network,
    links_at_once, platform_click, city, device, app
  from ${incoming} order by merchant_id, clicked_at`;

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
/** Clicks whose verdict says otherwise than before, and what they change in the roll-ups, as JSON. */
export type MovedClicks = {
  moved: number;
  to_bots: number;
  first_day: RiyadhDay | null;
  last_day: RiyadhDay | null;
  counts: string | null;
};

/**
 * Stores new verdicts of the merchant's clicks. A click whose verdict stays is not written: its row keeps the version that
 * judged it.
 */
export function saveVerdicts(
  { tx, actor }: Context,
  { verdicts, version }: { verdicts: readonly NewVerdict[]; version: number },
): Promise<MovedClicks> {
  return tx.one<MovedClicks>(sql`
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
      returning clicks.*, before.old_visitor
    ), moved as (
      select merchant_id, link_id, campaign_id, ad_id, clicked_at, city, device, app, referrer_host,
        case visitor when 'person' then 1 else -1 end as valid_clicks,
        case visitor when 'bot' then 1 else -1 end as bot_clicks
      from judged where visitor <> old_visitor
    )
    select count(*)::int as moved, (count(*) filter (where bot_clicks = 1))::int as to_bots,
      min((clicked_at at time zone 'Asia/Riyadh')::date) as first_day,
      max((clicked_at at time zone 'Asia/Riyadh')::date) as last_day, json_agg(moved)::text as counts
    from moved`);
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
