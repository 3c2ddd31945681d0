import {
  computeFactorRate,
  computeRate,
  computeReturnShare,
  computeStoreRate,
  type DeliveryRates,
  type RateKey,
  rateFactors,
  rateStages,
} from "./delivery-rates.ts";

/** Open orders that share a rate: how many, their totals, the squares of these in riyals, and what is expected of them. */
export type OpenCell = RateKey & {
  orders: number;
  halalas: number;
  squares: number;
  /** Each order's total at its rate, in whole halalas, added up: so sums of any groups add up to the halala. */
  expected_halalas: number;
};

/** What was delivered, less what came back; and of it what may still come back, with its squares in riyals. */
export type Delivered = { orders: number; halalas: number; fresh_halalas: number; fresh_squares: number };

export type DeliveredEstimate = {
  /** Delivered so far, less what came back: the truth. */
  delivered_orders: number;
  delivered_halalas: number;
  /** Still open: how many, their totals, and how much of that is expected to be delivered. */
  open_orders: number;
  open_halalas: number;
  expected_orders: number;
  expected_halalas: number;
  /** Delivered and expected. */
  estimate_halalas: number;
  /** Between these the sum lies in the end, at the level of `estimateLevel`; later returns are reckoned with. */
  low_halalas: number;
  high_halalas: number;
};

/** 90 of 100 values of a normal distribution lie within so many standard deviations. */
const deviations = 1.645;

/**
 * What of these orders is delivered in the end. An open order counts at its rate until its end is known; an order that
 * ended counts as it ended. The range adds up what is uncertain: whether each open order is accepted, how well the rates
 * of the store and of its cities, products and sources are known, and what of the delivered comes back later.
 */
export function estimateDelivered(
  rates: DeliveryRates,
  delivered: Delivered,
  open: readonly OpenCell[],
): DeliveredEstimate {
  let [orders, halalas, expectedOrders, expected, chance, expectedSquares] = [0, 0, 0, 0, 0, 0];
  for (const cell of open) {
    const rate = computeRate(rates, cell);
    orders += cell.orders;
    halalas += cell.halalas;
    expectedOrders += cell.orders * rate;
    expected += cell.expected_halalas;
    chance += cell.squares * rate * (1 - rate);
    expectedSquares += cell.squares * rate;
  }
  const estimate = delivered.halalas + expected;
  const returns = computeReturnShare(rates);
  const exposed = (delivered.fresh_halalas + expected) / 100;
  const back = exposed * returns.rate;
  const backVariance =
    (delivered.fresh_squares + expectedSquares) * returns.rate * (1 - returns.rate) +
    exposed ** 2 * returns.variance;
  const spread = deviations * Math.sqrt(chance + sumRateVariance(rates, open) + backVariance);
  const most = delivered.halalas + halalas;
  const toBound = (riyals: number) => Math.min(most, Math.max(0, estimate + Math.round(riyals * 100)));
  return {
    delivered_orders: delivered.orders,
    delivered_halalas: delivered.halalas,
    open_orders: orders,
    open_halalas: halalas,
    expected_orders: Math.round(expectedOrders),
    expected_halalas: expected,
    estimate_halalas: estimate,
    low_halalas: Math.min(estimate, toBound(-back - spread)),
    high_halalas: Math.max(estimate, toBound(-back + spread)),
  };
}

/** In square riyals: orders of one city, product or source share the error of its rate, and all share the store's. */
function sumRateVariance(rates: DeliveryRates, open: readonly OpenCell[]): number {
  let sum = 0;
  for (const stage of rateStages) {
    const cells = open.filter(({ is_cod, is_sent }) => is_cod === stage.is_cod && is_sent === stage.is_sent);
    sum += (sumHalalas(cells) / 100) ** 2 * computeStoreRate(rates, stage).variance;
    for (const factor of rateFactors)
      for (const [key, group] of Map.groupBy(cells, (cell) => cell[factor]))
        sum += (sumHalalas(group) / 100) ** 2 * computeFactorRate(rates, { ...stage, factor, key }).variance;
  }
  return sum;
}

const sumHalalas = (cells: readonly OpenCell[]) => cells.reduce((sum, { halalas }) => sum + halalas, 0);
