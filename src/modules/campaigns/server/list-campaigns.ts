import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";
import { type Period, toPeriod } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { rankCampaigns } from "#modules/figures/server/figures.facade.ts";
import {
  type FieldSortKey,
  type FigureSortKey,
  figureSorts,
  type SortKey,
  searchCountMax,
} from "../contract/enums.ts";
import { type ListRow, listMetrics, type listQuery } from "../contract/list.ts";
import { type PresentDeps, presentCampaign } from "./campaigns.present.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { Figures } from "./deps.ts";
import { type Cursor, decodeCursor, encodeCursor } from "./list-cursor.ts";
import { isCounted, type ListFilter, toFilters } from "./list-filter.ts";
import { chooseSearched, type Searched } from "./name-search.ts";
import type { CampaignRecord } from "./records.ts";

export type ListQuery = z.infer<typeof listQuery>;
export type ListPage = {
  items: ListRow[];
  page: number;
  size: number;
  total: number;
  total_at_least: boolean;
  next: string | null;
};
export type ListDeps = PresentDeps & { figures: Pick<Figures, "loadListFigures"> };

/** The column each sort key uses. The id breaks ties and is itself the order of creation. */
const sorts: Record<
  FieldSortKey,
  { column: string; type: string; valueOf(row: CampaignRecord): string | number }
> = {
  created: { column: "id", type: "text", valueOf: (row) => row.id },
  name: { column: "name_folded", type: "text", valueOf: (row) => row.name_folded },
  start: { column: "starts_at", type: "timestamptz", valueOf: (row) => row.starts_at.toISOString() },
  budget: { column: "daily_budget_halalas", type: "bigint", valueOf: (row) => row.daily_budget_halalas },
};
type SortedBy<Key extends SortKey> = Omit<ListQuery, "sort"> & { sort: Key };
const isByFigure = (sort: SortKey): sort is FigureSortKey => sort in figureSorts;

/**
 * One page of a merchant's campaigns with their figures. By a field, every page costs the same with the `after` cursor
 * of the previous page; a jump skips the rows before in the index only. By a figure, the period of all campaigns is
 * summed for each page, so pages go by their number.
 */
export const listCampaigns =
  (deps: ListDeps) =>
  async (
    ctx: ReadContext,
    { query, language }: { query: ListQuery; language: Language },
  ): Promise<ListPage> => {
    const { page, size, sort } = query;
    const period = toPeriod(query, toRiyadhDay(ctx.now));
    const searched = await chooseSearched(ctx, query.search);
    const rows = await loadPage(ctx, query, { period, searched });
    const shown = rows.slice(0, size);
    const { total, isAtLeast } = await countCampaigns(ctx, query, { period, searched });
    const seen = (page - 1) * size + rows.length;
    return {
      items: await presentRows(deps)(ctx, { rows: shown, period, language }),
      page,
      size,
      // One more than were seen, so that the page after the last that was counted is offered too.
      total: isAtLeast ? Math.max(total, seen) : total,
      total_at_least: isAtLeast && rows.length > size,
      next: rows.length > size ? toNextCursor(sort, shown) : null,
    };
  };

/** Where the page after these rows begins; null by a figure, whose pages go by their number. */
export function toNextCursor(sort: SortKey, shown: readonly CampaignRecord[]): string | null {
  const last = shown.at(-1);
  return last && !isByFigure(sort) ? encodeCursor([sorts[sort].valueOf(last), last.id]) : null;
}

type Rows = { rows: readonly CampaignRecord[]; period: Period; language: Language };

/** The rows on the wire, with the figures of the period. */
export const presentRows =
  ({ figures, ...deps }: ListDeps) =>
  async (ctx: ReadContext, { rows, period, language }: Rows): Promise<ListRow[]> => {
    const campaignIds = rows.map(({ id }) => id);
    const found = await figures.loadListFigures(ctx, { campaignIds, period, measures: listMetrics });
    return rows.map((row) => ({
      ...presentCampaign(row, { ...deps, language, now: ctx.now }),
      ...(found.get(row.id) ?? { figures: null, spend_today_halalas: null, days: [] }),
    }));
  };

/** What a query is applied to: its period, and the rows that may have the name (`chooseSearched`). */
type Within = { period: Period; searched: Searched };

/** One row more than the page, to know whether there is a next page. */
export function loadPage(ctx: ReadContext, query: ListQuery, within: Within): Promise<CampaignRecord[]> {
  const { sort } = query;
  return isByFigure(sort)
    ? loadByFigure(ctx, { ...query, sort }, within)
    : loadByField(ctx, { ...query, sort }, within);
}

function loadByField(
  { db, actor }: ReadContext,
  { sort, ...query }: SortedBy<FieldSortKey>,
  { period, searched }: Within,
): Promise<CampaignRecord[]> {
  const { page, size, order, after } = query;
  const { column, type } = sorts[sort];
  const from = after === undefined ? null : decodeCursor(after, type);
  const way = raw(order);
  const by = sort === "created" ? sql`id ${way}` : sql`${raw(column)} ${way}, id ${way}`;
  const where = [
    ...toFilters(actor.merchantId, query, period),
    ...(from === null ? [] : [toBeyond(sort, order, from)]),
  ];
  const skipped = from === null ? (page - 1) * size : 0;
  // The page's ids come from the index first; only those rows are then read.
  return db.many(sql`
    select * from ${campaignsWithSync} join (
      select id, ${raw(column)} as sorted from ${searched.page}
      where ${join(where, " and ")} order by ${by} limit ${size + 1} ${skipped > 0 ? sql`offset ${skipped}` : empty}
    ) page using (id)
    order by page.sorted ${way}, id ${way}`);
}

function toBeyond(sort: FieldSortKey, order: "asc" | "desc", [value, id]: Cursor): Sql {
  const { column, type } = sorts[sort];
  const beyond = raw(order === "asc" ? ">" : "<");
  if (sort === "created") return sql`id ${beyond} ${id}`;
  return sql`(${raw(column)}, id) ${beyond} (${value}::${raw(type)}, ${id})`;
}

/** Campaigns without the figure come last in both directions: no data is not zero. */
function loadByFigure(
  ctx: ReadContext,
  query: SortedBy<FigureSortKey>,
  { period, searched }: Within,
): Promise<CampaignRecord[]> {
  const { page, size, order } = query;
  const metric = figureSorts[query.sort];
  const where = join(toFilters(ctx.actor.merchantId, query, period), " and ");
  const way = raw(order);
  return ctx.db.many(sql`
    select * from ${campaignsWithSync} join (
      select id, figures.value as sorted from ${searched.page}
        left join (${rankCampaigns(ctx, period, metric)}) figures on figures.campaign_id = id
      where ${where} order by figures.value ${way} nulls last, id desc limit ${size + 1} offset ${(page - 1) * size}
    ) page using (id)
    order by page.sorted ${way} nulls last, id desc`);
}

/**
 * The total is a sum over counters kept at every change; what they do not know is counted by rows, of a search at most
 * `searchCountMax`.
 */
export async function countCampaigns(
  { db, actor }: ReadContext,
  filter: ListFilter,
  { period, searched }: Within,
): Promise<{ total: number; isAtLeast: boolean }> {
  const where = join(toFilters(actor.merchantId, filter, period), " and ");
  const limit = filter.search ? sql`limit ${searchCountMax + 1}` : empty;
  const { total } = isCounted(filter)
    ? await db.one<{ total: number }>(
        sql`select coalesce(sum(campaigns), 0)::int as total from campaigns.counts where ${where}`,
      )
    : await db.one<{ total: number }>(
        sql`select count(*)::int as total from (select from ${searched.all} where ${where} ${limit}) found`,
      );
  const isAtLeast = Boolean(filter.search) && total > searchCountMax;
  return { total: isAtLeast ? searchCountMax : total, isAtLeast };
}
