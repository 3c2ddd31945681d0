import type { ReadContext } from "#base/server/context.ts";
import { empty, type Sql, sql } from "#base/server/db/db.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold, likePattern } from "#base/shared/fold.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type ProductSort, productSalesDays } from "../contract/enums.ts";
import type { ProductAnswer } from "../contract/stores.calls.ts";

type ProductRow = Omit<ProductAnswer, "sales"> &
  Record<"units_sold" | "sales_halalas" | "units_returned" | "units_return_unknown", number>;

const columns = sql`products.id, products.store_id, products.name, sku, url, image_url, price_halalas,
  regular_price_halalas, products.currency, quantity, products.status`;

const salesState = sql`case when orders_blocked_by is not null then 'not_stated'
  when orders_read_to is null then 'reading' else 'known' end as sales_state`;

/** Products with what they sold in the last days. */
function selectProducts({ actor, now }: ReadContext, filter: Sql, order: Sql): Sql {
  const since = addDays(toRiyadhDay(now), 1 - productSalesDays);
  return sql`
    select ${columns}, ${salesState}, coalesce(units_sold, 0) as units_sold,
      coalesce(sales_halalas, 0) as sales_halalas, coalesce(units_returned, 0) as units_returned,
      coalesce(units_return_unknown, 0) as units_return_unknown
    from stores.products join stores.stores on stores.id = products.store_id
    left join (
      select store_id, external_product_id, sum(units_sold)::bigint as units_sold,
        sum(sales_halalas)::bigint as sales_halalas, sum(units_returned)::bigint as units_returned,
        sum(units_return_unknown)::bigint as units_return_unknown
      from stores.product_days
      where store_id in (select id from stores.stores where merchant_id = ${actor.merchantId}) and day >= ${since}
      group by store_id, external_product_id
    ) sold on sold.store_id = products.store_id and external_product_id = products.external_id
    where ${filter} order by ${order}`;
}

/** One product as it was read last, with the status `gone` once its store has it no more; another merchant's is not found. */
export async function showProduct(
  ctx: ReadContext,
  { productId }: { productId: string },
): Promise<ProductAnswer> {
  const filter = sql`products.id = ${productId} and products.merchant_id = ${ctx.actor.merchantId}`;
  const row = await ctx.db.maybeOne<ProductRow>(selectProducts(ctx, filter, sql`products.id`));
  return row ? toProduct(row) : baseRefusals.refuse("base.not_found");
}

type Query = {
  page: number;
  size: number;
  sort: ProductSort;
  store_id?: string | undefined;
  search?: string | undefined;
};

/**
 * Products of the merchant's connected stores: first those that can be sold and shown, then the others, each by name or
 * by what they sold; products removed from the store are left out.
 */
export async function listProducts(ctx: ReadContext, { page, size, sort, store_id, search }: Query) {
  const { db, actor } = ctx;
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
    .slice(0, 8);
  const filter = sql`products.merchant_id = ${actor.merchantId} and products.status <> 'gone'
    and products.store_id in (
      select id from stores.stores where merchant_id = ${actor.merchantId} and status <> 'disconnected')
    ${store_id === undefined ? empty : sql`and products.store_id = ${store_id}`}
    ${words.length === 0 ? empty : sql`and search_text like all (${words.map(likePattern)}::text[])`}`;
  const bySales =
    sort === "sales" ? sql`coalesce(sales_halalas, 0) desc, coalesce(units_sold, 0) desc,` : empty;
  const order = sql`products.status <> 'on_sale', image_url is null, ${bySales} products.name, products.id
    limit ${size} offset ${(page - 1) * size}`;
  const rows = await db.many<ProductRow>(selectProducts(ctx, filter, order));
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from stores.products where ${filter}`,
  );
  return { items: rows.map(toProduct), page, size, total };
}

function toProduct(row: ProductRow): ProductAnswer {
  const { units_sold, sales_halalas, units_returned, units_return_unknown, ...product } = row;
  const sales = { units_sold, sales_halalas, units_returned, units_return_unknown };
  return { ...product, sales: product.sales_state === "known" ? sales : null };
}
