import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { ProductDay } from "../domain/product-sales.ts";
import { rankSold } from "./products.store.ts";

/**
 * Adds the differences to the roll-up of what products sold by day, by which the products are listed from then on. The
 * caller holds the order's lock.
 */
export async function addProductDays(
  ctx: Context,
  storeId: string,
  changes: readonly ProductDay[],
): Promise<void> {
  if (changes.length === 0) return;
  const { tx, actor } = ctx;
  const rows = changes.map(({ productId, day, unitsSold, sales, unitsReturned, unitsReturnUnknown }) => ({
    external_product_id: productId,
    day,
    units_sold: unitsSold,
    sales_halalas: sales,
    units_returned: unitsReturned,
    units_return_unknown: unitsReturnUnknown,
  }));
  await tx.run(sql`
    insert into stores.product_days as days (merchant_id, store_id, external_product_id, day, units_sold,
      sales_halalas, units_returned, units_return_unknown)
    select ${actor.merchantId}, ${storeId}, external_product_id, day, units_sold, sales_halalas, units_returned,
      units_return_unknown
    from json_populate_recordset(null::stores.product_days, ${JSON.stringify(rows)}::json)
    on conflict (store_id, day, external_product_id) do update set
      units_sold = days.units_sold + excluded.units_sold,
      sales_halalas = days.sales_halalas + excluded.sales_halalas,
      units_returned = days.units_returned + excluded.units_returned,
      units_return_unknown = days.units_return_unknown + excluded.units_return_unknown`);
  await rankSold(ctx, storeId, [...new Set(changes.map(({ productId }) => productId))]);
}
