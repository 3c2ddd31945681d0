import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

type Address = { id: string; slug: string };

/** The page has this slug from now on, beside those that it had; false when it is another page's, or was. */
export async function claimSlug({ tx, actor }: Context, { id, slug }: Address): Promise<boolean> {
  const { merchantId } = actor;
  const claimed = await tx.run(sql`
    insert into landing_pages.addresses (slug, merchant_id, page_id) values (${slug}, ${merchantId}, ${id})
    on conflict (slug) do update set page_id = excluded.page_id
    where addresses.merchant_id = ${merchantId} and addresses.page_id = ${id}`);
  return claimed === 1;
}

/** Every slug that these pages have or had. */
export const listAddresses = (
  { db, actor }: ReadContext,
  pageIds: readonly string[],
): Promise<{ page_id: string; slug: string }[]> =>
  db.many(sql`
    select page_id, slug from landing_pages.addresses
    where merchant_id = ${actor.merchantId} and page_id = any(${[...pageIds]}::text[])`);

/** The page's addresses lead nowhere, and no other page takes them. */
export async function closeSlugs({ tx, actor }: Context, pageId: string): Promise<void> {
  await tx.run(sql`
    update landing_pages.addresses set page_id = null
    where merchant_id = ${actor.merchantId} and page_id = ${pageId}`);
}
