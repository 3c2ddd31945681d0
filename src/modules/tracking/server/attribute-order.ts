import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { parseClickedAt } from "./click-id.ts";

export type AttributeOrderDeps = { stores: Pick<StoresFacade, "findOrderFacts"> };
type Found = { link_id: string; campaign_id: string; ad_group_id: string; ad_id: string; clicked_at: Date };

/**
 * Attributes an order to the click whose id it carries. Only a click on the same merchant's link counts: an id copied
 * from elsewhere proves nothing. An order that later carries another id, or none, is attributed again: an id reported
 * by a page may be forged, and the store's own data replaces it. Columns for coupons as a second signal exist.
 */
export const attributeOrder =
  ({ stores }: AttributeOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const { tx, actor, now } = ctx;
    const { merchantId } = actor;
    const order = await stores.findOrderFacts(ctx, orderId);
    if (!order) return;
    const { click_id, store_id } = order;
    const known = await tx.maybeOne<{ click_id: string | null }>(sql`
      select click_id from tracking.attributions where order_id = ${orderId} and merchant_id = ${merchantId} for update`);
    if ((known?.click_id ?? null) === click_id) return;
    const click = click_id === null ? undefined : await findClick(ctx, click_id);
    if (click_id === null || !click) {
      if (known) await deleteAttribution(ctx, orderId);
      return;
    }
    const { link_id, campaign_id, ad_group_id, ad_id, clicked_at } = click;
    await tx.run(sql`
      insert into tracking.attributions (order_id, merchant_id, store_id, witness, click_id, clicked_at, link_id,
        campaign_id, ad_group_id, ad_id, attributed_at)
      values (${orderId}, ${merchantId}, ${store_id}, 'click_id', ${click_id}, ${clicked_at}, ${link_id},
        ${campaign_id}, ${ad_group_id}, ${ad_id}, ${now})
      on conflict (order_id) do update set witness = excluded.witness, click_id = excluded.click_id,
        clicked_at = excluded.clicked_at, link_id = excluded.link_id, campaign_id = excluded.campaign_id,
        ad_group_id = excluded.ad_group_id, ad_id = excluded.ad_id, attributed_at = excluded.attributed_at
      where attributions.merchant_id = excluded.merchant_id`);
    await tx.publish({
      name: "tracking.order_attributed",
      merchant_id: merchantId,
      order_id: orderId,
      campaign_id,
      ad_group_id,
      ad_id,
      click_id,
    });
  };

async function deleteAttribution({ tx, actor: { merchantId } }: Context, orderId: string): Promise<void> {
  await tx.run(sql`
    delete from tracking.attributions where order_id = ${orderId} and merchant_id = ${merchantId}`);
  await tx.publish({ name: "tracking.order_unattributed", merchant_id: merchantId, order_id: orderId });
}

/** The id contains the time, so only one row of one month is read. */
async function findClick({ db, actor }: ReadContext, clickId: string): Promise<Found | undefined> {
  const clickedAt = parseClickedAt(clickId);
  if (!clickedAt) return undefined;
  return db.maybeOne<Found>(sql`
    select link_id, campaign_id, ad_group_id, ad_id, clicked_at from tracking.clicks
    where merchant_id = ${actor.merchantId} and clicked_at = ${clickedAt} and click_id = ${clickId}`);
}

export type Attribution = { campaign_id: string; ad_group_id: string; ad_id: string };

/** The ad whose click brought the order; null when none is proven. */
export async function findAttribution(
  { db, actor }: ReadContext,
  orderId: string,
): Promise<Attribution | null> {
  const found = await db.maybeOne<Attribution>(sql`
    select campaign_id, ad_group_id, ad_id from tracking.attributions
    where order_id = ${orderId} and merchant_id = ${actor.merchantId} and campaign_id is not null`);
  return found ?? null;
}
