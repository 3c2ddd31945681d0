/** How today's spend goes, beside what is usual by this time of the day. */
export type Pace = "slow" | "usual" | "fast";

/** Shares in basis points. */
const whole = 10_000;
/** A quarter above what is usual is fast, and less than six tenths of it is slow. */
const fastFrom = 12_500;
const slowBelow = 6_000;
/** Early in the day little is usual, and a single hour would look fast or slow. */
const sayFrom = 500;

type Facts = { spentHalalas: number; dailyBudgetHalalas: number; usualShare: number | null };

/** The share of the daily budget that was spent today, in basis points; more than 10,000 when it was exceeded. */
export function toSpentShare({ spentHalalas, dailyBudgetHalalas }: Omit<Facts, "usualShare">): number {
  return dailyBudgetHalalas > 0 ? Math.round((spentHalalas * whole) / dailyBudgetHalalas) : 0;
}

/** Null while it is not known what is usual, or too early in the day to say. */
export function toPace({ usualShare, ...facts }: Facts): Pace | null {
  if (usualShare === null || usualShare < sayFrom) return null;
  const ofUsual = (toSpentShare(facts) * whole) / usualShare;
  if (ofUsual >= fastFrom) return "fast";
  return ofUsual < slowBelow ? "slow" : "usual";
}
