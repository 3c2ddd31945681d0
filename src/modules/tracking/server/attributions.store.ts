import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** A click as an order is attributed to it. */
export type AttributedClick = Row<
  "tracking.clicks",
  "click_id" | "clicked_at" | "link_id" | "campaign_id" | "ad_group_id" | "ad_id"
>;

/** What an order is attributed to, locked; undefined when it is not attributed. */
export function lockAttribution(
  { tx, actor }: Context,
  orderId: string,
): Promise<Row<"tracking.attributions", "click_id"> | undefined> {
  return tx.maybeOne(sql`
    select click_id from tracking.attributions
    where order_id = ${orderId} and merchant_id = ${actor.merchantId} for update`);
}

/** Attributes the order to the click, instead of an earlier one. */
export async function upsertAttribution(
  { tx, actor, now }: Context,
  { orderId, storeId, click }: { orderId: string; storeId: string; click: AttributedClick },
): Promise<void> {
  const { click_id, clicked_at, link_id, campaign_id, ad_group_id, ad_id } = click;
  await tx.run(sql`
    insert into tracking.attributions (order_id, merchant_id, store_id, witness, click_id, clicked_at, link_id,
      campaign_id, ad_group_id, ad_id, attributed_at)
    values (${orderId}, ${actor.merchantId}, ${storeId}, 'click_id', ${click_id}, ${clicked_at}, ${link_id},
      ${campaign_id}, ${ad_group_id}, ${ad_id}, ${now})
    on conflict (order_id) do update set witness = excluded.witness, click_id = excluded.click_id,
      clicked_at = excluded.clicked_at, link_id = excluded.link_id, campaign_id = excluded.campaign_id,
      ad_group_id = excluded.ad_group_id, ad_id = excluded.ad_id, attributed_at = excluded.attributed_at
    where attributions.merchant_id = excluded.merchant_id`);
}

export async function deleteAttribution({ tx, actor }: Context, orderId: string): Promise<void> {
  await tx.run(sql`
    delete from tracking.attributions where order_id = ${orderId} and merchant_id = ${actor.merchantId}`);
}
