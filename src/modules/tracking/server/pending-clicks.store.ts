import { type Db, prepared, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { insertClicksFrom } from "./clicks.store.ts";
import { addCounts } from "./roll-ups.store.ts";

/** A click as it is recorded; `clicked_at` is an ISO instant. */
export type Click = Omit<Row<"tracking.clicks">, "clicked_at" | "page_opened_at" | "unopened_visits"> & {
  clicked_at: string;
};

/** Stores a flush of clicks: one row, which touches no other and waits for none. */
export function insertPendingClicks(db: Db, clicks: readonly Click[]): Promise<number> {
  const json = JSON.stringify(clicks);
  return db.run(
    prepared(
      "tracking.insert_pending_clicks",
      sql`insert into tracking.pending_clicks (held, clicks) values (${clicks.length}, ${json})`,
    ),
  );
}

/** Leaves what judged clicks change in the roll-ups, as JSON, in the transaction of their verdicts. */
export async function insertPendingCounts(
  tx: Tx,
  { held, counts }: { held: number; counts: string },
): Promise<void> {
  await tx.run(sql`insert into tracking.pending_clicks (held, counts) values (${held}, ${counts})`);
}

/**
 * Takes the oldest pending rows, at least one and then up to `limit` clicks, and puts their clicks into their table and
 * the roll-ups: the same transaction, so each arrives once. Returns how many there were.
 *
 * One transaction at a time does this, in the order of the rows, and nobody else writes the roll-ups. A click that is judged
 * again was in its table before, so it is counted before its change is.
 */
export async function takePendingClicks(tx: Tx, { limit }: { limit: number }): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('tracking.pending_clicks', 0))`);
  const { taken } = await tx.one<{ taken: number }>(sql`
    with due as materialized (
      select id from (
        select id, sum(held) over (order by id) - held as held_before
        from (
          select id, held from tracking.pending_clicks where not is_set_aside order by id limit ${limit}
        ) oldest
      ) numbered where held_before < ${limit}
    ), taken as materialized (
      delete from tracking.pending_clicks using due where pending_clicks.id = due.id returning held, clicks, counts
    ), incoming as materialized (
      select incoming.* from taken, json_to_recordset(clicks::json) as incoming (merchant_id text,
        clicked_at timestamptz, click_id text, link_id text, campaign_id text, ad_group_id text, ad_id text, method text,
        address_hash text, user_agent text, referrer_host text, accept_language text, purpose text,
        nth_in_minute smallint, visitor text, why text, rule_version smallint, visitor_key text, network text,
        links_at_once smallint, platform_click text, city text, device text, app text)
    ), stored as (
      ${insertClicksFrom(sql`incoming`)}
    ), counted as materialized (
      select *, (clicked_at at time zone 'Asia/Riyadh')::date as day,
        extract(hour from clicked_at at time zone 'Asia/Riyadh')::smallint as hour
      from (
        select merchant_id, link_id, campaign_id, ad_id, clicked_at, city, device, app, referrer_host,
          (visitor = 'person')::int as valid_clicks, (visitor = 'bot')::int as bot_clicks from incoming
        union all
        select judged.* from taken, json_to_recordset(counts::json) as judged (merchant_id text, link_id text,
          campaign_id text, ad_id text, clicked_at timestamptz, city text, device text, app text, referrer_host text,
          valid_clicks int, bot_clicks int)
      ) changes
    ), ${addCounts(sql`counted`)}
    select coalesce(sum(held), 0)::int as taken from taken`);
  return taken;
}

/** Whether any of these clicks is not in its table yet. */
export async function arePending(tx: Tx, clickIds: readonly string[]): Promise<boolean> {
  const { any } = await tx.one<{ any: boolean }>(sql`
    select exists (
      select from tracking.pending_clicks, unnest(${[...clickIds]}::text[]) as given (id)
      where position(given.id in clicks) > 0 and not is_set_aside) as any`);
  return any;
}

/** The oldest pending row. */
export async function findOldestPending(db: Db): Promise<number | undefined> {
  const row = await db.maybeOne<Row<"tracking.pending_clicks", "id">>(
    sql`select id from tracking.pending_clicks where not is_set_aside order by id limit 1`,
  );
  return row?.id;
}

export async function setAside(db: Db, id: number): Promise<void> {
  await db.run(sql`update tracking.pending_clicks set is_set_aside = true where id = ${id}`);
}
