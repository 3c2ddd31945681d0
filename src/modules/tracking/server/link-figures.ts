import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { Period } from "#base/shared/period.ts";
import type { LinkSort } from "../contract/link-enums.ts";
import type { LinkFigures } from "../contract/link-shapes.ts";

/** The columns of a link's figures, from the two roll-ups. */
const clickSums = sql`sum(valid_clicks)::int as clicks, sum(bot_clicks)::int as bot_clicks`;
const orderSums = sql`sum(orders_placed)::int as orders_placed, sum(sales_placed_halalas)::bigint as sales_placed_halalas,
  sum(orders_delivered)::int as orders_delivered, sum(sales_delivered_halalas)::bigint as sales_delivered_halalas`;

/** What these links brought in a period, in one statement; a link without clicks or orders is left out. */
export async function loadLinkFigures(
  { db, actor }: ReadContext,
  linkIds: readonly string[],
  { from, to }: Period,
): Promise<Map<string, LinkFigures>> {
  const where = sql`merchant_id = ${actor.merchantId} and link_id = any(${[...linkIds]}::text[])
    and day between ${from} and ${to}`;
  const rows = await db.many<LinkFigures & { link_id: string }>(sql`
    select link_id, coalesce(clicks, 0) as clicks, coalesce(bot_clicks, 0) as bot_clicks,
      coalesce(orders_placed, 0) as orders_placed, coalesce(sales_placed_halalas, 0) as sales_placed_halalas,
      coalesce(orders_delivered, 0) as orders_delivered, coalesce(sales_delivered_halalas, 0) as sales_delivered_halalas
    from (select link_id, ${clickSums} from tracking.link_hours where ${where} group by link_id) clicks
      full join (select link_id, ${orderSums} from tracking.link_orders where ${where} group by link_id) orders
      using (link_id)`);
  return new Map(rows.map(({ link_id, ...figures }) => [link_id, figures]));
}

/** A figure of every link of the merchant in a period, for a list that is sorted by it: `link_id` and `value`. */
export function rankLinks(
  { actor }: ReadContext,
  { from, to }: Period,
  sort: Extract<LinkSort, "clicks" | "orders" | "sales">,
): Sql {
  const where = sql`merchant_id = ${actor.merchantId} and day between ${from} and ${to}`;
  if (sort === "clicks")
    return sql`select link_id, sum(valid_clicks)::bigint as value from tracking.link_hours where ${where}
      group by link_id`;
  const sum = sort === "orders" ? sql`sum(orders_placed)` : sql`sum(sales_placed_halalas)`;
  return sql`select link_id, ${sum}::bigint as value from tracking.link_orders where ${where} group by link_id`;
}
