import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** So many days of orders and of delivered campaigns count. */
export const factDays = 90;

/** What delivered orders brought for what was spent. Amounts are halalas. */
export type AdSums = { spendHalalas: number; clicks: number; orders: number; salesHalalas: number };
/** One platform's ads with their weeks, those without spend left out. */
export type PlatformFacts = AdSums & { platform: Platform; weeks: readonly AdSums[] };

/** What the merchant's own records say, from which a plan is chosen; empty where nothing is known. */
export type PlanFacts = {
  /** All delivered orders of the store, also those whose city is not known. */
  deliveredOrders: number;
  /** By the gazetteer's keys, the most orders first. */
  cities: readonly { key: string; orders: number }[];
  platforms: readonly PlatformFacts[];
  /** Units of the product in the last 30 days; null while they are not known. */
  product: { unitsSold: number; unitsReturned: number } | null;
};

/** Less than this on a platform says nothing of it. */
const spendNeeded = 1_000_00;
const ordersNeeded = 10;

/** Whether enough was spent or sold on a platform to compare it with others. */
export const isMeasured = ({ spendHalalas, orders }: AdSums): boolean =>
  spendHalalas >= spendNeeded || (spendHalalas > 0 && orders >= ordersNeeded);

export const toPercent = (part: number, of: number): number => Math.round((100 * part) / of);
