import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Language } from "#base/shared/language.ts";

/** How the statement names a reference that is no campaign. */
export type ReferenceTitle = { ar: string; en: string };

export async function saveReferenceTitle(
  { tx, actor }: Context,
  reference: string,
  title: ReferenceTitle,
): Promise<void> {
  await tx.run(sql`
    insert into wallet.reference_titles (merchant_id, reference, title_ar, title_en)
    values (${actor.merchantId}, ${reference}, ${title.ar}, ${title.en})
    on conflict (merchant_id, reference) do update set title_ar = excluded.title_ar, title_en = excluded.title_en`);
}

/**
 * The title of what an `entry` refers to, for a select list: of a campaign its name, of another reference the title that
 * its owner gave it.
 */
export const referenceTitle = (language: Language) => sql`coalesce(
  (select title from wallet.holds
    where merchant_id = entry.merchant_id and purpose = 'campaign' and subject = entry.reference),
  (select case ${language} when 'ar' then title_ar else title_en end from wallet.reference_titles known
    where known.merchant_id = entry.merchant_id and known.reference = entry.reference))`;
