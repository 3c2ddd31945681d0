import { type Halalas, halalas } from "#base/shared/money.ts";
import type { Span } from "./periods.ts";

/**
 * What of a period's value was used up at a moment, and what was not. Both are whole halalas and sum to the value; a part of
 * a halala counts as used.
 */
export function splitAt(
  value: Halalas,
  { starts_at, ends_at }: Span,
  at: Date,
): { used: Halalas; unused: Halalas } {
  const whole = BigInt(ends_at.getTime() - starts_at.getTime());
  const left = BigInt(Math.max(0, ends_at.getTime() - Math.max(at.getTime(), starts_at.getTime())));
  const unused = halalas(Number((BigInt(value) * left) / whole));
  return { used: halalas(value - unused), unused };
}
