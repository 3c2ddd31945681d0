import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import { addMonths } from "#base/shared/calendar.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SumFrom } from "../contract/metrics.ts";
import { adOrders, allOrders } from "../domain/store-order-share.ts";
import { orderSums, productSums } from "./order-roll-ups.store.ts";

export type OrdersFilter = {
  /** Riyadh days, both included: those on which orders were placed. */
  from: RiyadhDay;
  to: RiyadhDay;
  /** All orders of the stores, those that any ad brought, or those that these campaigns brought. */
  broughtBy: "all" | "ads" | readonly string[];
  storeId?: string | undefined;
};

type Sums = Record<SumFrom<"orders">, number>;
const dimensions = {
  day: "day",
  month: "to_char(day, 'YYYY-MM') as month",
  store: "store_id",
  city: "city_key",
  campaign: "brought_by as campaign_id",
} as const;
export type OrderDimension = keyof typeof dimensions;
type OrderKeys = { day: RiyadhDay; month: string; store: string; city: string; campaign: string };
type OrderColumns = {
  day: "day";
  month: "month";
  store: "store_id";
  city: "city_key";
  campaign: "campaign_id";
};
export type OrdersRow<D extends OrderDimension> = {
  [Name in D as OrderColumns[Name]]: OrderKeys[Name];
} & Sums;

/**
 * The stores' orders by any of the dimensions, from the roll-up by day, store and city; without any dimension one row,
 * zeros when there is nothing. `city` is a key of the gazetteer, empty for orders whose city is not known.
 */
export async function queryOrders<const D extends OrderDimension = never>(
  ctx: ReadContext,
  { by, filter }: { by: readonly D[]; filter: OrdersFilter & { city?: string | undefined } },
): Promise<OrdersRow<D>[]> {
  const keys = by.map((name) => raw(dimensions[name]));
  const city = filter.city === undefined ? empty : sql`and city_key = ${filter.city}`;
  return ctx.db.many<OrdersRow<D>>(sql`
    select ${toSelected(keys, orderSums)} from figures.city_days
    where ${toCondition(ctx, filter)} ${city} ${toGroups(keys.length)}`);
}

export type HourOfWeek = { weekday: number; hour: number };

/** Orders by the weekday (0 is Sunday) and the hour in Riyadh at which they were placed. */
export function queryOrderHours(
  ctx: ReadContext,
  { filter }: { filter: OrdersFilter },
): Promise<(HourOfWeek & Sums)[]> {
  return ctx.db.many(sql`
    select extract(dow from day)::int as weekday, hour::int as hour, ${toSums(orderSums)} from figures.order_hours
    where ${toCondition(ctx, filter)} group by 1, 2 order by 1, 2`);
}

/** What each product of a store sold. */
export type ProductRow = { store_id: string; product_id: string } & Record<
  (typeof productSums)[number],
  number
>;

/** From the whole months of the period, and the days before and after them. */
export function queryProducts(ctx: ReadContext, { filter }: { filter: OrdersFilter }): Promise<ProductRow[]> {
  const { from, to } = filter;
  const { first, end } = toWholeMonths(filter);
  const columns = raw(["store_id", "product_id", ...productSums].join(", "));
  const days = (period: { from: RiyadhDay; to: RiyadhDay }) => sql`
    select ${columns} from figures.product_days where ${toCondition(ctx, { ...filter, ...period })}`;
  return ctx.db.many(sql`
    select store_id, product_id, ${toSums(productSums)} from (
      select ${columns} from figures.product_months
      where ${toSource(ctx, filter)} and month >= ${first}::date and month < ${end}::date
      union all ${days({ from, to: addDays(first, -1) })}
      union all ${days({ from: end, to })}
    ) known group by 1, 2 order by 1, 2`);
}

/** The whole months of a period, from `first` up to `end`; without any both are the day after it. */
function toWholeMonths({ from, to }: Pick<OrdersFilter, "from" | "to">): {
  first: RiyadhDay;
  end: RiyadhDay;
} {
  const after = addDays(to, 1);
  const startOfMonth = (day: RiyadhDay) => `${day.slice(0, 8)}01` as RiyadhDay;
  const first = from.endsWith("-01") ? from : addMonths(startOfMonth(from), 1);
  const end = startOfMonth(after);
  return first < end ? { first, end } : { first: after, end: after };
}

const toCondition = (ctx: ReadContext, filter: OrdersFilter): Sql =>
  sql`${toSource(ctx, filter)} and day between ${filter.from} and ${filter.to}`;

function toSource({ actor }: ReadContext, { broughtBy, storeId }: OrdersFilter): Sql {
  const ofSource =
    broughtBy === "all" || broughtBy === "ads"
      ? sql`brought_by = ${broughtBy === "all" ? allOrders : adOrders}`
      : sql`brought_by = any(${[...broughtBy]}::text[])`;
  return sql`merchant_id = ${actor.merchantId} and ${ofSource}
    ${storeId === undefined ? empty : sql`and store_id = ${storeId}`}`;
}

const toSelected = (keys: readonly Sql[], sums: readonly string[]): Sql => join([...keys, toSums(sums)]);

/** Names come from the metric table, never from input. */
const toSums = (sums: readonly string[]): Sql =>
  join(sums.map((sum) => raw(`coalesce(sum(${sum}), 0)::bigint as ${sum}`)));

function toGroups(count: number): Sql {
  if (count === 0) return empty;
  const places = Array.from({ length: count }, (_, at) => at + 1).join(", ");
  return sql`group by ${raw(places)} order by ${raw(places)}`;
}
