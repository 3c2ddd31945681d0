import { type Db, type Sql, sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";
import type { MerchantRow } from "./merchants.store.ts";

/** A merchant as staff find them. */
export type MerchantSummary = Pick<MerchantRow, "id" | "name" | "mobile" | "created_at">;

const columns = sql`id, name, mobile, created_at`;

type Search = { search: string; size: number };

/**
 * By mobile number in any form, by id, or by the beginnings of words of the name, all of them and however they are
 * written; newest first. For the staff alone.
 */
export function searchMerchants(db: Db, input: Search): Promise<MerchantSummary[]> {
  return db.many<MerchantSummary>(selectMatches(input));
}

/** Each of its conditions has an index. */
export const selectMatches = ({ search, size }: Search): Sql => sql`
  select ${columns} from merchants.merchants
  where id = ${search} or mobile = ${parseSaudiMobile(search) ?? ""}
    or array_to_tsvector(string_to_array(name_folded, ' ')) @@ ${toNameQuery(search)}::tsquery
  order by created_at desc, id limit ${size}`;

/** Names with a word that begins with each of these, with or without the article. */
function toNameQuery(search: string): string {
  return fold(search)
    .split(" ")
    .filter(Boolean)
    .map((word) => `(${listForms(word).map(toPrefix).join(" | ")})`)
    .join(" & ");
}

const article = "ال";
const listForms = (word: string): string[] =>
  word.startsWith(article) && word.length > 3
    ? [word, word.slice(article.length)]
    : [word, `${article}${word}`];

/** A word as text searches quote it. */
const toPrefix = (word: string) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;

/** Any merchant; undefined when there is none. For the staff alone. */
export function findSummary(db: Db, merchantId: string): Promise<MerchantSummary | undefined> {
  return db.maybeOne<MerchantSummary>(
    sql`select ${columns} from merchants.merchants where id = ${merchantId}`,
  );
}

/** Names by id. For the staff alone. */
export async function loadNames(db: Db, merchantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.many<Pick<MerchantSummary, "id" | "name">>(
    sql`select id, name from merchants.merchants where id = any(${[...merchantIds]}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
