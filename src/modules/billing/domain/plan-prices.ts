import type { Problem } from "#base/shared/refusals.ts";

/** The prices of whole periods with VAT, in halalas. */
export type PlanPrices = {
  price_1_halalas: number;
  price_3_halalas: number;
  price_6_halalas: number;
  price_12_halalas: number;
};
type PriceCode = "billing.price_not_rising" | "billing.price_above_months";

const longer = [
  { months: 3, field: "price_3_halalas", before: "price_1_halalas" },
  { months: 6, field: "price_6_halalas", before: "price_3_halalas" },
  { months: 12, field: "price_12_halalas", before: "price_6_halalas" },
] as const;

/**
 * What is wrong with a plan's prices, each on its field: a longer period costs more than the shorter ones, and never more
 * than its months one by one.
 */
export function findPriceProblems(prices: PlanPrices): Problem<PriceCode>[] {
  return longer.flatMap(({ months, field, before }): Problem<PriceCode>[] => {
    if (prices[field] <= prices[before]) return [{ code: "billing.price_not_rising", params: {}, field }];
    if (prices[field] > prices.price_1_halalas * months)
      return [{ code: "billing.price_above_months", params: { months }, field }];
    return [];
  });
}
