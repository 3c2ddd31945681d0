/** Visitors who were shown a half, and those of them who tapped the order button. */
export type HalfCount = { visitors: number; tapped: number };
export type Verdict = "not_enough" | "no_difference" | "a_better" | "b_better";
export type Comparison = {
  verdict: Verdict;
  /** How much larger B's share of visitors who tapped is than A's, from and to, -1 to 1; null before both have visitors. */
  difference: { lower: number; upper: number } | null;
};

/** Each half needs as many before anything is said of them. */
export const visitorsNeeded = 200;
export const tapsNeeded = 10;
/** Shoppers of a whole week: weekends differ from other days. */
export const daysNeeded = 7;

/**
 * Two-sided 99 %: merchants look at a test many times, and the usual 95 % would show a difference that is none too often.
 */
const z = 2.5758;

/** The shares side by side; a half is better only when the whole interval of the difference says so. */
export function compareHalves(a: HalfCount, b: HalfCount, days: number): Comparison {
  if (a.visitors === 0 || b.visitors === 0) return { verdict: "not_enough", difference: null };
  const difference = computeDifference(a, b);
  const hasEnough =
    days >= daysNeeded &&
    Math.min(a.visitors, b.visitors) >= visitorsNeeded &&
    a.tapped + b.tapped >= tapsNeeded;
  if (!hasEnough) return { verdict: "not_enough", difference };
  if (difference.lower > 0) return { verdict: "b_better", difference };
  return { verdict: difference.upper < 0 ? "a_better" : "no_difference", difference };
}

/**
 * The interval of B's share less A's, from the score intervals of both (Newcombe 1998, Statistics in Medicine 17, method 10):
 * right also for few taps, where the usual one is not.
 */
function computeDifference(a: HalfCount, b: HalfCount): { lower: number; upper: number } {
  const [shareA, shareB] = [a, b].map(({ visitors, tapped }) => tapped / visitors) as [number, number];
  const [of, against] = [computeScoreInterval(b), computeScoreInterval(a)];
  const difference = shareB - shareA;
  return {
    lower: difference - Math.hypot(shareB - of.lower, against.upper - shareA),
    upper: difference + Math.hypot(of.upper - shareB, shareA - against.lower),
  };
}

/** Wilson's score interval of a share. */
function computeScoreInterval({ visitors: n, tapped }: HalfCount): { lower: number; upper: number } {
  const share = tapped / n;
  const middle = share + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const whole = 1 + z ** 2 / n;
  return { lower: (middle - spread) / whole, upper: (middle + spread) / whole };
}
