import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { PageContent } from "../contract/page-content.ts";
import { markPublished, markUnpublished, type PageRow } from "./pages.store.ts";
import { saveVersion } from "./versions.store.ts";

type NewPublication = Pick<PageRow, "id" | "revision" | "slug" | "language"> & {
  content: PageContent;
  other_half: PageContent | null;
  html: string;
  other_html: string | null;
  orderUrl: string;
};

/** False when the page was changed since it was drawn. */
export async function savePublication(ctx: Context, page: NewPublication): Promise<boolean> {
  const { tx, actor, now } = ctx;
  const { id, revision, slug, html, other_html, orderUrl } = page;
  if (!(await markPublished(ctx, page))) return false;
  const version = await saveVersion(ctx, page);
  await tx.run(sql`
    insert into landing_pages.publications (merchant_id, page_id, html, other_html, order_url, revision, version,
      published_at)
    values (${actor.merchantId}, ${id}, ${html}, ${other_html}, ${orderUrl}, ${revision}, ${version}, ${now})
    on conflict (merchant_id, page_id) do update set html = excluded.html,
      other_html = excluded.other_html, order_url = excluded.order_url,
      revision = excluded.revision, version = excluded.version, published_at = excluded.published_at`);
  await notifyPublicationChanged(tx, [slug]);
  return true;
}

export async function deletePublication(
  ctx: Context,
  { id, slug }: Pick<PageRow, "id" | "slug">,
): Promise<boolean> {
  const { tx, actor } = ctx;
  const deleted = await tx.run(sql`
    delete from landing_pages.publications where merchant_id = ${actor.merchantId} and page_id = ${id}`);
  if (deleted === 0) return false;
  await markUnpublished(ctx, id);
  await notifyPublicationChanged(tx, [slug]);
  return true;
}

/** What visitors are sent of a page, and what it is drawn from. */
export type DrawnPublication = Pick<PageRow, "id" | "slug" | "language" | "product_id"> & {
  content: PageContent;
  other_half: PageContent | null;
  html: string;
  other_html: string | null;
  order_url: string;
};

/** The ids of the merchant's published pages; those of before there were versions are left out. */
export async function listPublishedIds({ db, actor }: ReadContext): Promise<string[]> {
  const rows = await db.many<{ page_id: string }>(sql`
    select page_id from landing_pages.publications
    where merchant_id = ${actor.merchantId} and version is not null order by page_id`);
  return rows.map(({ page_id }) => page_id);
}

/** Locks the publication; undefined where the page is not published, or was before there were versions. */
export const findDrawn = ({ tx, actor }: Context, pageId: string): Promise<DrawnPublication | undefined> =>
  tx.maybeOne(sql`
    select pages.id, pages.slug, pages.product_id, versions.language, versions.content, versions.other_half, html,
      other_html, order_url
    from landing_pages.publications
    join landing_pages.pages on pages.merchant_id = publications.merchant_id and pages.id = publications.page_id
    join landing_pages.versions on versions.merchant_id = publications.merchant_id
      and versions.page_id = publications.page_id and versions.number = publications.version
    where publications.merchant_id = ${actor.merchantId} and publications.page_id = ${pageId}
    for update of publications`);

/** The same publication with other bytes. */
export async function updateDrawn(
  { tx, actor }: Context,
  { id, slug, html, other_html, order_url }: Omit<DrawnPublication, "content" | "other_half">,
): Promise<void> {
  await tx.run(sql`
    update landing_pages.publications set html = ${html}, other_html = ${other_html}, order_url = ${order_url}
    where merchant_id = ${actor.merchantId} and page_id = ${id}`);
  await notifyPublicationChanged(tx, [slug]);
}

/** The database channel on which every process hears the slugs whose publication changed. */
export const publicationChannel = "landing_pages";

export const notifyPublicationChanged = (tx: Db, slugs: readonly string[]) =>
  tx.run(
    sql`select pg_notify(${publicationChannel}, slug) from unnest(${[...slugs]}::text[]) as changed (slug)`,
  );

/** What is at an address. */
export type FoundAddress = {
  merchant_id: string;
  page_id: string | null;
  version: number | null;
  other_html: string | null;
  /** The page's present slug; null when it was deleted. */
  slug: string | null;
  /** Null where the page is not published. */
  html: string | null;
  order_url: string | null;
};

export const findAddress = (db: Db, slug: string): Promise<FoundAddress | undefined> =>
  db.maybeOne(sql`
    select addresses.merchant_id, addresses.page_id, pages.slug, version, html, other_html, order_url from landing_pages.addresses
    left join landing_pages.pages on pages.merchant_id = addresses.merchant_id and pages.id = addresses.page_id
    left join landing_pages.publications
      on publications.merchant_id = pages.merchant_id and publications.page_id = pages.id
    where addresses.slug = ${slug}`);
