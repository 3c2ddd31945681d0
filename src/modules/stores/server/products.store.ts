import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { fold } from "#base/shared/fold.ts";
import type { StoreProduct } from "./store-platform.port.ts";

/**
 * Stores a product as a sync that started at `readAt` read it. The sync that started later wins, whichever is written
 * last.
 */
export async function upsertProduct(
  { tx, actor }: Context,
  storeId: string,
  product: StoreProduct,
  readAt: string,
): Promise<void> {
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

/** Products that no sync has seen since then are no longer in the store. */
export async function markUnseenGone(
  { tx }: Context,
  { storeId, before }: { storeId: string; before: string },
): Promise<void> {
  await tx.run(sql`
    update stores.products set status = 'gone'
    where store_id = ${storeId} and read_at < ${before} and status <> 'gone'`);
}
