import type { Context } from "#base/server/context.ts";
import { join, type Sql, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { fold } from "#base/shared/fold.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { productSalesDays } from "../contract/enums.ts";
import type { StoreProduct } from "./store-platform.port.ts";

/** What a product of a store sold in the last days up to `today`, as the values of `recent_…`. */
const selectRecent = (today: RiyadhDay, storeId: Sql, externalId: Sql): Sql => sql`
  select coalesce(sum(units_sold), 0)::bigint as units, coalesce(sum(sales_halalas), 0)::bigint as sales
  from stores.product_days
  where store_id = ${storeId} and external_product_id = ${externalId}
    and day >= ${addDays(today, 1 - productSalesDays)}`;

/**
 * Stores a product as a sync that started at `readAt` read it. The sync that started later wins, whichever is written
 * last. Orders may have named it before it was read.
 */
export async function upsertProduct(
  { tx, actor, now }: Context,
  storeId: string,
  product: StoreProduct,
  readAt: string,
): Promise<void> {
  const today = toRiyadhDay(now);
  await tx.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, sku, name, search_text, url, image_url,
      price_halalas, regular_price_halalas, currency, quantity, status, read_at, recent_units_sold,
      recent_sales_halalas, ranked_on)
    select ${newId("prd")}, ${storeId}, ${actor.merchantId}, ${product.externalId}, ${product.sku}, ${product.name},
      ${fold(`${product.name} ${product.sku}`)}, ${product.url}, ${product.imageUrl}, ${product.price}::bigint,
      ${product.regularPrice}::bigint, ${product.currency}, ${product.quantity}::int, ${product.status},
      ${readAt}::timestamptz, units, sales, ${today}::date
    from (${selectRecent(today, sql`${storeId}`, sql`${product.externalId}`)}) recent
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

/** Counts again what these products of a store sold lately: an order has just changed it. */
export async function rankSold(
  { tx, now }: Context,
  storeId: string,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  const named = sql`
    select id from stores.products where store_id = ${storeId} and external_id in (${join([...externalIds])})
    order by id for update`;
  await countRecent(tx, named, toRiyadhDay(now));
}

/** Counts again what was counted before today, at most `size` products of all merchants; returns how many. */
export function renewRanks(tx: Tx, { today, size }: { today: RiyadhDay; size: number }): Promise<number> {
  const due = sql`
    select id from stores.products where recent_units_sold > 0 and ranked_on < ${today}
    order by ranked_on, id limit ${size} for update skip locked`;
  return countRecent(tx, due, today);
}

/** `locked`: a query of the products' ids, which locks them in one order. */
function countRecent(tx: Tx, locked: Sql, today: RiyadhDay): Promise<number> {
  return tx.run(sql`
    with locked as (${locked})
    update stores.products set recent_units_sold = counted.units, recent_sales_halalas = counted.sales,
      ranked_on = ${today}
    from (
      select products.id, recent.units, recent.sales
      from locked join stores.products on products.id = locked.id
      cross join lateral (${selectRecent(today, sql`products.store_id`, sql`products.external_id`)}) recent
    ) counted
    where counted.id = products.id`);
}
