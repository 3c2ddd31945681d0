import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { HalfCount } from "../domain/compare-halves.ts";
import type { Half } from "../domain/halves.ts";

export type VisitDay = Row<"landing_pages.visit_days">;
export type HalfVisits = Row<"landing_pages.half_visits"> & { half: Half };

/** Adds to the days; in the order of their keys, so that two processes do not wait for each other in a circle. */
export async function addVisits(db: Db, days: readonly VisitDay[]): Promise<void> {
  if (days.length === 0) return;
  await db.run(sql`
    insert into landing_pages.visit_days as days (merchant_id, page_id, day, views, taps, bot_views, bot_taps)
    select merchant_id, page_id, day, views, taps, bot_views, bot_taps
    from json_populate_recordset(null::landing_pages.visit_days, ${JSON.stringify(days)}::json)
    order by merchant_id, page_id, day
    on conflict (merchant_id, page_id, day) do update set views = days.views + excluded.views,
      taps = days.taps + excluded.taps, bot_views = days.bot_views + excluded.bot_views,
      bot_taps = days.bot_taps + excluded.bot_taps`);
}

export async function addHalfVisits(db: Db, visits: readonly HalfVisits[]): Promise<void> {
  if (visits.length === 0) return;
  await db.run(sql`
    insert into landing_pages.half_visits as counted (merchant_id, page_id, version, half, visitors, tapped)
    select merchant_id, page_id, version, half, visitors, tapped
    from json_populate_recordset(null::landing_pages.half_visits, ${JSON.stringify(visits)}::json)
    order by merchant_id, page_id, version, half
    on conflict (merchant_id, page_id, version, half) do update set
      visitors = counted.visitors + excluded.visitors, tapped = counted.tapped + excluded.tapped`);
}

export type VisitSums = { page_id: string; views: number; taps: number };

/** People's views and taps from this day on; pages without any are left out. */
export const sumVisits = (
  { db, actor }: ReadContext,
  { pageIds, from }: { pageIds: readonly string[]; from: RiyadhDay },
): Promise<VisitSums[]> =>
  db.many(sql`
    select page_id, sum(views)::int as views, sum(taps)::int as taps from landing_pages.visit_days
    where merchant_id = ${actor.merchantId} and page_id = any(${[...pageIds]}::text[]) and day >= ${from}::date
    group by page_id`);

export const listVisitDays = (
  { db, actor }: ReadContext,
  { pageId, from }: { pageId: string; from: RiyadhDay },
): Promise<Omit<VisitDay, "merchant_id" | "page_id">[]> =>
  db.many(sql`
    select day, views, taps, bot_views, bot_taps from landing_pages.visit_days
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and day >= ${from}::date order by day`);

export async function findHalfVisits(
  { db, actor }: ReadContext,
  { pageId, version }: { pageId: string; version: number },
): Promise<Record<Half, HalfCount>> {
  const rows = await db.many<Pick<HalfVisits, "half" | "visitors" | "tapped">>(sql`
    select half, visitors, tapped from landing_pages.half_visits
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and version = ${version}`);
  const of = (half: Half) => {
    const { visitors, tapped } = rows.find((row) => row.half === half) ?? { visitors: 0, tapped: 0 };
    return { visitors, tapped };
  };
  return { a: of("a"), b: of("b") };
}

export async function deleteVisits({ tx, actor }: Context, pageId: string): Promise<void> {
  const { merchantId } = actor;
  await tx.run(sql`
    delete from landing_pages.visit_days where merchant_id = ${merchantId} and page_id = ${pageId}`);
  await tx.run(sql`
    delete from landing_pages.half_visits where merchant_id = ${merchantId} and page_id = ${pageId}`);
}
