import type { ReadContext } from "#base/server/context.ts";
import { join, type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type NamedKind, sharedKinds } from "../contract/search-kinds.ts";
import { matchesNearly } from "../domain/spelling.ts";

export type FoundDocument = Row<"search.documents", "id" | "title" | "detail" | "parent_id" | "folded"> & {
  kind: NamedKind;
};
/** `q` is folded. `size`: how many of each kind. `memberId`: whose own reports are found beside the shared ones. */
export type DocumentQuery = { q: string; kinds: readonly NamedKind[]; size: number; memberId: string | null };

/** The newest of a kind are read one by one: a frequent word is soon found among them. */
const newestRead = 500;
/** So many at most are taken from the index, which gives them in no order. */
const indexRead = 200;
const nearlyRead = 50;
/** More words than these are not looked up in the index. */
const wordsMax = 6;

const columns = sql`id, title, detail, parent_id, folded, created_at`;

/** Each kind with whose documents they are: those of shared kinds belong to none. */
const scopes = (merchantId: string, kinds: readonly NamedKind[]): Sql => sql`
  unnest(${[...kinds]}::text[], ${kinds.map((kind) => (sharedKinds.includes(kind) ? "" : merchantId))}::text[])
    scope (kind, merchant_id)`;

/** Of a report that is not shared, the document's parent is the member who made it. */
const ofScope = (memberId: string | null): Sql => sql`documents.merchant_id = scope.merchant_id
  and documents.kind = scope.kind
  and (documents.kind <> 'report' or documents.parent_id is null or documents.parent_id = ${memberId})`;
const documentScope = sql`merchant_id || '/' || kind`;
const scopeKey = sql`scope.merchant_id || '/' || scope.kind`;
const grams = sql`search.grams(${documentScope}, folded)`;
const spellings = sql`search.spellings(${documentScope}, folded)`;

/**
 * The documents that hold all the words, by kind: first those whose title is or begins with what was typed, then those
 * with a word that begins so, the newest first. One more of each kind than `size`, where there is one.
 */
export function findDocuments({ db, actor }: ReadContext, query: DocumentQuery): Promise<FoundDocument[]> {
  return db.many<FoundDocument>(selectDocuments(actor.merchantId, query));
}

export function selectDocuments(merchantId: string, { q, kinds, size, memberId }: DocumentQuery): Sql {
  const words = q.split(" ");
  const patterns = words.map((word) => `%${escapePattern(word)}%`);
  const isIndexed = words.some((word) => [...word].length >= 2);
  return sql`
    select scope.kind, found.* from ${scopes(merchantId, kinds)} cross join lateral (
      select id, title, detail, parent_id, folded from (
        (select * from (
          select ${columns} from search.documents where ${ofScope(memberId)} order by created_at desc, id desc limit ${newestRead}
        ) newest where folded like all(${patterns}::text[]))
        union
        (select ${columns} from (
          select * from search.documents
          where ${isIndexed}::boolean and ${grams} @> search.query_grams(${scopeKey}, ${q}) offset 0
        ) documents where ${ofScope(memberId)} and folded like all(${patterns}::text[]) limit ${indexRead})
      ) candidates
      order by case
        when folded || ' ' like ${`${escapePattern(q)} %`} then 0
        when folded like ${`${escapePattern(q)}%`} then 1
        when ' ' || folded like ${`% ${escapePattern(q)}%`} then 2
        else 3 end, created_at desc, id desc
      limit ${size + 1}
    ) found`;
}

/** The same for words that are spelt nearly so. Asked only where nothing has the very words. */
export async function findNearDocuments(
  { db, actor }: ReadContext,
  { q, kinds, size, memberId }: DocumentQuery,
): Promise<FoundDocument[]> {
  const words = q.split(" ").filter((word) => [...word].length >= 2);
  if (words.length === 0) return [];
  const conditions = words.slice(0, wordsMax).map(
    (word) => sql`(${grams} @> search.query_grams(${scopeKey}, ${word})
      or ${spellings} && search.spellings(${scopeKey}, ${word}))`,
  );
  const rows = await db.many<FoundDocument>(sql`
    select scope.kind, found.* from ${scopes(actor.merchantId, kinds)} cross join lateral (
      select id, title, detail, parent_id, folded from (
        select * from search.documents where ${join(conditions, " and ")} offset 0
      ) documents where ${ofScope(memberId)} limit ${nearlyRead}
    ) found`);
  const meant = rows.filter(({ folded }) => matchesNearly(q, folded));
  return kinds.flatMap((kind) => meant.filter((row) => row.kind === kind).slice(0, size + 1));
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
