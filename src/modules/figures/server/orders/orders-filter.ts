import type { ReadContext } from "#base/server/context.ts";
import { join, raw, type Sql, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { orderStates } from "../../contract/order-states.ts";
import type { OrderSplit } from "../../domain/order-days.ts";

/** Which orders: those placed on these Riyadh days, both included; a filter that is absent leaves nothing out. */
export type OrdersFilter = {
  from: RiyadhDay;
  to: RiyadhDay;
  storeId?: string;
  platform?: Platform;
  /** Only orders that these campaigns brought. */
  campaignIds?: readonly string[];
  /** Only orders that some campaign brought. */
  isFromAds?: boolean;
  cityKey?: string;
};

/** What sums are split by. `week`: the Sunday it begins with. A product is one of its store. */
export const orderDimensions = ["day", "week", "platform", "campaign", "store", "city", "product"] as const;
export type OrderDimension = (typeof orderDimensions)[number];

export const dimensionColumns = {
  day: "day",
  week: "week",
  platform: "platform",
  campaign: "campaign_id",
  store: "store_id",
  city: "city_key",
  product: "product_id",
} as const satisfies Record<OrderDimension, string>;

export type OrderGroup<D extends OrderDimension> = {
  [Name in D as (typeof dimensionColumns)[Name]]: Name extends "day" | "week"
    ? RiyadhDay
    : Name extends "platform"
      ? Platform | ""
      : string;
};

const toWeek = "day - extract(dow from day)::int";

/** The dimensions' columns, as a list for `select` and `group by`; from names of ours, never from input. */
export const toGroupColumns = (by: readonly OrderDimension[]): Sql[] =>
  by.map((dimension) => raw(dimension === "week" ? `(${toWeek}) as week` : dimensionColumns[dimension]));
export const toGroupList = (by: readonly OrderDimension[]): Sql =>
  join(by.map((dimension) => raw(dimension === "week" ? toWeek : dimensionColumns[dimension])));

/** Conditions on columns that the orders and their roll-up share. */
export function whereOrders(ctx: ReadContext, filter: OrdersFilter): Sql {
  const { platform, campaignIds, isFromAds } = filter;
  return join(
    [
      whereStores(ctx, filter),
      ...(platform === undefined ? [] : [sql`platform = ${platform}`]),
      ...(campaignIds === undefined ? [] : [sql`campaign_id = any(${[...campaignIds]}::text[])`]),
      ...(isFromAds ? [sql`campaign_id <> ''`] : []),
    ],
    " and ",
  );
}

/** The orders that a second witness ascribes to these campaigns, while the first ascribes them to another platform. */
export function whereRival(ctx: ReadContext, filter: OrdersFilter): Sql {
  const { platform, campaignIds } = filter;
  return join(
    [
      sql`${whereStores(ctx, filter)} and rival_campaign_id is not null and ${whereCity(filter)}`,
      ...(platform === undefined ? [] : [sql`rival_platform = ${platform}`]),
      ...(campaignIds === undefined ? [] : [sql`rival_campaign_id = any(${[...campaignIds]}::text[])`]),
    ],
    " and ",
  );
}

/** A condition on the orders themselves: the roll-up has a city's rows in a split of their own. */
export const whereCity = ({ cityKey }: OrdersFilter): Sql =>
  cityKey === undefined ? sql`true` : sql`city_key = ${cityKey}`;

function whereStores({ actor }: ReadContext, { from, to, storeId }: OrdersFilter): Sql {
  return sql`merchant_id = ${actor.merchantId} and day between ${from} and ${to}
    and ${storeId === undefined ? sql`true` : sql`store_id = ${storeId}`}`;
}

/**
 * Rows with the roll-up's sums for the filter and the dimensions, from the smallest split that has them. A city and a
 * product are never in one row of the roll-up: then the city's orders themselves are read.
 */
export function fromOrderDays(ctx: ReadContext, filter: OrdersFilter, by: readonly OrderDimension[]): Sql {
  const byCity = filter.cityKey !== undefined || by.includes("city");
  const byProduct = by.includes("product");
  if (byCity && byProduct) return fromOrders(ctx, filter);
  const split: OrderSplit = byCity ? "city" : byProduct ? "product" : "all";
  return sql`
    select *, key as city_key, key as product_id from figures.order_state_days
    where ${whereOrders(ctx, filter)} and split = ${split}
      and ${filter.cityKey === undefined ? sql`true` : sql`key = ${filter.cityKey}`}`;
}

function fromOrders(ctx: ReadContext, filter: OrdersFilter): Sql {
  const counts = orderStates.map((state) => raw(`(state = '${state}')::int as orders_${state}`));
  const sales = orderStates.map((state) =>
    raw(`case when state = '${state}' then total_halalas else 0 end as sales_${state}_halalas`),
  );
  return sql`
    select day, platform, campaign_id, store_id, is_cod, city_key, product_id, ${join([...counts, ...sales])},
      (state in ('delivered', 'refunded') and orders.refunded_halalas > 0)::int as orders_returned,
      case when state in ('delivered', 'refunded') then orders.refunded_halalas else 0 end as refunded_halalas,
      case when state = 'delivered' then (total_halalas / 100.0) ^ 2 else 0 end as squares_delivered
    from figures.orders
    where ${whereOrders(ctx, filter)} and ${whereCity(filter)}`;
}
