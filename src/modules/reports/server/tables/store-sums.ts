import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import type { SumFrom } from "#modules/figures/contract/metrics.ts";
import { type KnownSums, type PeriodSums, toPeriodSums } from "./report-table.ts";
import type { ResolvedScope, TableDeps } from "./table-deps.ts";

/** An order's sums, by the names they have when all orders of the stores are counted. */
const storeNames = {
  orders_placed: "store_orders",
  sales_placed_halalas: "store_sales_halalas",
  orders_delivered: "store_orders_delivered",
  sales_delivered_halalas: "store_sales_delivered_halalas",
} as const satisfies Partial<Record<SumFrom<"orders">, SumFrom<"store">>>;

export const storeSums = Object.values(storeNames);
type OrderSums = Record<keyof typeof storeNames, number>;

export function toStoreSums(row: OrderSums): KnownSums {
  return Object.fromEntries(
    Object.entries(storeNames).map(([sum, name]) => [name, row[sum as keyof OrderSums]]),
  );
}

/** What the stores sold, whether or not an ad brought it, by day or city. */
export async function loadStoreSums(
  { figures }: TableDeps,
  ctx: ReadContext,
  { store_id: storeId, city }: ResolvedScope,
  { by, period: { from, to } }: { by: "day" | "city"; period: Period },
): Promise<PeriodSums> {
  const filter = { from, to, broughtBy: "all", storeId, city } as const;
  if (by === "day") {
    const days = await figures.queryOrders(ctx, { by: ["day"], filter });
    return toPeriodSums(
      storeSums,
      days.map((row) => [row.day, toStoreSums(row)]),
    );
  }
  const cities = await figures.queryOrders(ctx, { by: ["city"], filter });
  return toPeriodSums(
    storeSums,
    cities.map((row) => [row.city_key, toStoreSums(row)]),
  );
}
