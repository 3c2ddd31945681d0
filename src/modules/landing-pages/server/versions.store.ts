import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { PageContent } from "../contract/page-content.ts";
import { toJson } from "./pages.store.ts";

/** As many of a page's versions are kept, the newest. */
const versionsKept = 50;

export type Version = {
  number: number;
  language: string;
  content: PageContent;
  other_half: PageContent | null;
  published_at: Date;
};
type Published = { id: string; language: string; content: PageContent; other_half: PageContent | null };

/** The version's number; the one before where nothing was changed since. The page is locked by its caller. */
export async function saveVersion(
  { tx, actor, now }: Context,
  { id, language, content, other_half }: Published,
): Promise<number> {
  const { merchantId } = actor;
  const json = JSON.stringify(content);
  const other = toJson(other_half);
  const { number } = await tx.one<{ number: number }>(sql`
    with latest as (
      select number, language, content, other_half from landing_pages.versions
      where merchant_id = ${merchantId} and page_id = ${id} order by number desc limit 1
    ), added as (
      insert into landing_pages.versions (merchant_id, page_id, number, language, content, other_half, published_at)
      select ${merchantId}, ${id}, coalesce((select number from latest), 0) + 1, ${language}, ${json}::jsonb,
        ${other}::jsonb, ${now}
      where not exists (select from latest where content = ${json}::jsonb and language = ${language}
        and other_half is not distinct from ${other}::jsonb)
      returning number
    )
    select coalesce((select number from added), (select number from latest)) as number`);
  await tx.run(sql`
    delete from landing_pages.versions
    where merchant_id = ${merchantId} and page_id = ${id} and number <= ${number - versionsKept}`);
  return number;
}

/** The newest first. */
export const listVersions = (
  { db, actor }: ReadContext,
  pageId: string,
): Promise<Pick<Version, "number" | "published_at">[]> =>
  db.many(sql`
    select number, published_at from landing_pages.versions
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} order by number desc limit ${versionsKept}`);

export const findVersion = (
  { db, actor }: ReadContext,
  { pageId, number }: { pageId: string; number: number },
): Promise<Version | undefined> =>
  db.maybeOne(sql`
    select number, language, content, other_half, published_at from landing_pages.versions
    where merchant_id = ${actor.merchantId} and page_id = ${pageId} and number = ${number}`);
