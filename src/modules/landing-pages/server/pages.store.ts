import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { PageContent } from "../contract/page-content.ts";
import { claimSlug } from "./addresses.store.ts";

/** `other_half` is tried out beside the content; null where nothing is. */
export type PageRow = Omit<Row<"landing_pages.pages">, keyof PageContent | "other_half"> &
  PageContent & { other_half: PageContent | null };
/** A page with what is published of it, if anything is. */
export type PageRecord = PageRow & {
  published_revision: number | null;
  published_version: number | null;
  published_at: Date | null;
};
export type NewPage = Pick<
  PageRow,
  "id" | "slug" | "language" | "product_id" | "product_name" | "other_half"
> &
  PageContent;

export const toContent = ({ headline, introduction, blocks, colors }: PageContent): PageContent => ({
  headline,
  introduction,
  blocks,
  colors,
});

export const toJson = (half: PageContent | null): string | null => half && JSON.stringify(half);

const withPublication = sql`
  select pages.*, publications.revision as published_revision,
    publications.version as published_version, publications.published_at
  from landing_pages.pages left join landing_pages.publications
    on publications.merchant_id = pages.merchant_id and publications.page_id = pages.id`;

export const findPage = ({ db, actor }: ReadContext, id: string): Promise<PageRecord | undefined> =>
  db.maybeOne(sql`${withPublication} where pages.merchant_id = ${actor.merchantId} and pages.id = ${id}`);

export const listPages = (
  { db, actor }: ReadContext,
  { after, limit }: { after: string | null; limit: number },
): Promise<PageRecord[]> =>
  db.many(sql`${withPublication} where pages.merchant_id = ${actor.merchantId}
    ${after === null ? empty : sql`and pages.id < ${after}`} order by pages.id desc limit ${limit}`);

export async function countPages({ tx, actor }: Context): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from landing_pages.pages where merchant_id = ${actor.merchantId}`);
  return count;
}

/** False when the slug is taken. */
export async function insertPage(ctx: Context, page: NewPage): Promise<boolean> {
  const { tx, actor, now } = ctx;
  if (!(await claimSlug(ctx, page))) return false;
  const { id, slug, language, product_id, product_name, headline, introduction, blocks, colors, other_half } =
    page;
  await tx.run(sql`
    insert into landing_pages.pages (merchant_id, id, slug, language, product_id, product_name, headline, introduction,
      blocks, colors, other_half, status, created_at, updated_at)
    values (${actor.merchantId}, ${id}, ${slug}, ${language}, ${product_id}, ${product_name}, ${headline},
      ${introduction}, ${JSON.stringify(blocks)}::jsonb, ${JSON.stringify(colors)}::jsonb,
      ${toJson(other_half)}::jsonb, 'draft', ${now}, ${now})`);
  return true;
}

/** False when the page has another revision by now. */
export async function updateContent(
  { tx, actor, now }: Context,
  page: Pick<PageRow, "id" | "revision" | "language" | "other_half"> & PageContent,
): Promise<boolean> {
  const { id, revision, language, headline, introduction, blocks, colors, other_half } = page;
  const updated = await tx.run(sql`
    update landing_pages.pages set language = ${language}, headline = ${headline}, introduction = ${introduction},
      blocks = ${JSON.stringify(blocks)}::jsonb, colors = ${JSON.stringify(colors)}::jsonb,
      other_half = ${toJson(other_half)}::jsonb, revision = revision + 1, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} and revision = ${revision}`);
  return updated === 1;
}

/** The page under another slug, which it has claimed. */
export async function updateSlug(
  { tx, actor, now }: Context,
  { id, slug }: Pick<PageRow, "id" | "slug">,
): Promise<void> {
  await tx.run(sql`
    update landing_pages.pages set slug = ${slug}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** Locks the page; false when it has another revision or slug by now. */
export async function markPublished(
  { tx, actor, now }: Context,
  { id, revision, slug }: Pick<PageRow, "id" | "revision" | "slug">,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update landing_pages.pages set status = 'published', updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} and revision = ${revision} and slug = ${slug}`);
  return updated === 1;
}

export async function markUnpublished({ tx, actor, now }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update landing_pages.pages set status = 'unpublished', updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** With all that belongs to it but its addresses. */
export async function deletePageRow({ tx, actor }: Context, id: string): Promise<void> {
  await tx.run(sql`delete from landing_pages.pages where merchant_id = ${actor.merchantId} and id = ${id}`);
}
