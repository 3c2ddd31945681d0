import { type Db, raw, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Verdict } from "../domain/visitor.ts";

/** A click as it is recorded, with the Riyadh day it counts for. */
export type Click = Omit<Row<"tracking.clicks">, "clicked_at"> & { clicked_at: string; day: RiyadhDay };

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
        nth_in_minute smallint, visitor text, why text, rule_version smallint, city text, device text, app text)
    ), inserted as (
      insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
        address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version,
        city, device, app)
      select merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method, address_hash,
        user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version, city, device, app
      from incoming
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
  | "merchant_id"
  | "clicked_at"
  | "click_id"
  | "campaign_id"
  | "ad_id"
  | "method"
  | "user_agent"
  | "accept_language"
  | "purpose"
  | "nth_in_minute"
  | "visitor"
>;

/** Some of the clicks that an older version of the rules classified, of all merchants. */
export function listClassifiedBefore(tx: Tx, version: number, limit: number): Promise<ClassifiedClick[]> {
  return tx.many(sql`
    select merchant_id, clicked_at, click_id, campaign_id, ad_id, method, user_agent, accept_language, purpose,
      nth_in_minute, visitor
    from tracking.clicks where rule_version < ${version} limit ${limit}`);
}

/** Stores a click's new verdict; one that says otherwise than before also moves the click in its day. */
export async function saveVerdict(
  tx: Tx,
  click: ClassifiedClick,
  { verdict, version }: { verdict: Verdict; version: number },
): Promise<void> {
  await tx.run(sql`
    update tracking.clicks set visitor = ${verdict.visitor}, why = ${verdict.why}, rule_version = ${version}
    where merchant_id = ${click.merchant_id} and clicked_at = ${click.clicked_at} and click_id = ${click.click_id}`);
  if (verdict.visitor === click.visitor) return;
  await moveLinkClicks(tx, [click]);
  const step = verdict.visitor === "person" ? 1 : -1;
  await tx.run(sql`
    update tracking.click_days set valid_clicks = valid_clicks + ${step}, bot_clicks = bot_clicks - ${step}
    where merchant_id = ${click.merchant_id} and campaign_id = ${click.campaign_id} and ad_id = ${click.ad_id}
      and day = ${toRiyadhDay(click.clicked_at)}`);
}

/**
 * Moves clicks in the roll-ups of their links to the side they are classified on now, from the other. Called once for
 * each click whose stored verdict changed sides, in the same transaction, after it was stored.
 */
export async function moveLinkClicks(
  tx: Tx,
  clicks: readonly Pick<ClassifiedClick, "merchant_id" | "clicked_at" | "click_id">[],
): Promise<void> {
  const keys = clicks.map(({ merchant_id, clicked_at, click_id }) => ({ merchant_id, clicked_at, click_id }));
  const moved = sql`
    select clicks.*, (clicked_at at time zone 'Asia/Riyadh')::date as day,
      extract(hour from clicked_at at time zone 'Asia/Riyadh')::smallint as hour,
      case when visitor = 'person' then 1 else -1 end as step
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as keys (merchant_id text, clicked_at timestamptz, click_id text)
    join tracking.clicks using (merchant_id, clicked_at, click_id)`;
  await tx.run(sql`
    update tracking.link_hours set valid_clicks = valid_clicks + steps.step, bot_clicks = bot_clicks - steps.step
    from (select merchant_id, link_id, day, hour, sum(step)::int as step from (${moved}) moved
      group by merchant_id, link_id, day, hour order by 1, 2, 3, 4) steps
    where link_hours.merchant_id = steps.merchant_id and link_hours.link_id = steps.link_id
      and link_hours.day = steps.day and link_hours.hour = steps.hour`);
  await tx.run(sql`
    update tracking.link_visitors set valid_clicks = valid_clicks + steps.step, bot_clicks = bot_clicks - steps.step
    from (select merchant_id, link_id, day, city, device, app, referrer_host, sum(step)::int as step from (${moved}) moved
      group by merchant_id, link_id, day, city, device, app, referrer_host order by 1, 2, 3, 4, 5, 6, 7) steps
    where link_visitors.merchant_id = steps.merchant_id and link_visitors.link_id = steps.link_id
      and link_visitors.day = steps.day and link_visitors.city = steps.city and link_visitors.device = steps.device
      and link_visitors.app = steps.app and link_visitors.referrer_host = steps.referrer_host`);
}

export async function isRestated(db: Db, version: number): Promise<boolean> {
  const done = await db.maybeOne(sql`select 1 from tracking.restatements where rule_version = ${version}`);
  return done !== undefined;
}

/** All clicks are classified by this version; `moved` is how many of them changed sides. */
export async function recordRestatement(
  db: Db,
  { version, moved, now }: { version: number; moved: number; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into tracking.restatements (rule_version, clicks_moved, finished_at)
    values (${version}, ${moved}, ${now}) on conflict do nothing`);
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
