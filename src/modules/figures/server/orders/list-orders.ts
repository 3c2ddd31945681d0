import type { ReadContext } from "#base/server/context.ts";
import { join, type Sql, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { OrderState } from "../../contract/order-states.ts";
import type { ReportedOrder } from "../../domain/order-days.ts";
import { type OrdersFilter, whereCity, whereOrders, whereRival } from "./orders-filter.ts";

export type ListOrdersInput = {
  filter: OrdersFilter;
  /** Only these; all of them when absent. */
  states?: readonly OrderState[];
  isCod?: boolean;
  /** Only delivered and refunded orders of which something came back. */
  isRefunded?: boolean;
  /** Instead the orders that a second witness ascribes to the filter's campaigns, and the first to another platform. */
  isRival?: boolean;
  /** Only orders whose click was before this day. */
  clickedBefore?: RiyadhDay;
  /** `next` of the page before. */
  cursor?: string;
  size: number;
};

export type ListedOrder = Omit<ReportedOrder, "day" | "clicked_day" | "ad_id">;

/** The merchant's orders, the newest first, by cursor; a cursor that is not ours begins at the newest. */
export function listReportedOrders(
  ctx: ReadContext,
  input: ListOrdersInput,
): Promise<{ items: ListedOrder[]; next: string | null }> {
  return loadPage(ctx, whereListed(ctx, input), input);
}

/**
 * The orders that a click between these days brought and that were placed after them, the newest first: a platform that
 * dates sales by the click counts them here, a store does not.
 */
export function listOrdersPlacedAfter(
  ctx: ReadContext,
  { filter, ...input }: Pick<ListOrdersInput, "filter" | "cursor" | "size">,
): Promise<{ items: ListedOrder[]; next: string | null }> {
  return loadPage(ctx, wherePlacedAfter(ctx, filter), input);
}

/** Conditions for orders clicked within the filter's days and placed after them. */
export function wherePlacedAfter(ctx: ReadContext, filter: OrdersFilter): Sql {
  const open = { ...filter, from: filter.to, to: "9999-12-31" as RiyadhDay };
  return sql`${whereOrders(ctx, open)} and day > ${filter.to} and clicked_day < day
    and clicked_day between ${filter.from} and ${filter.to} and ${whereCity(filter)}`;
}

function whereListed(ctx: ReadContext, input: ListOrdersInput): Sql {
  const { filter, states, isCod, isRefunded, isRival, clickedBefore } = input;
  return join(
    [
      isRival ? whereRival(ctx, filter) : sql`${whereOrders(ctx, filter)} and ${whereCity(filter)}`,
      ...(states ? [sql`state = any(${[...states]}::text[])`] : []),
      ...(isCod === undefined ? [] : [sql`is_cod = ${isCod}`]),
      ...(isRefunded ? [sql`state in ('delivered', 'refunded') and refunded_halalas > 0`] : []),
      ...(clickedBefore ? [sql`clicked_day < day and clicked_day < ${clickedBefore}`] : []),
    ],
    " and ",
  );
}

async function loadPage(
  { db }: ReadContext,
  condition: Sql,
  { cursor, size }: { cursor?: string; size: number },
): Promise<{ items: ListedOrder[]; next: string | null }> {
  const after = parseCursor(cursor);
  const found = await db.many<ListedOrder>(sql`
    select order_id, store_id, reference, placed_at, state, is_cod, city_key, product_id, total_halalas,
      refunded_halalas, delivered_at, platform, campaign_id, witness, rival_campaign_id, rival_platform
    from figures.orders
    where ${condition} and ${after ? sql`(placed_at, order_id) < (${after.placedAt}, ${after.orderId})` : sql`true`}
    order by placed_at desc, order_id desc limit ${size + 1}`);
  const items = found.slice(0, size);
  const last = items.at(-1);
  const next = found.length > size && last ? `${last.placed_at.getTime()}:${last.order_id}` : null;
  return { items, next };
}

function parseCursor(cursor: string | undefined): { placedAt: Date; orderId: string } | null {
  const match = /^(\d{1,15}):(\w{1,60})$/.exec(cursor ?? "");
  return match ? { placedAt: new Date(Number(match[1])), orderId: match[2] ?? "" } : null;
}
