import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

type PageRow = Row<"landing_pages.pages">;
/** A page with what is published of it, if anything is. */
export type PageRecord = PageRow & { published_revision: number | null; published_at: Date | null };
export type NewPage = Pick<
  PageRow,
  "id" | "slug" | "language" | "product_id" | "product_name" | "headline" | "introduction"
>;

const withPublication = sql`
  select pages.*, publications.revision as published_revision, publications.published_at
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
export async function insertPage({ tx, actor, now }: Context, page: NewPage): Promise<boolean> {
  const { id, slug, language, product_id, product_name, headline, introduction } = page;
  const inserted = await tx.run(sql`
    insert into landing_pages.pages (merchant_id, id, slug, language, product_id, product_name, headline, introduction,
      status, created_at, updated_at)
    values (${actor.merchantId}, ${id}, ${slug}, ${language}, ${product_id}, ${product_name}, ${headline},
      ${introduction}, 'draft', ${now}, ${now})
    on conflict (slug) do nothing`);
  return inserted === 1;
}

/** False when the page has another revision by now. */
export async function updateTexts(
  { tx, actor, now }: Context,
  page: Pick<PageRow, "id" | "revision" | "language" | "headline" | "introduction">,
): Promise<boolean> {
  const { id, revision, language, headline, introduction } = page;
  const updated = await tx.run(sql`
    update landing_pages.pages set language = ${language}, headline = ${headline}, introduction = ${introduction},
      revision = revision + 1, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} and revision = ${revision}`);
  return updated === 1;
}

type NewPublication = Pick<PageRow, "id" | "revision" | "slug"> & { html: string; orderUrl: string };

/** False when the page was changed since it was drawn. */
export async function savePublication(
  { tx, actor, now }: Context,
  { id, revision, slug, html, orderUrl }: NewPublication,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update landing_pages.pages set status = 'published', updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id} and revision = ${revision}`);
  if (updated === 0) return false;
  await tx.run(sql`
    insert into landing_pages.publications (merchant_id, page_id, html, order_url, revision, published_at)
    values (${actor.merchantId}, ${id}, ${html}, ${orderUrl}, ${revision}, ${now})
    on conflict (merchant_id, page_id) do update set html = excluded.html, order_url = excluded.order_url,
      revision = excluded.revision, published_at = excluded.published_at`);
  await notifyPublicationChanged(tx, slug);
  return true;
}

export async function deletePublication(
  { tx, actor, now }: Context,
  { id, slug }: Pick<PageRow, "id" | "slug">,
): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from landing_pages.publications where merchant_id = ${actor.merchantId} and page_id = ${id}`);
  if (deleted === 0) return false;
  await tx.run(sql`
    update landing_pages.pages set status = 'unpublished', updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${id}`);
  await notifyPublicationChanged(tx, slug);
  return true;
}

/** The database channel on which every process hears the slugs whose publication changed. */
export const publicationChannel = "landing_pages";

const notifyPublicationChanged = (tx: Db, slug: string) =>
  tx.run(sql`select pg_notify(${publicationChannel}, ${slug})`);

/** What visitors are sent at an address; null html where a page exists that is not published. */
export type Publication = { html: string | null; order_url: string | null };

export const findPublication = (db: Db, slug: string): Promise<Publication | undefined> =>
  db.maybeOne(sql`
    select html, order_url from landing_pages.pages left join landing_pages.publications
      on publications.merchant_id = pages.merchant_id and publications.page_id = pages.id
    where slug = ${slug}`);
