import type { ReadContext } from "#base/server/context.ts";
import { empty, join, sql } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { toEstimateDays } from "../../contract/delivery-estimate.ts";
import { computeRate, type DeliveryRates, type RateKey } from "../../domain/delivery-rates.ts";
import {
  type Delivered,
  type DeliveredEstimate,
  estimateDelivered,
  type OpenCell,
} from "../../domain/estimate-delivered.ts";
import { loadDeliveryRates } from "./load-delivery-rates.ts";
import {
  dimensionColumns,
  fromOrderDays,
  type OrderDimension,
  type OrderGroup,
  type OrdersFilter,
  toGroupColumns,
  toGroupList,
  whereCity,
  whereOrders,
} from "./orders-filter.ts";

type Group = Record<string, string>;

/**
 * What of the orders is delivered in the end, for each group: what was delivered, and what is expected of open orders.
 * The expected amount is rounded for each order, so the groups add up to the whole to the halala; ranges do not.
 */
export async function loadDeliveredEstimates<const D extends OrderDimension = never>(
  ctx: ReadContext,
  { filter, by, rates: known }: { filter: OrdersFilter; by: readonly D[]; rates?: DeliveryRates },
): Promise<(DeliveredEstimate & OrderGroup<D>)[]> {
  const rates = known ?? (await loadDeliveryRates(ctx));
  const groups = new Map<string, { group: Group; delivered: Delivered; open: OpenCell[] }>();
  const find = (row: Group) => {
    const group = Object.fromEntries(
      by.map((dimension) => [dimensionColumns[dimension], row[dimensionColumns[dimension]] ?? ""]),
    );
    const key = JSON.stringify(group);
    const found = groups.get(key) ?? { group, delivered: nothing, open: [] };
    groups.set(key, found);
    return found;
  };
  for (const row of await loadDelivered(ctx, filter, by)) find(row as unknown as Group).delivered = row;
  for (const row of await loadOpenCells(ctx, filter, by, rates)) find(row as unknown as Group).open.push(row);
  const estimates = [...groups.values()].map(({ group, delivered, open }) => ({
    ...group,
    ...estimateDelivered(rates, delivered, open),
  }));
  return estimates as unknown as (DeliveredEstimate & OrderGroup<D>)[];
}

const nothing: Delivered = { orders: 0, halalas: 0, fresh_halalas: 0, fresh_squares: 0 };

function loadDelivered(
  ctx: ReadContext,
  filter: OrdersFilter,
  by: readonly OrderDimension[],
): Promise<Delivered[]> {
  const { returnsFrom } = toEstimateDays(toRiyadhDay(ctx.now));
  return ctx.db.many<Delivered>(sql`
    select ${join([...toGroupColumns(by), sql`sum(orders_delivered)::bigint as orders`])},
      sum(sales_delivered_halalas + sales_refunded_halalas - refunded_halalas)::bigint as halalas,
      coalesce(sum(sales_delivered_halalas) filter (where day >= ${returnsFrom}), 0)::bigint as fresh_halalas,
      coalesce(sum(squares_delivered) filter (where day >= ${returnsFrom}), 0)::float8 as fresh_squares
    from (${fromOrderDays(ctx, filter, by)}) days
    ${by.length > 0 ? sql`group by ${toGroupList(by)}` : empty}
    having sum(sales_delivered_halalas + sales_refunded_halalas) > 0`);
}

/** The open orders of the filter by group and by what their rate is looked up by, each at its rate. */
async function loadOpenCells(
  ctx: ReadContext,
  filter: OrdersFilter,
  by: readonly OrderDimension[],
  rates: DeliveryRates,
): Promise<OpenCell[]> {
  const open = clipToOpen(ctx, filter);
  if (!open) return [];
  const cells = await listOpenKeys(ctx, open);
  const rated = cells.map((key) => ({ ...key, rate: computeRate(rates, key) }));
  const columns = toGroupColumns(by);
  return ctx.db.many<OpenCell>(sql`
    select ${columns.length > 0 ? sql`${join(columns)},` : empty} orders.is_cod, is_sent, city, product, source,
      count(*)::bigint as orders, sum(total_halalas)::bigint as halalas,
      sum((total_halalas / 100.0) ^ 2)::float8 as squares,
      sum(round(total_halalas * rate))::bigint as expected_halalas
    from figures.orders
    join json_to_recordset(${JSON.stringify(rated)}::json)
        as rates (is_cod boolean, is_sent boolean, city text, product text, source text, rate float8)
      on rates.is_cod = orders.is_cod and is_sent = (state = 'on_the_way') and city = city_key and product = product_id and source = platform
    where ${whereOpen(ctx, open)}
    group by ${by.length > 0 ? sql`${toGroupList(by)},` : empty} orders.is_cod, is_sent, city, product, source`);
}

function listOpenKeys(ctx: ReadContext, filter: OrdersFilter): Promise<RateKey[]> {
  return ctx.db.many<RateKey>(sql`
    select distinct is_cod, state = 'on_the_way' as is_sent, city_key as city, product_id as product, platform as source
    from figures.orders where ${whereOpen(ctx, filter)}`);
}

function whereOpen(ctx: ReadContext, filter: OrdersFilter) {
  return sql`${whereOrders(ctx, filter)} and state in ('preparing', 'on_the_way')
    and ${whereCity(filter)}`;
}

/** Orders that are open for long are not expected any more; null when the filter has only such days. */
function clipToOpen({ now }: ReadContext, filter: OrdersFilter): OrdersFilter | null {
  const { openFrom } = toEstimateDays(toRiyadhDay(now));
  const [, from = openFrom] = [filter.from, openFrom].sort();
  return from > filter.to ? null : { ...filter, from };
}
