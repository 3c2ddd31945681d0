import type { ReadContext } from "#base/server/context.ts";
import { raw, sql } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { LinkFigures, LinkReport } from "../contract/link-shapes.ts";
import { findLink } from "./find-link.ts";
import type { TableSource } from "./ip-cities/pack-cities.ts";
import { loadLinkFigures } from "./link-figures.ts";
import { toLinkPeriod } from "./list-links.ts";
import { toPlaceName } from "./place-names.ts";
import { noFigures } from "./present-link.ts";

export type LinkReportDeps = { cities: TableSource };
type Input = { linkId: string; from?: string | undefined; to?: string | undefined; language: Language };

/** The longest list of a breakdown; the rest of it is one sum under the key `rest`. */
const sharesMax = 12;

/** What a link brought in a period, from its roll-ups alone. Refuses `tracking.link_not_found`. */
export const reportLink =
  ({ cities: table }: LinkReportDeps) =>
  async (ctx: ReadContext, { linkId, language, ...query }: Input): Promise<LinkReport> => {
    await findLink(ctx, linkId);
    const period = toLinkPeriod(query, ctx.now);
    const scope = { linkId, period };
    const totals = (await loadLinkFigures(ctx, [linkId], period)).get(linkId) ?? noFigures;
    const cities = await loadShares(ctx, scope, "city");
    return {
      ...period,
      totals,
      ...(await loadEnds(ctx, linkId)),
      days: await loadDays(ctx, scope),
      hours: await loadHours(ctx, scope),
      cities: cities.map((share) => ({ ...share, name: toPlaceName(share.key, language) })),
      devices: await loadShares(ctx, scope, "device"),
      apps: await loadShares(ctx, scope, "app"),
      referrers: await loadShares(ctx, scope, "referrer_host"),
      city_source: { source: table.source, licence: table.licence, date: table.date },
    };
  };

type Scope = { linkId: string; period: Period };

const toWhere = ({ actor }: ReadContext, { linkId, period }: Scope) =>
  sql`merchant_id = ${actor.merchantId} and link_id = ${linkId} and day between ${period.from} and ${period.to}`;

/** The first and the last click there ever was, bots included. */
async function loadEnds({ db, actor }: ReadContext, linkId: string) {
  const { first, last } = await db.one<{ first: Date | null; last: Date | null }>(sql`
    select min(first_click_at) as first, max(last_click_at) as last from tracking.link_hours
    where merchant_id = ${actor.merchantId} and link_id = ${linkId}`);
  return { first_click_at: first?.toISOString() ?? null, last_click_at: last?.toISOString() ?? null };
}

async function loadDays(ctx: ReadContext, scope: Scope): Promise<LinkReport["days"]> {
  const where = toWhere(ctx, scope);
  const rows = await ctx.db.many<LinkFigures & { day: RiyadhDay }>(sql`
    select day, coalesce(clicks, 0) as clicks, coalesce(bot_clicks, 0) as bot_clicks,
      coalesce(orders_placed, 0) as orders_placed, coalesce(sales_placed_halalas, 0) as sales_placed_halalas,
      coalesce(orders_delivered, 0) as orders_delivered, coalesce(sales_delivered_halalas, 0) as sales_delivered_halalas
    from (
      select day, sum(valid_clicks)::int as clicks, sum(bot_clicks)::int as bot_clicks from tracking.link_hours
      where ${where} group by day
    ) clicks full join (
      select day, sum(orders_placed)::int as orders_placed, sum(sales_placed_halalas)::bigint as sales_placed_halalas,
        sum(orders_delivered)::int as orders_delivered, sum(sales_delivered_halalas)::bigint as sales_delivered_halalas
      from tracking.link_orders where ${where} group by day
    ) orders using (day)`);
  const known = new Map(rows.map((row) => [row.day, row]));
  const days: LinkReport["days"] = [];
  for (let day = scope.period.from; day <= scope.period.to; day = addDays(day, 1))
    days.push(known.get(day) ?? { day, ...noFigures });
  return days;
}

async function loadHours(ctx: ReadContext, scope: Scope): Promise<LinkReport["hours"]> {
  const rows = await ctx.db.many<LinkReport["hours"][number]>(sql`
    select hour, sum(valid_clicks)::int as clicks, sum(bot_clicks)::int as bot_clicks from tracking.link_hours
    where ${toWhere(ctx, scope)} group by hour`);
  const known = new Map(rows.map((row) => [row.hour, row]));
  return Array.from({ length: 24 }, (_, hour) => known.get(hour) ?? { hour, clicks: 0, bot_clicks: 0 });
}

type Column = "city" | "device" | "app" | "referrer_host";

/** Clicks by one thing that is known of visitors, the largest first. */
function loadShares(ctx: ReadContext, scope: Scope, column: Column): Promise<LinkReport["devices"]> {
  const name = raw(column);
  return ctx.db.many(sql`
    select case when nth <= ${sharesMax} then key else 'rest' end as key, sum(clicks)::int as clicks,
      sum(bot_clicks)::int as bot_clicks
    from (
      select ${name} as key, sum(valid_clicks) as clicks, sum(bot_clicks) as bot_clicks,
        row_number() over (order by sum(valid_clicks) desc, sum(bot_clicks) desc, ${name}) as nth
      from tracking.link_visitors where ${toWhere(ctx, scope)} group by ${name}
    ) ranked group by 1 order by min(nth)`);
}
