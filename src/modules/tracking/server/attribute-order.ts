import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { parseClickedAt } from "./click-id.ts";

type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "orderFacts"> };
type Found = { link_id: string; campaign_id: string; ad_group_id: string; ad_id: string; clicked_at: Date };

/**
 * Attributes an order to the click whose id it carries. Only a click on the same merchant's link counts: an id copied
 * from elsewhere proves nothing. An order that later carries another id, or none, is attributed again: an id reported
 * by a page may be forged, and the store's own data replaces it. Columns for coupons as a second signal exist.
 */
export async function attributeOrder(
  { worldClock, stores }: Deps,
  tx: Tx,
  merchantId: string,
  orderId: string,
): Promise<void> {
  const order = await stores.orderFacts(tx, merchantId, orderId);
  if (!order) return;
  const known = await tx.maybeOne<{ click_id: string | null }>(sql`
    select click_id from tracking.attributions where order_id = ${orderId} and merchant_id = ${merchantId} for update`);
  if ((known?.click_id ?? null) === order.click_id) return;
  const click = order.click_id === null ? undefined : await findClick(tx, merchantId, order.click_id);
  if (!click) {
    if (known) await deleteAttribution(tx, merchantId, orderId);
    return;
  }
  await tx.run(sql`
    insert into tracking.attributions (order_id, merchant_id, store_id, witness, click_id, clicked_at, link_id,
      campaign_id, ad_group_id, ad_id, attributed_at)
    values (${orderId}, ${merchantId}, ${order.store_id}, 'click_id', ${order.click_id}, ${click.clicked_at},
      ${click.link_id}, ${click.campaign_id}, ${click.ad_group_id}, ${click.ad_id}, ${worldClock.now()})
    on conflict (order_id) do update set witness = excluded.witness, click_id = excluded.click_id,
      clicked_at = excluded.clicked_at, link_id = excluded.link_id, campaign_id = excluded.campaign_id,
      ad_group_id = excluded.ad_group_id, ad_id = excluded.ad_id, attributed_at = excluded.attributed_at
    where attributions.merchant_id = excluded.merchant_id`);
  await tx.publish({
    name: "tracking.order_attributed",
    merchant_id: merchantId,
    order_id: orderId,
    campaign_id: click.campaign_id,
    ad_group_id: click.ad_group_id,
    ad_id: click.ad_id,
    click_id: order.click_id,
  });
}

async function deleteAttribution(tx: Tx, merchant_id: string, order_id: string): Promise<void> {
  await tx.run(sql`
    delete from tracking.attributions where order_id = ${order_id} and merchant_id = ${merchant_id}`);
  await tx.publish({ name: "tracking.order_unattributed", merchant_id, order_id });
}

/** The id contains the time, so only one row of one month is read. */
async function findClick(tx: Tx, merchantId: string, clickId: string): Promise<Found | undefined> {
  const clickedAt = parseClickedAt(clickId);
  if (!clickedAt) return undefined;
  return tx.maybeOne<Found>(sql`
    select link_id, campaign_id, ad_group_id, ad_id, clicked_at from tracking.clicks
    where merchant_id = ${merchantId} and clicked_at = ${clickedAt} and click_id = ${clickId}`);
}

export type Attribution = { campaign_id: string; ad_group_id: string; ad_id: string };

/** The ad whose click brought the order; null when none is proven. */
export async function findAttribution(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<Attribution | null> {
  const found = await db.maybeOne<Attribution>(sql`
    select campaign_id, ad_group_id, ad_id from tracking.attributions
    where order_id = ${orderId} and merchant_id = ${merchantId} and campaign_id is not null`);
  return found ?? null;
}
