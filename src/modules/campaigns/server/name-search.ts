import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { fold, likePattern } from "#base/shared/fold.ts";

/** The newest campaigns whose names tell how frequent what is searched for is. */
const sampleSize = 300;
/** Found in more of them, a page is filled sooner in the list's own order than from the index. */
const pageShare = 0.01;
/** Found in more of them, enough are counted sooner one after the other than from the index. */
const countShare = 0.2;

/**
 * The rows to look for a name in, each an item of `from` that is called `campaigns`: all, or only those that the index of
 * names finds. The condition on the name itself is still needed: the index finds a few others.
 */
export type Searched = {
  /** For a page in the list's order. */
  page: Sql;
  /** For all that is found, and for counting it up to a limit. */
  all: Sql;
};

const campaigns = sql`campaigns.campaigns`;

export async function chooseSearched(ctx: ReadContext, search: string | undefined): Promise<Searched> {
  const grams = search ? listGrams(search) : [];
  if (!search || grams.length === 0) return { page: campaigns, all: campaigns };
  const share = await sampleShare(ctx, search);
  const { merchantId } = ctx.actor;
  // `offset 0` keeps the planner from looking through all rows in the order of the page.
  const indexed = sql`(
    select * from campaigns.campaigns
    where merchant_id = ${merchantId} and campaigns.name_grams(merchant_id, name_folded)
      @> array(select hashtext(${merchantId}::text || gram) from unnest(${grams}::text[]) gram)
    offset 0
  ) campaigns`;
  return { page: share > pageShare ? campaigns : indexed, all: share > countShare ? campaigns : indexed };
}

/** In what share of the newest names it is found. Of a few campaigns all are read as fast as the index: as if all had it. */
async function sampleShare({ db, actor }: ReadContext, search: string): Promise<number> {
  const { seen, found } = await db.one<{ seen: number; found: number }>(sql`
    select count(*)::int as seen, (count(*) filter (where name_folded like ${likePattern(search)}))::int as found
    from (
      select name_folded from campaigns.campaigns where merchant_id = ${actor.merchantId} and status <> 'deleted'
      order by id desc limit ${sampleSize}
    ) newest`);
  return seen < sampleSize ? 1 : found / seen;
}

/** Each three letters of each word, as `campaigns.name_grams` cuts a name; both of a word of two. A single letter has none. */
export function listGrams(search: string): string[] {
  const grams = fold(search)
    .split(" ")
    .flatMap((word) => {
      const letters = [...word];
      if (letters.length < 2) return [];
      const starts = Math.max(1, letters.length - 2);
      return Array.from({ length: starts }, (_, start) => letters.slice(start, start + 3).join(""));
    });
  return [...new Set(grams)];
}
