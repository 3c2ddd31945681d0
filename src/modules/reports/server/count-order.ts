import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { noShare, type OrderShare, type OrderStatus, shareOfOrder } from "../domain/order-share.ts";

export type CountOrderDeps = {
  /** The order as its store last reported it; null when unknown. */
  orderFacts(
    db: Db,
    merchantId: string,
    orderId: string,
  ): Promise<{
    placed_at: Date;
    status: OrderStatus;
    counts: boolean;
    total_halalas: number;
    refunded_halalas: number;
  } | null>;
  /** The ad whose click brought the order; null when none did. */
  findAttribution(
    db: Db,
    merchantId: string,
    orderId: string,
  ): Promise<{ campaign_id: string; ad_id: string } | null>;
  /** The campaign's platform; null when the campaign is unknown. */
  findPlatform(db: Db, campaignId: string): Promise<Platform | null>;
};

/** Where an order counts: its ad's campaign and platform, on the day it was placed. */
type Place = {
  merchant_id: string;
  platform: Platform;
  campaign_id: string;
  ad_id: string;
  day: RiyadhDay;
};
type StoredShare = OrderShare & Place;

/** Updates the roll-ups for one order: adds the difference between what it adds now and what it added before. */
export async function countOrder(
  tx: Tx,
  deps: CountOrderDeps,
  merchantId: string,
  orderId: string,
): Promise<void> {
  const before = await tx.maybeOne<StoredShare>(sql`
    select merchant_id, platform, campaign_id, ad_id, day, orders_placed, sales_placed_halalas, orders_delivered,
      sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas
    from reports.attributed_orders where order_id = ${orderId} and merchant_id = ${merchantId} for update`);
  const now = await loadContribution(tx, deps, merchantId, orderId);
  if (!before && !now) return;
  if (before && now && isSamePlace(before, now) && isSame(before, now)) return;

  if (before) await addToDay(tx, before, minus(noShare, before));
  if (now) await addToDay(tx, now, now);
  await storeShare(tx, merchantId, orderId, now);
  for (const campaign_id of new Set([before?.campaign_id, now?.campaign_id]))
    if (campaign_id)
      await tx.publish({ name: "reports.figures_changed", merchant_id: merchantId, campaign_id });
}

/** What an order adds and where; null when no ad brought it. */
async function loadContribution(
  tx: Tx,
  deps: CountOrderDeps,
  merchantId: string,
  orderId: string,
): Promise<StoredShare | null> {
  const attribution = await deps.findAttribution(tx, merchantId, orderId);
  const facts = attribution && (await deps.orderFacts(tx, merchantId, orderId));
  const platform = facts && (await deps.findPlatform(tx, attribution.campaign_id));
  if (!attribution || !facts || !platform) return null;
  const { status, counts, total_halalas, refunded_halalas, placed_at } = facts;
  return {
    merchant_id: merchantId,
    platform,
    campaign_id: attribution.campaign_id,
    ad_id: attribution.ad_id,
    day: toRiyadhDay(placed_at),
    ...shareOfOrder({ status, counts, total: halalas(total_halalas), refunded: halalas(refunded_halalas) }),
  };
}

async function storeShare(
  tx: Tx,
  merchantId: string,
  orderId: string,
  now: StoredShare | null,
): Promise<void> {
  await tx.run(sql`
    delete from reports.attributed_orders where order_id = ${orderId} and merchant_id = ${merchantId}`);
  if (!now) return;
  await tx.run(sql`
    insert into reports.attributed_orders (merchant_id, order_id, platform, campaign_id, ad_id, day, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas)
    values (${merchantId}, ${orderId}, ${now.platform}, ${now.campaign_id}, ${now.ad_id}, ${now.day},
      ${now.orders_placed}, ${now.sales_placed_halalas}, ${now.orders_delivered}, ${now.sales_delivered_halalas},
      ${now.orders_unconfirmed}, ${now.sales_unconfirmed_halalas})`);
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.campaign_id === b.campaign_id && a.ad_id === b.ad_id && a.day === b.day;
}

function isSame(a: OrderShare, b: OrderShare): boolean {
  return Object.keys(noShare).every((part) => a[part as keyof OrderShare] === b[part as keyof OrderShare]);
}

function minus(a: OrderShare, b: OrderShare): OrderShare {
  return {
    orders_placed: a.orders_placed - b.orders_placed,
    sales_placed_halalas: a.sales_placed_halalas - b.sales_placed_halalas,
    orders_delivered: a.orders_delivered - b.orders_delivered,
    sales_delivered_halalas: a.sales_delivered_halalas - b.sales_delivered_halalas,
    orders_unconfirmed: a.orders_unconfirmed - b.orders_unconfirmed,
    sales_unconfirmed_halalas: a.sales_unconfirmed_halalas - b.sales_unconfirmed_halalas,
  };
}

const orderColumns = sql`orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed,
  sales_unconfirmed_halalas`;

const growth = sql`orders_placed = days.orders_placed + excluded.orders_placed,
  sales_placed_halalas = days.sales_placed_halalas + excluded.sales_placed_halalas,
  orders_delivered = days.orders_delivered + excluded.orders_delivered,
  sales_delivered_halalas = days.sales_delivered_halalas + excluded.sales_delivered_halalas,
  orders_unconfirmed = days.orders_unconfirmed + excluded.orders_unconfirmed,
  sales_unconfirmed_halalas = days.sales_unconfirmed_halalas + excluded.sales_unconfirmed_halalas`;

async function addToDay(tx: Tx, place: Place, share: OrderShare): Promise<void> {
  const { merchant_id, platform, campaign_id, ad_id, day } = place;
  await tx.run(sql`
    insert into reports.campaign_days as days (merchant_id, day, campaign_id, ${orderColumns})
    values (${merchant_id}, ${day}, ${campaign_id}, ${share.orders_placed}, ${share.sales_placed_halalas},
      ${share.orders_delivered}, ${share.sales_delivered_halalas}, ${share.orders_unconfirmed},
      ${share.sales_unconfirmed_halalas})
    on conflict (merchant_id, day, campaign_id) do update set ${growth}`);
  await tx.run(sql`
    insert into reports.ad_days as days (merchant_id, campaign_id, day, ad_id, orders_placed, sales_placed_halalas)
    values (${merchant_id}, ${campaign_id}, ${day}, ${ad_id}, ${share.orders_placed}, ${share.sales_placed_halalas})
    on conflict (merchant_id, campaign_id, day, ad_id) do update set
      orders_placed = days.orders_placed + excluded.orders_placed,
      sales_placed_halalas = days.sales_placed_halalas + excluded.sales_placed_halalas`);
  await tx.run(sql`
    insert into reports.merchant_days as days (merchant_id, day, platform, ${orderColumns})
    values (${merchant_id}, ${day}, ${platform}, ${share.orders_placed}, ${share.sales_placed_halalas},
      ${share.orders_delivered}, ${share.sales_delivered_halalas}, ${share.orders_unconfirmed},
      ${share.sales_unconfirmed_halalas})
    on conflict (merchant_id, day, platform) do update set ${growth}`);
}
