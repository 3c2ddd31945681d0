import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type LinkOrder = Omit<Row<"tracking.link_orders">, "merchant_id" | "order_id">;

/** What an order adds to its link's day, in place of what it added before; null when it adds nothing. */
export async function replaceLinkOrder(
  { tx, actor }: Context,
  orderId: string,
  order: LinkOrder | null,
): Promise<void> {
  if (order === null) {
    await tx.run(sql`
      delete from tracking.link_orders where order_id = ${orderId} and merchant_id = ${actor.merchantId}`);
    return;
  }
  await tx.run(sql`
    insert into tracking.link_orders (order_id, merchant_id, link_id, day, orders_placed, sales_placed_halalas,
      orders_delivered, sales_delivered_halalas)
    values (${orderId}, ${actor.merchantId}, ${order.link_id}, ${order.day}, ${order.orders_placed},
      ${order.sales_placed_halalas}, ${order.orders_delivered}, ${order.sales_delivered_halalas})
    on conflict (order_id) do update set link_id = excluded.link_id, day = excluded.day,
      orders_placed = excluded.orders_placed, sales_placed_halalas = excluded.sales_placed_halalas,
      orders_delivered = excluded.orders_delivered, sales_delivered_halalas = excluded.sales_delivered_halalas
    where link_orders.merchant_id = excluded.merchant_id`);
}
