import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, type Sql, sql } from "#base/server/db/db.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { itemsQuery } from "../contract/ads-library.calls.ts";
import type { ItemSource } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { beyond, decodePlace, encodePlace } from "./library-cursor.ts";
import { type LoadItemsDeps, loadItems } from "./load-items.ts";
import { findChoice } from "./sectors.store.ts";

export type ItemsQuery = z.output<typeof itemsQuery>;
type Found = { id: string; source: ItemSource; listed_at: Date };

/** One page of the library's rows and the merchant's winners, the newest first. Every page costs the same. */
export const listItems =
  (deps: LoadItemsDeps) =>
  async (ctx: ReadContext, query: ItemsQuery): Promise<{ items: LibraryItem[]; next: string | null }> => {
    const place = decodePlace(query.after);
    const limit = query.size + 1;
    const rows = sql`
      select r.id, 'library' as source, r.created_at as listed_at from library.rows r
      where ${toRowFilters(ctx, query)} ${beyond(place, sql`r.created_at`, sql`r.id`)}
      order by r.created_at desc, r.id desc limit ${limit}`;
    const winners = sql`
      select w.ad_id as id, 'own' as source, w.entered_at as listed_at from library.winners w
      where ${await toWinnerFilters(ctx, query)} ${beyond(place, sql`w.entered_at`, sql`w.ad_id`)}
      order by w.entered_at desc, w.ad_id desc limit ${limit}`;
    const found = await ctx.db.many<Found>(sql`
      select * from ((${rows}) union all (${winners})) listed order by listed_at desc, id desc limit ${limit}`);
    const shown = found.slice(0, query.size);
    const last = shown.at(-1);
    const items = await loadItems(deps)(ctx, shown);
    const next = last && found.length > query.size ? encodePlace({ at: last.listed_at, id: last.id }) : null;
    return { items, next };
  };

function toRowFilters(ctx: ReadContext, query: ItemsQuery): Sql {
  const { season, style, type, platform, sector } = query;
  if (query.source === "own") return sql`false`;
  return join(
    [
      sql`r.archived_at is null`,
      ...toSearch(sql`r.search_text`, query),
      ...(season ? [sql`r.season = ${season}`] : []),
      ...(style ? [sql`r.style = ${style}`] : []),
      ...(type ? [sql`r.type = ${type}`] : []),
      ...(platform ? [sql`r.platform = ${platform}`] : []),
      ...(sector ? [sql`r.sector = ${sector}`] : []),
      ...toCollection(ctx, sql`r.id`, query),
    ],
    " and ",
  );
}

/** Nobody said of an own ad for which season it was made and how it looks. Its sector is the merchant's. */
async function toWinnerFilters(ctx: ReadContext, query: ItemsQuery): Promise<Sql> {
  const { season, style, type, platform, sector } = query;
  const isExcluded = query.source === "library" || season || style;
  if (isExcluded || (sector && (await findChoice(ctx))?.sector !== sector)) return sql`false`;
  const isOfType = type === "text" ? sql`w.media_kind is null` : type ? sql`w.media_kind = ${type}` : empty;
  return join(
    [
      sql`w.merchant_id = ${ctx.actor.merchantId}`,
      ...toSearch(sql`w.search_text`, query),
      ...(type ? [isOfType] : []),
      ...(platform ? [sql`w.platform = ${platform}`] : []),
      ...toCollection(ctx, sql`w.ad_id`, query),
    ],
    " and ",
  );
}

/** Every word is somewhere in the text, in any order and any spelling. */
function toSearch(column: Sql, { search }: ItemsQuery): Sql[] {
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  return words.length > 0 ? [sql`${column} like all (${words.map(likePattern)}::text[])`] : [];
}

function toCollection({ actor }: ReadContext, id: Sql, { collection_id }: ItemsQuery): Sql[] {
  if (collection_id === undefined) return [];
  return [
    sql`exists (
      select 1 from library.collected_items i
      where i.merchant_id = ${actor.merchantId} and i.collection_id = ${collection_id} and i.item_id = ${id})`,
  ];
}
