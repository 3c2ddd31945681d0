import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

/** Ids of the ad that an order counts for; a coupon proves a campaign alone, then the other two are empty. */
export type CountedAd = { campaign_id: string; ad_group_id: string; ad_id: string };

/** Whom the order counts for by default (last click, 28 days); null when nothing is proven. */
export async function findAttribution(
  { db, actor }: ReadContext,
  orderId: string,
): Promise<CountedAd | null> {
  const found = await db.maybeOne<CountedAd>(sql`
    select campaign_id, coalesce(ad_group_id, '') as ad_group_id, coalesce(ad_id, '') as ad_id
    from tracking.attributions
    where order_id = ${orderId} and merchant_id = ${actor.merchantId} and campaign_id is not null`);
  return found ?? null;
}
