import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, sql } from "#base/server/db/db.ts";
import { likePattern } from "#base/shared/fold.ts";
import type { Language } from "#base/shared/language.ts";
import type { listQuery } from "../contract/campaigns.calls.ts";
import type { SortKey } from "../contract/enums.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { type PresentDeps, presentCampaign } from "./campaigns.present.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { CampaignRecord } from "./records.ts";

export type ListQuery = z.infer<typeof listQuery>;
export type ListPage = {
  items: CampaignRow[];
  page: number;
  size: number;
  total: number;
  next: string | null;
};

/** The column each sort key uses. The id breaks ties and is itself the order of creation. */
const sorts: Record<
  SortKey,
  { column: string; type: string; valueOf(row: CampaignRecord): string | number }
> = {
  created: { column: "id", type: "text", valueOf: (row) => row.id },
  name: { column: "name_folded", type: "text", valueOf: (row) => row.name_folded },
  start: { column: "starts_at", type: "timestamptz", valueOf: (row) => row.starts_at.toISOString() },
  budget: { column: "daily_budget_halalas", type: "bigint", valueOf: (row) => row.daily_budget_halalas },
};

/**
 * One page of a merchant's campaigns. With the `after` cursor of the previous page, every page costs the same. Without
 * it (a jump to a page) the rows before are skipped in the index only, never read.
 */
export const listCampaigns =
  (deps: PresentDeps) =>
  async (
    ctx: ReadContext,
    { query, language }: { query: ListQuery; language: Language },
  ): Promise<ListPage> => {
    const { page, size, sort } = query;
    const rows = await loadPage(ctx, query);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => presentCampaign(row, { ...deps, language, now: ctx.now })),
      page,
      size,
      total: await countCampaigns(ctx, query),
      next: last && rows.length > size ? encodeCursor([sorts[sort].valueOf(last), last.id]) : null,
    };
  };

/** One row more than the page, to know whether there is a next page. */
function loadPage({ db, actor }: ReadContext, query: ListQuery): Promise<CampaignRecord[]> {
  const { page, size, sort, order, after } = query;
  const { column, type } = sorts[sort];
  const from = after === undefined ? null : decodeCursor(after, type);
  const way = raw(order);
  const by = sort === "created" ? sql`id ${way}` : sql`${raw(column)} ${way}, id ${way}`;
  const beyond = raw(order === "asc" ? ">" : "<");
  const where = [
    ...toFilters(actor.merchantId, query),
    ...(from === null
      ? []
      : [
          sort === "created"
            ? sql`id ${beyond} ${from[1]}`
            : sql`(${raw(column)}, id) ${beyond} (${from[0]}::${raw(type)}, ${from[1]})`,
        ]),
  ];
  const skipped = from === null ? (page - 1) * size : 0;
  // The page's ids come from the index first; only those rows are then read.
  return db.many(sql`
    select * from ${campaignsWithSync} join (
      select id, ${raw(column)} as sorted from campaigns.campaigns
      where ${join(where, " and ")} order by ${by} limit ${size + 1} ${skipped > 0 ? sql`offset ${skipped}` : empty}
    ) page using (id)
    order by page.sorted ${way}, id ${way}`);
}

function toFilters(merchantId: string, { status, platform, sync, status_reason, search }: ListQuery) {
  return [
    sql`merchant_id = ${merchantId}`,
    status ? sql`status = ${status}` : sql`status <> 'deleted'`,
    ...(platform ? [sql`platform = ${platform}`] : []),
    ...(sync ? [sql`sync = ${sync}`] : []),
    ...(status_reason ? [sql`status_reason = ${status_reason}`] : []),
    ...(search ? [sql`name_folded like ${likePattern(search)}`] : []),
  ];
}

/**
 * The total is a sum over counters kept at every change. With a search or a `status_reason` filter the rows are
 * counted.
 */
async function countCampaigns({ db, actor }: ReadContext, query: ListQuery): Promise<number> {
  const where = join(toFilters(actor.merchantId, query), " and ");
  const { total } =
    query.search || query.status_reason
      ? await db.one<{ total: number }>(
          sql`select count(*)::int as total from campaigns.campaigns where ${where}`,
        )
      : await db.one<{ total: number }>(
          sql`select coalesce(sum(campaigns), 0)::int as total from campaigns.counts where ${where}`,
        );
  return total;
}

type Cursor = [value: string | number, id: string];

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** A cursor that is not ours (of another sort order, or invented) is ignored. */
function decodeCursor(text: string, type: string): Cursor | null {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as [unknown, unknown];
    const isValue = type === "bigint" ? Number.isSafeInteger(value) : typeof value === "string";
    const isInstant = type !== "timestamptz" || !Number.isNaN(Date.parse(String(value)));
    return isValue && isInstant && typeof id === "string" ? [value as string | number, id] : null;
  } catch {
    return null;
  }
}
