import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { StoreOrderShare } from "../domain/store-order-share.ts";

/** What the order adds to the roll-ups of the stores' orders so far, locked; undefined when nothing. */
export function lockCountedOrder(
  { tx, actor }: Context,
  orderId: string,
): Promise<StoreOrderShare | undefined> {
  return tx.maybeOne<StoreOrderShare>(sql`
    select store_id, day, hour, city_key, campaign_id, ad_id, orders_placed, sales_placed_halalas, orders_delivered,
      sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas, products
    from figures.counted_orders where merchant_id = ${actor.merchantId} and order_id = ${orderId} for update`);
}

/** What the order adds from now on; null when nothing. */
export async function replaceCountedOrder(
  { tx, actor: { merchantId } }: Context,
  orderId: string,
  share: StoreOrderShare | null,
): Promise<void> {
  if (!share) {
    await tx.run(sql`
      delete from figures.counted_orders where merchant_id = ${merchantId} and order_id = ${orderId}`);
    return;
  }
  const row = { ...share, merchant_id: merchantId, order_id: orderId };
  await tx.run(sql`
    insert into figures.counted_orders
    select * from json_populate_record(null::figures.counted_orders, ${JSON.stringify(row)}::json)
    on conflict (merchant_id, order_id) do update set store_id = excluded.store_id, day = excluded.day,
      hour = excluded.hour, city_key = excluded.city_key, campaign_id = excluded.campaign_id, ad_id = excluded.ad_id,
      orders_placed = excluded.orders_placed, sales_placed_halalas = excluded.sales_placed_halalas,
      orders_delivered = excluded.orders_delivered, sales_delivered_halalas = excluded.sales_delivered_halalas,
      orders_unconfirmed = excluded.orders_unconfirmed,
      sales_unconfirmed_halalas = excluded.sales_unconfirmed_halalas, products = excluded.products`);
}
