import type { Context } from "#base/server/context.ts";
import { type Db, prepared, raw, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ClickFacts, Verdict } from "../domain/visitor.ts";
import { type ClickCount, insertPendingCounts } from "./roll-ups.store.ts";

/** A click as it is recorded. */
export type Click = Omit<Row<"tracking.clicks">, "clicked_at" | "page_opened_at" | "unopened_visits"> & {
  clicked_at: string;
};

const toCount = (click: Click): ClickCount => ({
  merchant_id: click.merchant_id,
  link_id: click.link_id,
  campaign_id: click.campaign_id,
  ad_id: click.ad_id,
  clicked_at: click.clicked_at,
  city: click.city,
  device: click.device,
  app: click.app,
  referrer_host: click.referrer_host,
  valid_clicks: click.visitor === "person" ? 1 : 0,
  bot_clicks: click.visitor === "bot" ? 1 : 0,
});

/**
 * Inserts clicks, and what they add to the roll-ups, which is added later: one statement, so both or neither. It waits
 * for no other click and no rule: it only inserts.
 */
export function insertClicks(db: Db, clicks: readonly Click[]): Promise<number> {
  return db.run(
    prepared(
      "tracking.insert_clicks",
      sql`
    with inserted as (
      insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
        address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version,
        visitor_key, network, links_at_once, platform_click, city, device, app)
      select merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method, address_hash,
        user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version, visitor_key,
        network, links_at_once, platform_click, city, device, app
      from json_to_recordset(${JSON.stringify(clicks)}::json) as incoming (merchant_id text, clicked_at timestamptz,
        click_id text, link_id text, campaign_id text, ad_group_id text, ad_id text, method text, address_hash text,
        user_agent text, referrer_host text, accept_language text, purpose text, nth_in_minute smallint, visitor text,
        why text, rule_version smallint, visitor_key text, network text, links_at_once smallint, platform_click text,
        city text, device text, app text)
    )
    ${insertPendingCounts(sql`values (${clicks.length}, ${JSON.stringify(clicks.map(toCount))})`)}`,
    ),
  );
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
 * Stores new verdicts of the merchant's clicks. Those that say otherwise than before also move the click in the roll-ups,
 * once these are added; how many did, and on which days. A click whose verdict stays is not written: its row keeps the
 * version that judged it.
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
      returning clicks.*, before.old_visitor
    ), moved as (
      select merchant_id, link_id, campaign_id, ad_id, clicked_at, city, device, app, referrer_host,
        case visitor when 'person' then 1 else -1 end as valid_clicks,
        case visitor when 'bot' then 1 else -1 end as bot_clicks
      from judged where visitor <> old_visitor
    ), pending as (
      ${insertPendingCounts(sql`select count(*), json_agg(moved)::text from moved having count(*) > 0`)}
    )
    select count(*)::int as moved, (count(*) filter (where bot_clicks = 1))::int as to_bots,
      min((clicked_at at time zone 'Asia/Riyadh')::date) as first_day,
      max((clicked_at at time zone 'Asia/Riyadh')::date) as last_day
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
