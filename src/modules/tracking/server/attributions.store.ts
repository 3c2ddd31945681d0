import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Witness } from "../contract/attribution.ts";

/** An order and whom it is attributed to by default (last click, 28 days), with what it adds to the roll-up. */
export type Attribution = Omit<Row<"tracking.attributions">, "merchant_id" | "attributed_at"> & {
  witness: Witness;
  placed_at: Date;
  placed_on: RiyadhDay;
};

/**
 * One transaction at a time attributes a merchant's orders: two that see an order for the first time would both count
 * it. Held until the transaction ends.
 */
export async function lockMerchantAttributions({ tx, actor }: Context): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`tracking.attributions:${actor.merchantId}`}, 0))`,
  );
}

/** What these orders are attributed to; those not seen yet are left out. */
export function listAttributions(
  { tx, actor }: Context,
  orderIds: readonly string[],
): Promise<Attribution[]> {
  return tx.many<Attribution>(sql`
    select order_id, store_id, witness, click_id, clicked_at, link_id, campaign_id, ad_group_id, ad_id, coupon_code,
      coupon_campaign_id, coupon_id, placed_at, basis, placed_on, orders_placed, sales_placed_halalas, orders_delivered,
      sales_delivered_halalas
    from tracking.attributions
    where order_id = any(${[...orderIds]}::text[]) and merchant_id = ${actor.merchantId}`);
}

/** Attributes the orders, instead of as before. */
export async function upsertAttributions(
  { tx, actor, now }: Context,
  attributions: readonly Attribution[],
): Promise<void> {
  if (attributions.length === 0) return;
  await tx.run(sql`
    insert into tracking.attributions (order_id, merchant_id, store_id, witness, click_id, clicked_at, link_id,
      campaign_id, ad_group_id, ad_id, coupon_code, coupon_campaign_id, coupon_id, placed_at, basis, placed_on,
      orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas, attributed_at)
    select order_id, ${actor.merchantId}, store_id, witness, click_id, clicked_at, link_id, campaign_id, ad_group_id,
      ad_id, coupon_code, coupon_campaign_id, coupon_id, placed_at, basis, placed_on, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas, ${now}
    from json_to_recordset(${JSON.stringify(attributions)}::json) as given (order_id text, store_id text, witness text,
      click_id text, clicked_at timestamptz, link_id text, campaign_id text, ad_group_id text, ad_id text,
      coupon_code text, coupon_campaign_id text, coupon_id text, placed_at timestamptz, basis text, placed_on date,
      orders_placed int, sales_placed_halalas bigint, orders_delivered int, sales_delivered_halalas bigint)
    on conflict (order_id) do update set store_id = excluded.store_id, witness = excluded.witness,
      click_id = excluded.click_id, clicked_at = excluded.clicked_at, link_id = excluded.link_id,
      campaign_id = excluded.campaign_id, ad_group_id = excluded.ad_group_id, ad_id = excluded.ad_id,
      coupon_code = excluded.coupon_code, coupon_campaign_id = excluded.coupon_campaign_id,
      coupon_id = excluded.coupon_id, placed_at = excluded.placed_at, basis = excluded.basis,
      placed_on = excluded.placed_on, orders_placed = excluded.orders_placed,
      sales_placed_halalas = excluded.sales_placed_halalas, orders_delivered = excluded.orders_delivered,
      sales_delivered_halalas = excluded.sales_delivered_halalas, attributed_at = excluded.attributed_at
    where attributions.merchant_id = excluded.merchant_id`);
}

export async function deleteAttributions({ tx, actor }: Context, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx.run(sql`
    delete from tracking.attributions
    where order_id = any(${[...orderIds]}::text[]) and merchant_id = ${actor.merchantId}`);
}
