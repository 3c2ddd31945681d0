import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

export type DestinationOrders = { address: string; orders: number; sales_halalas: number };

/**
 * Orders placed from a Riyadh day on after a click on a link that leads to one of these addresses, with or without a query.
 * Addresses without any are left out.
 */
export async function countDestinationOrders(
  { db, actor }: ReadContext,
  { addresses, from }: { addresses: readonly string[]; from: string },
): Promise<DestinationOrders[]> {
  if (addresses.length === 0) return [];
  return db.many(sql`
    select address, sum(orders_placed)::int as orders, sum(sales_placed_halalas)::bigint as sales_halalas
    from unnest(${[...addresses]}::text[]) as wanted (address)
    join tracking.links on links.merchant_id = ${actor.merchantId}
      and split_part(links.destination, '?', 1) = address
    join tracking.link_orders on link_orders.merchant_id = links.merchant_id and link_orders.link_id = links.id
    where link_orders.day >= ${from}::date group by address`);
}
