import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { sectorRules } from "../contract/library-enums.ts";

/** One sharing store's figures of a month; the store is named by its merchant. */
export type SharedFigures = {
  merchant_id: string;
  roas_delivered: number;
  cost_per_delivered_halalas: number;
};

export type SectorMedians = {
  stores_at_least: number;
  roas_delivered: number;
  cost_per_delivered_halalas: number;
};

/** Whether a store sold enough in the month for its figures to say something of the sector. */
export const isCounted = (sums: { spend_halalas: number; orders_delivered: number }): boolean =>
  sums.spend_halalas >= sectorRules.leastSpendHalalas &&
  sums.orders_delivered >= sectorRules.leastOrdersDelivered;

/**
 * What may be published of a sector's month; null where nothing may: fewer stores than the least, or stores that differ from
 * those of the last publication by some, but by fewer than `leastChangedStores`. Otherwise one store that joined or left
 * between two publications would be what they differ by. Values are rounded: a return to a tenth, a cost to whole riyals,
 * the number of stores down to a round one.
 */
export function computeSectorMedians(
  shared: readonly SharedFigures[],
  lastMembers: readonly string[],
): SectorMedians | null {
  if (shared.length < sectorRules.leastStores) return null;
  const changed = countChanged(
    shared.map(({ merchant_id }) => merchant_id),
    lastMembers,
  );
  if (lastMembers.length > 0 && changed > 0 && changed < sectorRules.leastChangedStores) return null;
  return {
    stores_at_least: roundDown(shared.length),
    roas_delivered: Math.round(computeMedian(shared.map(({ roas_delivered }) => roas_delivered)) * 10) / 10,
    cost_per_delivered_halalas:
      Math.round(computeMedian(shared.map((one) => one.cost_per_delivered_halalas)) / 100) * 100,
  };
}

/** How many stores are in one of the two and not in the other. */
function countChanged(members: readonly string[], before: readonly string[]): number {
  return new Set(members).symmetricDifference(new Set(before)).size;
}

/** The middle value; between two, their mean. There is at least one. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [lower = 0, upper = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (lower + upper) / 2;
}

const roundNumbers = [500, 200, 100, 50, sectorRules.leastStores];
const roundDown = (stores: number): number =>
  roundNumbers.find((round) => stores >= round) ?? sectorRules.leastStores;

/** The first and last day of the newest month that may be published on this day. */
export function findPublishedMonth(today: RiyadhDay): { from: RiyadhDay; to: RiyadhDay } {
  const isDue = Number(today.slice(8, 10)) >= sectorRules.publishedOn;
  const thisMonth = firstOfMonth(today);
  const next = isDue ? thisMonth : firstOfMonth(addDays(thisMonth, -1));
  const to = addDays(next, -1);
  return { from: firstOfMonth(to), to };
}

const firstOfMonth = (day: RiyadhDay): RiyadhDay => `${day.slice(0, 7)}-01` as RiyadhDay;
