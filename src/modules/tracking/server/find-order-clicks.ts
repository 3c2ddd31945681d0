import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type PlatformClick, parsePlatformClick } from "../domain/platform-click.ts";

type Attribution = Row<"tracking.clicks", "campaign_id" | "ad_group_id" | "ad_id">;

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
