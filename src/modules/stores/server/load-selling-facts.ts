import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { findCityNames } from "#base/shared/places/find-city.ts";
import type { ProductStatus } from "../contract/enums.ts";
import { showProduct } from "./list-products.ts";

/** What a store's own records say that sells a product. Amounts are halalas with VAT. */
export type SellingFacts = {
  product: {
    id: string;
    name: string;
    url: string | null;
    image_url: string | null;
    price_halalas: number;
    regular_price_halalas: number;
    currency: string;
    /** Null: no limit. */
    quantity: number | null;
    status: ProductStatus;
  };
  store: { id: string; name: string };
  /** Of the last 30 days; null while they are not known. */
  sales: { units_sold: number; units_returned: number } | null;
  /** Where at least a tenth of the store's orders of the last 90 days went, at most three, the most first. */
  top_cities: { ar: string; en: string }[];
  /** Half of the orders delivered in the last 90 days arrived within these days; null with fewer than 20. */
  delivery_days: number | null;
  /** Whether shoppers of the last 90 days paid in cash on delivery. */
  has_cash_on_delivery: boolean;
};

const dayMs = 86_400_000;
/** As many of the newest orders are read, so that a large store costs no more than a small one. */
const ordersRead = 2_000;
const ordersNeeded = 20;

type OrderSums = { orders: number; cod: number; delivered: number; median_seconds: number | null };

/** Of one of the merchant's products; another merchant's is not found. */
export async function loadSellingFacts(
  ctx: ReadContext,
  { productId }: { productId: string },
): Promise<SellingFacts> {
  const { db, actor, now } = ctx;
  const product = await showProduct(ctx, { productId });
  const store = await db.one<{ id: string; name: string }>(sql`
    select id, name from stores.stores where id = ${product.store_id} and merchant_id = ${actor.merchantId}`);
  const recent = sql`
    select city_key, is_cod, placed_at, delivered_at from stores.orders
    where merchant_id = ${actor.merchantId} and store_id = ${store.id} and is_confirmed
      and placed_at > ${new Date(now.getTime() - 90 * dayMs)} and placed_at <= ${now}
      and status not in ('unpaid', 'cancelled')
    order by placed_at desc, id desc limit ${ordersRead}`;
  const sums = await db.one<OrderSums>(sql`
    select count(*)::int as orders, count(*) filter (where is_cod)::int as cod,
      count(delivered_at)::int as delivered,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - placed_at)) as median_seconds
    from (${recent}) recent`);
  const cities = await db.many<{ city_key: string; orders: number }>(sql`
    select city_key, count(*)::int as orders from (${recent}) recent
    where city_key <> '' group by city_key order by count(*) desc, city_key limit 3`);
  const hasEnough = sums.orders >= ordersNeeded;
  const { id, name, url, image_url, price_halalas, regular_price_halalas, currency, quantity, status } =
    product;
  return {
    product: { id, name, url, image_url, price_halalas, regular_price_halalas, currency, quantity, status },
    store,
    sales: product.sales && {
      units_sold: product.sales.units_sold,
      units_returned: product.sales.units_returned,
    },
    top_cities: hasEnough
      ? cities
          .filter(({ orders }) => orders * 10 >= sums.orders)
          .flatMap(({ city_key }) => findCityNames(city_key) ?? [])
      : [],
    delivery_days:
      sums.delivered >= ordersNeeded && sums.median_seconds !== null
        ? Math.max(1, Math.ceil(Number(sums.median_seconds) / 86_400))
        : null,
    has_cash_on_delivery: sums.cod > 0,
  };
}
