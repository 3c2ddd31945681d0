import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Which ad brought an order, what proves it, when that click was, and which campaign a coupon names beside it. */
export type OrderProof = Row<
  "tracking.attributions",
  "ad_id" | "witness" | "clicked_at" | "coupon_campaign_id"
> & { campaign_id: string };

/** Null when no ad is proven. */
export async function findOrderProof(
  { db, actor }: ReadContext,
  orderId: string,
): Promise<OrderProof | null> {
  const found = await db.maybeOne<OrderProof>(sql`
    select campaign_id, ad_id, witness, clicked_at, coupon_campaign_id from tracking.attributions
    where order_id = ${orderId} and merchant_id = ${actor.merchantId} and campaign_id is not null`);
  return found ?? null;
}
