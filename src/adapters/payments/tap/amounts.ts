import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas } from "#base/shared/money.ts";

/** Tap's amounts are decimal riyals with two places: 115.5 is 115.50 SAR. */
export const toRiyals = (amount: Halalas): number => amount / 100;

/** Throws when the amount is no whole number of halalas: nothing is rounded. */
export function toHalalas(riyals: number): Halalas {
  const amount = Math.round(riyals * 100);
  if (Math.abs(riyals * 100 - amount) > 1e-6)
    throw new AdapterFault("outcome_unknown", { reason: `Tap answered an amount of ${riyals}` });
  return halalas(amount);
}
