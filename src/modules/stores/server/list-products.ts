import type { ReadContext } from "#base/server/context.ts";
import { empty, join, type Sql, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type ProductSort, productSalesDays } from "../contract/enums.ts";
import type { ProductAnswer } from "../contract/stores.calls.ts";
import {
  decodeProductCursor,
  encodeProductCursor,
  type ProductKeys,
  productOrders,
} from "./product-cursor.ts";

type ProductRow = Omit<ProductAnswer, "sales"> &
  Record<"units_sold" | "sales_halalas" | "units_returned" | "units_return_unknown", number>;
type ListedRow = ProductRow & ProductKeys;

const columns = sql`products.id, products.store_id, products.name, sku, url, image_url, price_halalas,
  regular_price_halalas, products.currency, quantity, products.status`;

const salesState = sql`case when orders_blocked_by is not null then 'not_stated'
  when orders_read_to is null then 'reading' else 'known' end as sales_state`;

/** The selected products, each with what it sold in the last days: of a page, a few rows for each of its products. */
function withSales({ now }: ReadContext, products: Sql, order: Sql = empty): Sql {
  const since = addDays(toRiyadhDay(now), 1 - productSalesDays);
  return sql`
    select ${columns}, list_tier, recent_sales_halalas, recent_units_sold, ${salesState}, sold.*
    from (${products}) products join stores.stores on stores.id = products.store_id
    cross join lateral (
      select coalesce(sum(units_sold), 0)::bigint as units_sold,
        coalesce(sum(sales_halalas), 0)::bigint as sales_halalas,
        coalesce(sum(units_returned), 0)::bigint as units_returned,
        coalesce(sum(units_return_unknown), 0)::bigint as units_return_unknown
      from stores.product_days
      where store_id = products.store_id and external_product_id = products.external_id and day >= ${since}
    ) sold ${order}`;
}

/** One product as it was read last, with the status `gone` once its store has it no more; another merchant's is not found. */
export async function showProduct(
  ctx: ReadContext,
  { productId }: { productId: string },
): Promise<ProductAnswer> {
  const own = sql`select * from stores.products where id = ${productId} and merchant_id = ${ctx.actor.merchantId}`;
  const row = await ctx.db.maybeOne<ListedRow>(withSales(ctx, own));
  return row ? toProduct(row) : baseRefusals.refuse("base.not_found");
}

type Query = {
  size: number;
  sort: ProductSort;
  cursor?: string | undefined;
  store_id?: string | undefined;
  search?: string | undefined;
};
type Page = { items: ProductAnswer[]; next: string | null };

/**
 * A page of the products of the merchant's connected stores: first those that can be sold and shown, then the others,
 * each by name or by what they sold; products removed from the store are left out. Each store's products are read in the
 * order of an index, and no further than the page needs.
 */
export async function listProducts(
  ctx: ReadContext,
  { size, sort, cursor, store_id, search }: Query,
): Promise<Page> {
  const { db, actor } = ctx;
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  const after = cursor === undefined ? null : decodeProductCursor(sort, cursor);
  const { keys } = productOrders[sort];
  const limit = size + 1;
  const page = sql`
    select found.* from stores.stores cross join lateral (
      select * from stores.products
      where products.store_id = stores.id and products.status <> 'gone'
        ${words.length === 0 ? empty : sql`and search_text like all (${words.map(likePattern)}::text[])`}
        ${after === null ? empty : sql`and (${keys}) > (${join([...after])})`}
      order by ${keys} limit ${limit}
    ) found
    where stores.merchant_id = ${actor.merchantId} and stores.status <> 'disconnected'
      ${store_id === undefined ? empty : sql`and stores.id = ${store_id}`}`;
  const inOrder = sql`order by ${keys}`;
  const rows = await db.many<ListedRow>(
    withSales(ctx, sql`select * from (${page}) products ${inOrder} limit ${limit}`, inOrder),
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(toProduct),
    next: rows.length > size && last ? encodeProductCursor(sort, last) : null,
  };
}

function toProduct(row: ListedRow): ProductAnswer {
  const {
    units_sold,
    sales_halalas,
    units_returned,
    units_return_unknown,
    list_tier: _tier,
    recent_sales_halalas: _sales,
    recent_units_sold: _units,
    ...product
  } = row;
  const sales = { units_sold, sales_halalas, units_returned, units_return_unknown };
  return { ...product, sales: product.sales_state === "known" ? sales : null };
}
