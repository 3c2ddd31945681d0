import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, sql } from "#base/server/db/db.ts";
import { type OrderSum, type OrderSums, orderSums } from "../../domain/order-days.ts";
import {
  fromOrderDays,
  type OrderDimension,
  type OrderGroup,
  type OrdersFilter,
  toGroupColumns,
  toGroupList,
} from "./orders-filter.ts";

/** The sums that are whole numbers of orders and halalas. */
type Shown = Exclude<OrderSum, "squares_delivered">;
const shown = orderSums.filter((name): name is Shown => name !== "squares_delivered");

/** The sums of a group, whatever it is split by. */
export type OrderSumsOfKind = Pick<OrderSums, Shown> & { is_cod: boolean };
export type OrderSumsRow<D extends OrderDimension> = OrderSumsOfKind & OrderGroup<D>;

/**
 * How many orders are in which state, and their totals, from the roll-up, cash on delivery and paid apart. Groups
 * without orders are left out.
 */
export function loadOrderSums<const D extends OrderDimension = never>(
  ctx: ReadContext,
  { filter, by }: { filter: OrdersFilter; by: readonly D[] },
): Promise<OrderSumsRow<D>[]> {
  const sums = shown.map((name) => raw(`sum(${name})::bigint as ${name}`));
  const isAny = join(
    shown.map((name) => raw(`sum(${name}) <> 0`)),
    " or ",
  );
  return ctx.db.many<OrderSumsRow<D>>(sql`
    select ${join([...toGroupColumns(by), raw("is_cod"), ...sums])}
    from (${fromOrderDays(ctx, filter, by)}) days
    group by ${by.length > 0 ? sql`${toGroupList(by)},` : empty} is_cod having ${isAny}
    order by ${by.length > 0 ? sql`${toGroupList(by)},` : empty} is_cod`);
}
