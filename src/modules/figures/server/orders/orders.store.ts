import type { Context } from "#base/server/context.ts";
import { join, raw, sql } from "#base/server/db/db.ts";
import { computeOrderDayChanges, orderSums, type ReportedOrder } from "../../domain/order-days.ts";

const sums = join(orderSums.map((name) => raw(name)));
const growth = join(orderSums.map((name) => raw(`${name} = days.${name} + excluded.${name}`)));

/** The order as it is counted so far, locked; null when it is not. */
export async function lockReportedOrder(
  { tx, actor }: Context,
  orderId: string,
): Promise<ReportedOrder | null> {
  const row = await tx.maybeOne<ReportedOrder>(sql`
    select order_id, store_id, reference, placed_at, day, state, is_cod, city_key, product_id, total_halalas,
      refunded_halalas, delivered_at, platform, campaign_id, ad_id, witness, clicked_day, rival_campaign_id,
      rival_platform
    from figures.orders where order_id = ${orderId} and merchant_id = ${actor.merchantId} for update`);
  return row ?? null;
}

/** Writes the order as it counts from now on (null: not at all), and the difference to the roll-up, in one statement. */
export async function replaceReportedOrder(
  { tx, actor: { merchantId } }: Context,
  before: ReportedOrder | null,
  after: ReportedOrder | null,
): Promise<void> {
  const changes = computeOrderDayChanges(before, after);
  const written = after
    ? sql`
      insert into figures.orders
      select (json_populate_record(null::figures.orders, ${JSON.stringify({ merchant_id: merchantId, ...after })}::json)).*
      on conflict (order_id) do update set (store_id, reference, placed_at, day, state, is_cod, city_key, product_id,
        total_halalas, refunded_halalas, delivered_at, platform, campaign_id, ad_id, witness, clicked_day,
        rival_campaign_id, rival_platform) = (excluded.store_id, excluded.reference, excluded.placed_at, excluded.day,
        excluded.state, excluded.is_cod, excluded.city_key, excluded.product_id, excluded.total_halalas,
        excluded.refunded_halalas, excluded.delivered_at, excluded.platform, excluded.campaign_id, excluded.ad_id,
        excluded.witness, excluded.clicked_day, excluded.rival_campaign_id, excluded.rival_platform)
      where orders.merchant_id = excluded.merchant_id`
    : sql`delete from figures.orders where order_id = ${before?.order_id ?? ""} and merchant_id = ${merchantId}`;
  await tx.run(sql`
    with written as (${written})
    insert into figures.order_state_days as days (merchant_id, split, day, key, platform, campaign_id, store_id, is_cod, ${sums})
    select ${merchantId}, split, day, key, platform, campaign_id, store_id, is_cod, ${sums}
    from json_populate_recordset(null::figures.order_state_days, ${JSON.stringify(changes)}::json)
    on conflict (merchant_id, split, day, key, campaign_id, store_id, is_cod) do update set ${growth}`);
}
