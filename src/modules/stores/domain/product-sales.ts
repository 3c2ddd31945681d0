import { type Halalas, halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { OrderLine, StoreOrder } from "./order.ts";

/** What one product sold on one Riyadh day; a difference between two such rows may be negative. */
export type ProductDay = {
  productId: string;
  /** The day on which the orders were placed, whenever their units came back. */
  day: RiyadhDay;
  unitsSold: number;
  /** With VAT, before coupons on the whole order, shipping and returns. */
  sales: Halalas;
  /** Of the sold units: refunded, or refused on delivery. */
  unitsReturned: number;
  /** Of the sold units: those of orders refunded in part, where the platform does not say what came back. */
  unitsReturnUnknown: number;
};

type SoldOrder = Pick<StoreOrder, "status" | "placedAt" | "refunded" | "lines">;

/** What an order adds to its products' day: nothing while it is unpaid, once it is cancelled, or without lines. */
export function computeProductDays(order: SoldOrder | null): ProductDay[] {
  if (!order?.lines || order.status === "unpaid" || order.status === "cancelled") return [];
  const day = toRiyadhDay(order.placedAt);
  return order.lines.map((line) => {
    const returned = countReturned(order, line);
    return {
      productId: line.productId,
      day,
      unitsSold: line.quantity,
      sales: line.amount,
      unitsReturned: returned ?? 0,
      unitsReturnUnknown: returned === null ? line.quantity : 0,
    };
  });
}

function countReturned({ status, refunded }: SoldOrder, { quantity, returned }: OrderLine): number | null {
  if (status === "refunded" || status === "refused") return quantity;
  if (returned !== null) return Math.min(returned, quantity);
  return refunded === 0 ? 0 : null;
}

/** What to add to the stored days when an order changes, in one order for all writers; without what stays equal. */
export function computeProductDayChanges(
  before: readonly ProductDay[],
  after: readonly ProductDay[],
): ProductDay[] {
  const changes = new Map<string, ProductDay>();
  const add = (row: ProductDay, sign: 1 | -1) => {
    const key = `${row.day} ${row.productId}`;
    const sum = changes.get(key);
    changes.set(key, {
      productId: row.productId,
      day: row.day,
      unitsSold: (sum?.unitsSold ?? 0) + sign * row.unitsSold,
      sales: halalas((sum?.sales ?? 0) + sign * row.sales),
      unitsReturned: (sum?.unitsReturned ?? 0) + sign * row.unitsReturned,
      unitsReturnUnknown: (sum?.unitsReturnUnknown ?? 0) + sign * row.unitsReturnUnknown,
    });
  };
  for (const row of after) add(row, 1);
  for (const row of before) add(row, -1);
  return [...changes]
    .filter(([, row]) => row.unitsSold || row.sales || row.unitsReturned || row.unitsReturnUnknown)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
}
