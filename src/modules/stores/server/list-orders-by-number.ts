import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type NumberedOrder = Row<"stores.orders", "id" | "reference" | "total_halalas" | "placed_at"> & {
  store_name: string;
};

/** Orders whose number begins so, the shortest numbers first. `number` has letters, digits and dashes only, in small letters. */
export function listOrdersByNumber(
  { db, actor }: ReadContext,
  { number, limit }: { number: string; limit: number },
): Promise<NumberedOrder[]> {
  const beginnings = [...new Set([number, number.toUpperCase()])].map((one) => `${one}%`);
  return db.many<NumberedOrder>(sql`
    select orders.id, reference, total_halalas, placed_at, stores.name as store_name
    from stores.orders join stores.stores on stores.id = store_id
    where orders.merchant_id = ${actor.merchantId}
      and (ltrim(reference, '#') like ${beginnings[0]} or ltrim(reference, '#') like ${beginnings.at(-1)})
    order by length(reference), reference limit ${limit}`);
}
