import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { fold } from "#base/shared/fold.ts";
import type { StoreProduct } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readProductsJob } from "./stores.jobs.ts";
import { findConnected, publishSynced } from "./stores.store.ts";

export type ReadProductsInput = { store_id: string; started_at: string; cursor: string | null };

/** Reads one page of products. After the last page, products that this sync did not see are marked as gone. */
export const readProductsPage =
  ({ access }: Pick<StoresDeps, "access">) =>
  async (ctx: ReadContext, input: ReadProductsInput): Promise<void> => {
    const store = await findConnected(ctx, input.store_id);
    if (!store) return;
    const page = await access.use(store, (platform, credential) =>
      platform.readProducts(credential, input.cursor),
    );
    await transact(ctx, async (ctx) => {
      const { tx } = ctx;
      for (const product of page.items) await recordProduct(ctx, store.id, product, input.started_at);
      if (page.next !== null) {
        const next = { ...input, cursor: page.next };
        await tx.enqueue(readProductsJob, next, { key: `${store.id}:${input.started_at}:${page.next}` });
        return;
      }
      await tx.run(sql`
        update stores.products set status = 'gone'
        where store_id = ${store.id} and read_at < ${input.started_at} and status <> 'gone'`);
      await tx.run(sql`update stores.stores set import_products_done = true where id = ${store.id}`);
      await publishSynced(ctx, store.id);
    });
  };

/** The sync that started later wins, whichever is written last. */
async function recordProduct({ tx, actor }: Context, storeId: string, product: StoreProduct, readAt: string) {
  await tx.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, sku, name, search_text, url, image_url,
      price_halalas, regular_price_halalas, currency, quantity, status, read_at)
    values (${newId("prd")}, ${storeId}, ${actor.merchantId}, ${product.externalId}, ${product.sku}, ${product.name},
      ${fold(`${product.name} ${product.sku}`)}, ${product.url}, ${product.imageUrl}, ${product.price},
      ${product.regularPrice}, ${product.currency}, ${product.quantity}, ${product.status}, ${readAt})
    on conflict (store_id, external_id) do update set sku = excluded.sku, name = excluded.name,
      search_text = excluded.search_text, url = excluded.url, image_url = excluded.image_url,
      price_halalas = excluded.price_halalas, regular_price_halalas = excluded.regular_price_halalas,
      currency = excluded.currency, quantity = excluded.quantity, status = excluded.status, read_at = excluded.read_at
    where products.read_at <= excluded.read_at`);
}
