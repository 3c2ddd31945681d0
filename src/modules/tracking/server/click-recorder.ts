import { type Db, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** A click as it is stored. */
export type Click = {
  merchant_id: string;
  clicked_at: string;
  day: RiyadhDay;
  click_id: string;
  link_id: string;
  campaign_id: string;
  ad_group_id: string;
  ad_id: string;
  method: string;
  address_hash: string;
  user_agent: string;
  referrer_host: string;
  accept_language: string;
  purpose: string;
  nth_in_minute: number;
  visitor: "person" | "bot";
  why: string;
  rule_version: number;
};

export interface ClickRecorder {
  /**
   * Resolves when the click is committed; rejects when it is not written, and then the visitor must not be redirected.
   */
  record(click: Click): Promise<void>;
}

/** Further clicks are refused: a database that hangs must not fill the memory. */
const maxPending = 20_000;
const maxFlushSize = 1_000;

export class ClickRecorderFull extends Error {}

type PendingClick = { click: Click; deferred: PromiseWithResolvers<void> };

/**
 * Writes clicks in batches: while one flush runs, the clicks that arrive wait for the next. There is no timer: a single
 * click is written at once; under load, a slower disk gives larger batches. Each flush is one statement, so the clicks
 * and their day figures are committed together.
 */
export function makeClickRecorder(db: Db): ClickRecorder {
  const waiting: PendingClick[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    while (waiting.length > 0) {
      // Clicks that arrived in the same network packet join the batch; without this, batches stay at one.
      await new Promise(setImmediate);
      const group = waiting.splice(0, maxFlushSize);
      try {
        await writeClicks(
          db,
          group.map(({ click }) => click),
        );
        for (const { deferred } of group) deferred.resolve();
      } catch (error) {
        for (const { deferred } of group) deferred.reject(error);
      }
    }
    isWriting = false;
  }

  return {
    record(click) {
      if (waiting.length >= maxPending) return Promise.reject(new ClickRecorderFull("too many clicks wait"));
      const deferred = Promise.withResolvers<void>();
      waiting.push({ click, deferred });
      if (!isWriting) void writeAll();
      return deferred.promise;
    },
  };
}

/** Day rows are locked in one order everywhere, so that two servers cannot deadlock. */
function writeClicks(db: Db, clicks: Click[]): Promise<number> {
  return db.run(sql`
    with incoming as materialized (
      select * from json_to_recordset(${JSON.stringify(clicks)}::json) as incoming (merchant_id text,
        clicked_at timestamptz, day date, click_id text, link_id text, campaign_id text, ad_group_id text, ad_id text,
        method text, address_hash text, user_agent text, referrer_host text, accept_language text, purpose text,
        nth_in_minute smallint, visitor text, why text, rule_version smallint)
    ), inserted as (
      insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
        address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version)
      select merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method, address_hash,
        user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version from incoming
    )
    insert into tracking.click_days (merchant_id, campaign_id, ad_id, day, valid_clicks, bot_clicks)
    select merchant_id, campaign_id, ad_id, day, count(*) filter (where visitor = 'person'),
      count(*) filter (where visitor = 'bot')
    from incoming group by merchant_id, campaign_id, ad_id, day order by merchant_id, campaign_id, ad_id, day
    on conflict (merchant_id, campaign_id, ad_id, day) do update set valid_clicks = click_days.valid_clicks + excluded.valid_clicks,
      bot_clicks = click_days.bot_clicks + excluded.bot_clicks`);
}
