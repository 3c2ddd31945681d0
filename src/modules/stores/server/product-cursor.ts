import { z } from "zod";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { ProductSort } from "../contract/enums.ts";

/** What products are listed by; the sums are those of the last count, and change during the day. */
export type ProductKeys = {
  list_tier: number;
  recent_sales_halalas: number;
  recent_units_sold: number;
  name: string;
  id: string;
};
type Values = readonly (string | number)[];
type Order = {
  /** As the index has them: all ascending, so that a page begins after one comparison of rows. */
  keys: Sql;
  toValues(row: ProductKeys): Values;
  values: z.ZodType<Values>;
};

const whole = z.number().int();

export const productOrders: Record<ProductSort, Order> = {
  sales: {
    keys: sql`products.list_tier, (-products.recent_sales_halalas), (-products.recent_units_sold), products.name,
      products.id`,
    toValues: ({ list_tier, recent_sales_halalas, recent_units_sold, name, id }) => [
      list_tier,
      -recent_sales_halalas,
      -recent_units_sold,
      name,
      id,
    ],
    values: z.tuple([whole, whole, whole, z.string(), z.string()]),
  },
  name: {
    keys: sql`products.list_tier, products.name, products.id`,
    toValues: ({ list_tier, name, id }) => [list_tier, name, id],
    values: z.tuple([whole, z.string(), z.string()]),
  },
};

/** Where a page ends. */
export const encodeProductCursor = (sort: ProductSort, last: ProductKeys): string =>
  Buffer.from(JSON.stringify(productOrders[sort].toValues(last))).toString("base64url");

/** A cursor that is not ours (of another order, or invented) is ignored. */
export function decodeProductCursor(sort: ProductSort, text: string): Values | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return productOrders[sort].values.safeParse(parsed).data ?? null;
  } catch {
    return null;
  }
}
