import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/**
 * What became known of a campaign's day by a morning: the difference to what was known before. `known_on` is the first
 * day whose evaluation could see it, so a correction of the third day changes nothing that was decided on the first.
 */
export type FigureChange = {
  day: RiyadhDay;
  known_on: RiyadhDay;
  spend_halalas: number;
  sales_placed_halalas: number;
  sales_delivered_halalas: number;
  clicks: number;
};

/** Sums of a campaign's days: spend and sales, placed and delivered, in halalas; clicks. */
export type Totals = { spend: number; placed: number; delivered: number; clicks: number };

/** What the changes come to together. */
export function sumChanges(changes: readonly FigureChange[]): Totals {
  const total: Totals = { spend: 0, placed: 0, delivered: 0, clicks: 0 };
  for (const one of changes)
    addTotals(total, {
      spend: one.spend_halalas,
      placed: one.sales_placed_halalas,
      delivered: one.sales_delivered_halalas,
      clicks: one.clicks,
    });
  return total;
}

/** Adds one to the total, which it changes. */
export function addTotals(total: Totals, one: Totals): void {
  total.spend += one.spend;
  total.placed += one.placed;
  total.delivered += one.delivered;
  total.clicks += one.clicks;
}
