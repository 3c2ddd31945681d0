import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { AttributionDayChange } from "../domain/attribution-days.ts";

/** Adds the differences to the roll-up, in the order of its key: two transactions cannot deadlock. */
export async function addToAttributionDays(
  { tx, actor }: Context,
  changes: readonly AttributionDayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(sql`
    insert into tracking.attribution_days as days (merchant_id, day, model, window_days, campaign_id, ad_group_id, ad_id,
      store_id, witness, orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select ${actor.merchantId}, day, model, window_days, campaign_id, ad_group_id, ad_id, store_id, witness,
      orders_placed, sales_placed_halalas, orders_delivered, sales_delivered_halalas
    from json_to_recordset(${JSON.stringify(changes)}::json) as given (day date, model text, window_days smallint,
      campaign_id text, ad_group_id text, ad_id text, store_id text, witness text, orders_placed bigint,
      sales_placed_halalas bigint, orders_delivered bigint, sales_delivered_halalas bigint)
    order by model, window_days, day, campaign_id, ad_group_id, ad_id, store_id, witness
    on conflict (merchant_id, model, window_days, day, campaign_id, ad_group_id, ad_id, store_id, witness) do update set
      orders_placed = days.orders_placed + excluded.orders_placed,
      sales_placed_halalas = days.sales_placed_halalas + excluded.sales_placed_halalas,
      orders_delivered = days.orders_delivered + excluded.orders_delivered,
      sales_delivered_halalas = days.sales_delivered_halalas + excluded.sales_delivered_halalas`);
}
