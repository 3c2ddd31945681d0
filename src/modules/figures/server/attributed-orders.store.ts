import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { OrderShare } from "../domain/order-share.ts";

/** Where an order counts: its ad's campaign and platform, on the day it was placed. */
export type Place = Row<"figures.attributed_orders", "campaign_id" | "ad_id"> & {
  platform: Platform;
  day: RiyadhDay;
};
export type StoredShare = OrderShare & Place;

/** What the order adds to the roll-ups so far, locked; undefined when nothing. */
export function lockShare({ tx, actor }: Context, orderId: string): Promise<StoredShare | undefined> {
  return tx.maybeOne<StoredShare>(sql`
    select platform, campaign_id, ad_id, day, orders_placed, sales_placed_halalas, orders_delivered,
      sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas
    from figures.attributed_orders where order_id = ${orderId} and merchant_id = ${actor.merchantId} for update`);
}

/** What the order adds from now on; null when nothing. */
export async function replaceShare(
  { tx, actor: { merchantId } }: Context,
  orderId: string,
  share: StoredShare | null,
): Promise<void> {
  await tx.run(sql`
    delete from figures.attributed_orders where order_id = ${orderId} and merchant_id = ${merchantId}`);
  if (!share) return;
  await tx.run(sql`
    insert into figures.attributed_orders (merchant_id, order_id, platform, campaign_id, ad_id, day, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas)
    values (${merchantId}, ${orderId}, ${share.platform}, ${share.campaign_id}, ${share.ad_id}, ${share.day},
      ${share.orders_placed}, ${share.sales_placed_halalas}, ${share.orders_delivered}, ${share.sales_delivered_halalas},
      ${share.orders_unconfirmed}, ${share.sales_unconfirmed_halalas})`);
}
