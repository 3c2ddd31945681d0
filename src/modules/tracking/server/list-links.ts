import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { likePattern } from "#base/shared/fold.ts";
import { type Period, toPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { failingStates, type LinkSort, type LinkState, linksCountMax } from "../contract/link-enums.ts";
import {
  type LinkDetails,
  type LinkRow,
  type LinksPage,
  linkPeriodDays,
  type linksQuery,
} from "../contract/link-shapes.ts";
import { findLink } from "./find-link.ts";
import { loadLinkFigures, rankLinks } from "./link-figures.ts";
import {
  type ListedLink,
  noFigures,
  type PresentDeps,
  presentDetails,
  presentRow,
  selectListed,
} from "./present-link.ts";

export type LinksQuery = z.output<typeof linksQuery>;
type Filter = Omit<LinksQuery, "after" | "size" | "sort" | "order" | "from" | "to">;

/** The days a list or a link's page shows; the last 28 without a period. */
export const toLinkPeriod = (
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period => toPeriod(query, toRiyadhDay(now), linkPeriodDays);

const toSorted: Record<Exclude<LinkSort, "clicks" | "orders" | "sales">, { column: Sql; type: string }> = {
  created: { column: sql`links.created_at`, type: "timestamptz" },
  name: { column: sql`links.search_text`, type: "text" },
};
const byFigure = { column: sql`coalesce(figures.value, 0)`, type: "bigint" };
const isByFigure = (sort: LinkSort): sort is "clicks" | "orders" | "sales" => !(sort in toSorted);

/** One page of the merchant's links with what they brought in the period, and the cursor of the next. */
export const listLinks =
  (deps: PresentDeps) =>
  async (ctx: ReadContext, query: LinksQuery): Promise<LinksPage> => {
    const { rows, next } = await loadLinksPage(deps)(ctx, query);
    const { found } = await ctx.db.one<{ found: number }>(sql`
      select count(*)::int as found from (
        select from tracking.links where ${join(toFilters(ctx, query), " and ")} limit ${linksCountMax + 1}
      ) counted`);
    return {
      items: rows,
      total: Math.min(found, linksCountMax),
      is_total_capped: found > linksCountMax,
      next,
    };
  };

/** The same without the total: what an export reads, page after page. */
export const loadLinksPage =
  (deps: PresentDeps) =>
  async (ctx: ReadContext, query: LinksQuery): Promise<{ rows: LinkRow[]; next: string | null }> => {
    const period = toLinkPeriod(query, ctx.now);
    const found = await listIds(ctx, query, period);
    const shown = found.slice(0, query.size);
    const ids = shown.map(({ id }) => id);
    const figures = await loadLinkFigures(ctx, ids, period);
    const listed = await ctx.db.many<ListedLink>(selectListed(ctx, sql`select unnest(${ids}::text[])`));
    const byId = new Map(listed.map((row) => [row.id, row]));
    const last = shown.at(-1);
    return {
      rows: ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [presentRow(deps, row, { figures: figures.get(id) ?? noFigures, now: ctx.now })] : [];
      }),
      next: found.length > query.size && last ? encodeCursor(query.sort, [last.sorted, last.id]) : null,
    };
  };

type Found = { id: string; sorted: string };

/** The ids of a page in order, one more than its size; pages go by the sorted value and the id. */
function listIds(ctx: ReadContext, query: LinksQuery, period: Period): Promise<Found[]> {
  const { sort, order, after, size } = query;
  const { column, type } = isByFigure(sort) ? byFigure : toSorted[sort];
  const figures = isByFigure(sort)
    ? sql`left join (${rankLinks(ctx, period, sort)}) figures on figures.link_id = links.id`
    : sql``;
  const from = after === undefined ? null : decodeCursor(sort, after);
  const way = raw(order);
  const beyond = raw(order === "asc" ? ">" : "<");
  const where = [
    ...toFilters(ctx, query),
    ...(from ? [sql`(${column}, links.id) ${beyond} (${from[0]}::${raw(type)}, ${from[1]})`] : []),
  ];
  return ctx.db.many<Found>(sql`
    select links.id, (${column})::text as sorted from tracking.links ${figures}
    where ${join(where, " and ")} order by ${column} ${way}, links.id ${way} limit ${size + 1}`);
}

const stateConditions: Record<LinkState, (now: Date) => Sql> = {
  blocked: () => sql`blocked_at is not null`,
  paused: () => sql`blocked_at is null and stopped_at is not null`,
  expired: (now) => sql`blocked_at is null and stopped_at is null and expires_at <= ${now}`,
  active: (now) =>
    sql`blocked_at is null and stopped_at is null and (expires_at is null or expires_at > ${now})`,
};

function toFilters({ actor, now }: ReadContext, filter: Filter): Sql[] {
  const { search, origin, platform, state, tag, health, campaign_id } = filter;
  return [
    sql`links.merchant_id = ${actor.merchantId}`,
    ...(search ? [sql`search_text like ${likePattern(search)}`] : []),
    ...(origin ? [sql`origin = ${origin}`] : []),
    ...(platform ? [sql`platform = ${platform}`] : []),
    ...(state ? [stateConditions[state](now)] : []),
    ...(tag ? [sql`tags @> array[${tag}]::text[]`] : []),
    ...(campaign_id ? [sql`campaign_id = ${campaign_id}`] : []),
    ...(health
      ? [
          sql`md5(destination) in (select key from tracking.destinations
            where merchant_id = ${actor.merchantId} and state = any(${[...failingStates]}::text[]))`,
        ]
      : []),
  ];
}

function encodeCursor(sort: LinkSort, [value, id]: [string, string]): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** A cursor that is not ours (of another sort order, or invented) is ignored. */
function decodeCursor(sort: LinkSort, cursor: string): [string, string] | null {
  try {
    const [of, value, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (of !== sort || typeof value !== "string" || typeof id !== "string") return null;
    const isFigure = !isByFigure(sort) || /^\d{1,18}$/.test(value);
    const isInstant = sort !== "created" || !Number.isNaN(Date.parse(value));
    return isFigure && isInstant && !`${value}${id}`.includes("\u0000") ? [value, id] : null;
  } catch {
    return null;
  }
}

/** One link; refuses `tracking.link_not_found`. */
export const loadLink =
  (deps: PresentDeps) =>
  async (
    ctx: ReadContext,
    { linkId, ...query }: { linkId: string; from?: string | undefined; to?: string | undefined },
  ): Promise<LinkDetails> => {
    await findLink(ctx, linkId);
    return presentDetails(deps)(ctx, linkId, toLinkPeriod(query, ctx.now));
  };
