import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { fold } from "#base/shared/fold.ts";
import type { Language } from "#base/shared/language.ts";

export type NamedReference = { reference: string; title: string };

/** The name of what a line refers to, in a statement over `line`: the campaign's, or the title its owner gave it. */
export const referenceTitle = (language: Language): Sql => sql`coalesce(
  (select title from wallet.holds hold
    where hold.merchant_id = line.merchant_id and hold.purpose = 'campaign' and hold.subject = line.reference
      and hold.title <> ''),
  (select case ${language}::text when 'ar' then title_ar else title_en end from wallet.reference_titles known
    where known.merchant_id = line.merchant_id and known.reference = line.reference))`;

/**
 * What the merchant's lines refer to by a name: all whose names have the words that are searched for, however they are
 * spelled, by name.
 */
export async function findReferences(
  { db, actor }: ReadContext,
  { search = "", language = "ar" }: { search?: string | undefined; language?: Language },
): Promise<NamedReference[]> {
  const rows = await db.many<NamedReference>(sql`
    select subject as reference, title from wallet.holds
    where merchant_id = ${actor.merchantId} and purpose = 'campaign' and title <> ''
    union all
    select reference, case ${language}::text when 'ar' then title_ar else title_en end from wallet.reference_titles
    where merchant_id = ${actor.merchantId}
    order by title, reference`);
  const words = fold(search).split(" ").filter(Boolean);
  return rows.filter(({ title }) => {
    const folded = fold(title);
    return words.every((word) => folded.includes(word));
  });
}
