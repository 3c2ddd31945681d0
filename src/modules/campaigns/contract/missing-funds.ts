import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";

/** The step of a proposed deposit, in halalas: one hundred riyals. */
const step = 10_000;

/** The money missing to hold `needed` when `held` is already held; zero when there is enough. */
export function computeMissingFunds(needed: Halalas, held: Halalas, available: Halalas): Halalas {
  const growth = Math.max(0, needed - held);
  return growth === 0 ? zeroHalalas : halalas(Math.max(0, growth - Math.max(0, available)));
}

/** A deposit that covers the missing money: whole hundreds of riyals, never below the minimum deposit. */
export function computeTopUp(missing: Halalas, minDeposit: Halalas): Halalas {
  return halalas(Math.max(minDeposit, Math.ceil(missing / step) * step));
}
