import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { halalas } from "#base/shared/money.ts";
import type { OrderStatus, StoreStatus } from "../contract/enums.ts";
import type { StoreAddress } from "../contract/store-address.ts";
import type { OrderLine } from "../domain/order.ts";
import { computeProductDays } from "../domain/product-sales.ts";
import { findProductStatusAt } from "./find-product-status.ts";
import { registerLandingAddress, removeLandingAddresses } from "./landing-addresses.store.ts";
import { listOrdersByNumber } from "./list-orders-by-number.ts";
import { listUtmHabits } from "./list-utm-habits.ts";
import { loadSellingFacts } from "./load-selling-facts.ts";
import { noAccess, type StoreAccess } from "./store-access.ts";
import { makeStoreCoupons } from "./store-coupons.ts";

export type { SellingFacts } from "./load-selling-facts.ts";

export type ConnectedStore = Row<"stores.stores", "id" | "name" | "platform" | "link" | "is_active"> & {
  status: Exclude<StoreStatus, "disconnected">;
};

type ProductPicture = Row<"stores.products", "name" | "image_url">;

type PricedProduct = ProductPicture &
  Row<"stores.products", "price_halalas" | "currency"> & { is_gone: boolean };

/** `product_id` is the product's id on its platform. */
export type NamedProduct = ProductPicture & { store_id: string; product_id: string; is_gone: boolean };

/** What other modules may know of an order. Amounts are riyals; `unpaid` orders have no facts yet. */
export type OrderFacts = {
  order_id: string;
  store_id: string;
  /** The platform's own id of the order, which the shop's pages know too. */
  external_id: string;
  /** The number that the merchant and the shopper see. */
  reference: string;
  placed_at: Date;
  status: Exclude<OrderStatus, "unpaid">;
  /** False for an order that only a page reported, unless its merchant counts those. */
  counts: boolean;
  payment_method: string;
  is_cod: boolean;
  total_halalas: number;
  refunded_halalas: number;
  delivered_at: Date | null;
  /** It was handed to a carrier, as far as the platform says. */
  is_sent: boolean;
  /** Where it is sent, as a key of our gazetteer; null where that is not known. */
  city_key: string | null;
  /** The product that makes up most of it, by its id on the platform; null where lines are not known. */
  main_product_id: string | null;
  click_id: string | null;
  coupon_codes: string[];
  utm: Record<string, string>;
  /** What it sold by product; none where its platform does not say. */
  products: SoldProduct[];
};
/** `product_id` is the product's id on its platform. `units_returned` leaves out what the platform does not say. */
type SoldProduct = {
  product_id: string;
  units_sold: number;
  product_sales_halalas: number;
  units_returned: number;
};

/** Orders that are known, the merchant's own and paid for. */
async function listOrderFacts(
  { db, actor }: ReadContext,
  orderIds: readonly string[],
): Promise<OrderFacts[]> {
  const rows = await db.many<Omit<OrderFacts, "products"> & { lines: OrderLine[] | null }>(sql`
    select orders.id as order_id, store_id, orders.external_id, reference, placed_at, orders.status,
      is_confirmed or counts_unconfirmed as counts, payment_method, is_cod, total_halalas, refunded_halalas,
      delivered_at, is_sent, nullif(city_key, '') as city_key, click_id, coupon_codes, utm, lines,
      (select line ->> 'productId' from jsonb_array_elements(lines) line
        order by (line ->> 'amount')::bigint desc, line ->> 'productId' limit 1) as main_product_id
    from stores.orders join stores.stores on stores.id = store_id
    where orders.id = any(${[...orderIds]}::text[]) and orders.merchant_id = ${actor.merchantId}
      and orders.status <> 'unpaid'`);
  return rows.map(({ lines, ...order }) => ({ ...order, products: toSoldProducts({ ...order, lines }) }));
}

export type StoresFacade = ReturnType<typeof makeStoresFacade>;

/** The only entry to this module for other modules' servers. All reads run in the caller's transaction. */
export function makeStoresFacade(access: StoreAccess = noAccess) {
  const { createCoupon, findCoupon, stopCoupon } = makeStoreCoupons(access);
  return {
    /** Coupons in the merchant's stores, through their platforms: see `store-coupons.ts`. */
    createCoupon,
    findCoupon,
    stopCoupon,

    /**
     * Addresses (host and path) this merchant's links may lead under: those of stores that are not disconnected, then those
     * of the merchant's landing pages.
     */
    async listRegisteredHosts({ db, actor }: ReadContext): Promise<StoreAddress[]> {
      const rows = await db.many<Row<"stores.stores", "link">>(sql`
        select link from stores.stores where merchant_id = ${actor.merchantId} and status <> 'disconnected'
        union all
        select address from stores.landing_addresses where merchant_id = ${actor.merchantId}`);
      return rows.map((row) => row.link);
    },

    listOrdersByNumber,

    /** The merchant's links may lead to this address of ours too. */
    registerLandingAddress,
    /** They may no longer: the pages are gone. */
    removeLandingAddresses,

    listConnectedStores({ db, actor }: ReadContext): Promise<ConnectedStore[]> {
      return db.many<ConnectedStore>(sql`
        select id, name, platform, link, status, is_active from stores.stores
        where merchant_id = ${actor.merchantId} and status <> 'disconnected' order by connected_at desc, id`);
    },

    /** A product's name, picture and price, also when it is gone; undefined when the merchant has none with this id. */
    findProduct({ db, actor }: ReadContext, productId: string): Promise<PricedProduct | undefined> {
      return db.maybeOne<PricedProduct>(sql`
        select name, image_url, price_halalas, currency, status = 'gone' as is_gone from stores.products where id = ${productId} and merchant_id = ${actor.merchantId}`);
    },

    /** These products with their pages, also when they are gone from their store. */
    async findProducts(
      { db, actor }: ReadContext,
      ids: readonly string[],
    ): Promise<Row<"stores.products", "id" | "name" | "url">[]> {
      if (ids.length === 0) return [];
      return db.many(sql`
        select id, name, url from stores.products
        where merchant_id = ${actor.merchantId} and id = any(${[...ids]}::text[]) order by id`);
    },

    /** Names and pictures of products by their ids on their platforms; those that were never read are left out. */
    listProductNames(
      { db, actor }: ReadContext,
      products: readonly { store_id: string; product_id: string }[],
    ): Promise<NamedProduct[]> {
      return db.many<NamedProduct>(sql`
        select store_id, external_id as product_id, name, image_url, status = 'gone' as is_gone
        from unnest(${products.map(({ store_id }) => store_id)}::text[],
          ${products.map(({ product_id }) => product_id)}::text[]) as sold (store_id, external_id)
        join stores.products using (store_id, external_id) where merchant_id = ${actor.merchantId}`);
    },

    /** Stores in which shoppers can buy: connected and, according to their platform, open. */
    listOpenStores({ db, actor }: ReadContext): Promise<Row<"stores.stores", "id">[]> {
      return db.many(sql`
        select id from stores.stores
        where merchant_id = ${actor.merchantId} and status = 'connected' and is_active order by id`);
    },

    /** What each of the merchant's stores is on its platform, disconnected ones included: lasting, whoever connects it. */
    async listStoreIdentities({ db, actor }: ReadContext): Promise<string[]> {
      const rows = await db.many<Row<"stores.stores", "platform" | "external_id">>(sql`
        select platform, external_id from stores.stores where merchant_id = ${actor.merchantId} order by id`);
      return rows.map(({ platform, external_id }) => `${platform}:${external_id}`);
    },

    /** The names of these stores of the merchant, disconnected ones included. */
    listStoreNames(
      { db, actor }: ReadContext,
      ids: readonly string[],
    ): Promise<Row<"stores.stores", "id" | "name">[]> {
      return db.many(sql`
        select id, name from stores.stores
        where merchant_id = ${actor.merchantId} and id = any(${[...ids]}::text[]) order by id`);
    },

    /** The UTM values that the merchant's orders of the last 90 days carried, the most frequent first. */
    listUtmHabits,

    /** The status of the product whose page is at an address; null when the address is no product's. */
    findProductStatusAt,

    /** What the store's records say that sells a product. */
    loadSellingFacts,

    /** Null when the order is unknown, another merchant's, or not yet paid for. */
    async findOrderFacts(ctx: ReadContext, orderId: string): Promise<OrderFacts | null> {
      return (await listOrderFacts(ctx, [orderId]))[0] ?? null;
    },

    /** Those of the orders that are the merchant's own and paid for, in no order. */
    listOrderFacts,
  };
}

function toSoldProducts(
  order: Pick<OrderFacts, "status" | "placed_at" | "refunded_halalas"> & { lines: OrderLine[] | null },
): SoldProduct[] {
  const { status, placed_at: placedAt, refunded_halalas, lines } = order;
  return computeProductDays({ status, placedAt, refunded: halalas(refunded_halalas), lines }).map((sold) => ({
    product_id: sold.productId,
    units_sold: sold.unitsSold,
    product_sales_halalas: sold.sales,
    units_returned: sold.unitsReturned,
  }));
}
