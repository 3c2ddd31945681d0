import type { ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import type { ProductAnswer } from "../contract/stores.calls.ts";

const columns = sql`id, store_id, name, sku, url, image_url, price_halalas, regular_price_halalas, currency, quantity,
  status`;

/** One product as it was read last, with the status `gone` once its store has it no more; another merchant's is not found. */
export async function showProduct(
  { db, actor }: ReadContext,
  { productId }: { productId: string },
): Promise<ProductAnswer> {
  const product = await db.maybeOne<ProductAnswer>(sql`
    select ${columns} from stores.products where id = ${productId} and merchant_id = ${actor.merchantId}`);
  return product ?? baseRefusals.refuse("base.not_found");
}

type Query = { page: number; size: number; store_id?: string | undefined; search?: string | undefined };

/**
 * Products of the merchant's connected stores: first those that can be sold and shown, then the others, each by name;
 * products removed from the store are left out.
 */
export async function listProducts({ db, actor }: ReadContext, { page, size, store_id, search }: Query) {
  const { merchantId } = actor;
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  const where = sql`merchant_id = ${merchantId} and status <> 'gone'
    and store_id in (select id from stores.stores where merchant_id = ${merchantId} and status <> 'disconnected')
    ${store_id === undefined ? empty : sql`and store_id = ${store_id}`}
    ${words.length === 0 ? empty : sql`and search_text like all (${words.map(likePattern)}::text[])`}`;
  const items = await db.many<ProductAnswer>(sql`
    select ${columns} from stores.products where ${where} order by status <> 'on_sale', image_url is null, name, id
    limit ${size} offset ${(page - 1) * size}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from stores.products where ${where}`,
  );
  return { items, page, size, total };
}
