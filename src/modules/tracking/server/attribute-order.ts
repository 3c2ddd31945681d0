import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { type PlatformClick, parsePlatformClick } from "../domain/platform-click.ts";
import {
  type AttributedClick,
  deleteAttribution,
  lockAttribution,
  upsertAttribution,
} from "./attributions.store.ts";
import { parseClickedAt } from "./click-id.ts";

export type AttributeOrderDeps = { stores: Pick<StoresFacade, "findOrderFacts"> };

/**
 * Attributes an order to the click whose id it carries. Only a click on the same merchant's link counts: an id copied
 * from elsewhere proves nothing. An order that later carries another id, or none, is attributed again: an id reported
 * by a page may be forged, and the store's own data replaces it. Columns for coupons as a second signal exist.
 */
export const attributeOrder =
  ({ stores }: AttributeOrderDeps) =>
  async (ctx: Context, { orderId }: { orderId: string }): Promise<void> => {
    const { merchantId } = ctx.actor;
    const order = await stores.findOrderFacts(ctx, orderId);
    if (!order) return;
    const known = await lockAttribution(ctx, orderId);
    if ((known?.click_id ?? null) === order.click_id) return;
    const click = order.click_id === null ? undefined : await findClick(ctx, order.click_id);
    if (!click) {
      if (known) await removeAttribution(ctx, orderId);
      return;
    }
    await upsertAttribution(ctx, { orderId, storeId: order.store_id, click });
    const { campaign_id, ad_group_id, ad_id, click_id } = click;
    await ctx.tx.publish({
      name: "tracking.order_attributed",
      merchant_id: merchantId,
      order_id: orderId,
      campaign_id,
      ad_group_id,
      ad_id,
      click_id,
    });
  };

async function removeAttribution(ctx: Context, orderId: string): Promise<void> {
  await deleteAttribution(ctx, orderId);
  const { merchantId } = ctx.actor;
  await ctx.tx.publish({ name: "tracking.order_unattributed", merchant_id: merchantId, order_id: orderId });
}

/** The id contains the time, so only one row of one month is read. */
async function findClick({ db, actor }: ReadContext, clickId: string): Promise<AttributedClick | undefined> {
  const clickedAt = parseClickedAt(clickId);
  if (!clickedAt) return undefined;
  return db.maybeOne<AttributedClick>(sql`
    select link_id, campaign_id, ad_group_id, ad_id, clicked_at, click_id from tracking.clicks
    where merchant_id = ${actor.merchantId} and clicked_at = ${clickedAt} and click_id = ${clickId}`);
}

export type Attribution = Row<"tracking.clicks", "campaign_id" | "ad_group_id" | "ad_id">;

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

/** The click that an order is attributed to, as its ad platform can recognise it. */
export type OrderClick = Attribution & {
  clickId: string;
  clickedAt: Date;
  /** The platform of the link's ad. */
  platform: Platform;
  /** What the platform added to the link; empty where it added nothing. */
  platformClick: PlatformClick;
  /** Of the browser that clicked, as it was sent. */
  userAgent: string;
  /** The page of the store that the link leads to. */
  destination: string;
};

type OrderClickRow = Row<
  "tracking.clicks",
  "campaign_id" | "ad_group_id" | "ad_id" | "click_id" | "clicked_at" | "platform_click" | "user_agent"
> & { platform: Platform; destination: string };

/** The click behind each of these orders of the merchant; orders that are attributed to none are left out. */
export async function findOrderClicks(
  { db, actor }: ReadContext,
  orderIds: readonly string[],
): Promise<Map<string, OrderClick>> {
  const rows = await db.many<OrderClickRow & { order_id: string }>(sql`
    select order_id, clicks.campaign_id, clicks.ad_group_id, clicks.ad_id, clicks.click_id, clicks.clicked_at,
      platform_click, user_agent, links.platform, links.destination
    from tracking.attributions
    join tracking.clicks on clicks.merchant_id = attributions.merchant_id
      and clicks.clicked_at = attributions.clicked_at and clicks.click_id = attributions.click_id
    join tracking.links on links.id = clicks.link_id
    where attributions.order_id = any(${[...orderIds]}::text[]) and attributions.merchant_id = ${actor.merchantId}`);
  return new Map(rows.map((row) => [row.order_id, toOrderClick(row)]));
}

function toOrderClick(row: OrderClickRow): OrderClick {
  const { campaign_id, ad_group_id, ad_id, click_id, clicked_at, platform, user_agent, destination } = row;
  return {
    campaign_id,
    ad_group_id,
    ad_id,
    clickId: click_id,
    clickedAt: clicked_at,
    platform,
    platformClick: parsePlatformClick(row.platform_click),
    userAgent: user_agent,
    destination,
  };
}
