import type { ChangeReason } from "../contract/home-scope.ts";

/** A campaign's day up to an hour; amounts in halalas. */
export type DaySums = { spend_halalas: number; orders_placed: number; sales_placed_halalas: number };

export const noSums: DaySums = { spend_halalas: 0, orders_placed: 0, sales_placed_halalas: 0 };

/** A difference of spend below this share of the larger day is none. */
const steadyShare = 0.2;

/**
 * Why today differs from yesterday by the same hour; null where it hardly does. What changed first explains what followed:
 * a campaign that began or stopped, then another spend, then other orders for about the same spend.
 */
export function explainChange(today: DaySums, yesterday: DaySums): ChangeReason | null {
  if (yesterday.spend_halalas === 0 && today.spend_halalas > 0) return "started";
  if (yesterday.spend_halalas > 0 && today.spend_halalas === 0) return "stopped";
  const difference = today.spend_halalas - yesterday.spend_halalas;
  const larger = Math.max(today.spend_halalas, yesterday.spend_halalas);
  if (Math.abs(difference) > larger * steadyShare) return difference > 0 ? "more_spend" : "less_spend";
  if (today.orders_placed === yesterday.orders_placed) return null;
  return today.orders_placed > yesterday.orders_placed ? "more_orders" : "fewer_orders";
}

/** How much a change matters: the larger of what sales and spend moved by, in halalas. */
export const weighChange = (today: DaySums, yesterday: DaySums): number =>
  Math.max(
    Math.abs(today.sales_placed_halalas - yesterday.sales_placed_halalas),
    Math.abs(today.spend_halalas - yesterday.spend_halalas),
  );
