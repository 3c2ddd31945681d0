/** One Riyadh day of a coupon and its campaign. */
export type CouponDay = { usesWithoutClick: number; validClicks: number };

/** What a coupon's own history leads one to expect of a day, and how likely at least as many uses are. */
export type LeakFinding = { isLeak: boolean; expected: number; probability: number };

/** Days of its own history that are looked at, before the day itself. */
export const leakHistoryDays = 28;
/** Fewer days say too little: a code's first days cannot be told from a leak. */
const minHistoryDays = 3;
/** Fewer uses harm nobody. */
const minUses = 8;
/** A coupon is used so often by chance on one day in a thousand. */
const maxProbability = 0.001;

/**
 * Whether a day's uses without a click are more than the coupon's own history explains: the code is known somewhere
 * where the ad is not. Uses a day are taken as Poisson with an unknown rate; the days before (28 at most, with one use in
 * one day as a start) say what rate, so that the number of a new day follows a negative binomial distribution. A campaign
 * with more clicks than usual may expect as many more uses; with fewer, not fewer, because buyers come days later.
 */
export function findLeak(day: CouponDay, history: readonly CouponDay[]): LeakFinding {
  const days = history.length;
  const uses = 1 + history.reduce((sum, { usesWithoutClick }) => sum + usesWithoutClick, 0);
  const usualClicks = history.reduce((sum, { validClicks }) => sum + validClicks, 0) / Math.max(1, days);
  const growth = usualClicks > 0 ? Math.max(1, day.validClicks / usualClicks) : 1;
  const expected = (uses / (days + 1)) * growth;
  const probability = computeTail(day.usesWithoutClick, { shape: uses, rate: (days + 1) / growth });
  const isKnown = days >= minHistoryDays && day.usesWithoutClick >= minUses;
  return { isLeak: isKnown && probability < maxProbability, expected, probability };
}

/** The probability of `count` or more, where the rate of a Poisson variable is gamma distributed. */
function computeTail(count: number, { shape, rate }: { shape: number; rate: number }): number {
  const logStay = Math.log(rate / (rate + 1));
  const logMove = Math.log(1 / (rate + 1));
  let below = 0;
  let logMass = shape * logStay;
  for (let k = 0; k < count; k += 1) {
    below += Math.exp(logMass);
    logMass += Math.log((k + shape) / (k + 1)) + logMove;
  }
  return Math.max(0, 1 - below);
}
