import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Credit } from "../domain/attribution.ts";

/** A counted order's credit under one model and window. */
export type OrderCredit = Credit & { order_id: string; store_id: string; placed_on: RiyadhDay };

/** The credits of these orders, in no order; those that do not count have none. */
export function listCredits({ tx, actor }: Context, orderIds: readonly string[]): Promise<OrderCredit[]> {
  return tx.many<OrderCredit>(sql`
    select order_id, model, window_days, placed_on, store_id, witness, campaign_id, ad_group_id, ad_id, click_id
    from tracking.order_credits
    where merchant_id = ${actor.merchantId} and order_id = any(${[...orderIds]}::text[])`);
}

/** These orders have these credits and no others. */
export async function replaceCredits(
  { tx, actor }: Context,
  { orderIds, credits }: { orderIds: readonly string[]; credits: readonly OrderCredit[] },
): Promise<void> {
  if (orderIds.length > 0)
    await tx.run(sql`
      delete from tracking.order_credits
      where merchant_id = ${actor.merchantId} and order_id = any(${[...orderIds]}::text[])`);
  if (credits.length > 0)
    await tx.run(sql`
      insert into tracking.order_credits (merchant_id, order_id, model, window_days, placed_on, store_id, witness,
        campaign_id, ad_group_id, ad_id, click_id)
      select ${actor.merchantId}, order_id, model, window_days, placed_on, store_id, witness, campaign_id, ad_group_id,
        ad_id, click_id
      from json_to_recordset(${JSON.stringify(credits)}::json) as given (order_id text, model text,
        window_days smallint, placed_on date, store_id text, witness text, campaign_id text, ad_group_id text,
        ad_id text, click_id text)`);
}
