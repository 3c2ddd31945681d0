import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";

/** What a merchant tops up by: amounts people pay, in halalas. */
const step = 10_000;

/** The money missing to hold `needed` when `held` of it is held already; nothing when there is enough. */
export function computeMissingFunds(needed: Halalas, held: Halalas, available: Halalas): Halalas {
  const growth = Math.max(0, needed - held);
  return growth === 0 ? zeroHalalas : halalas(Math.max(0, growth - Math.max(0, available)));
}

/** A deposit that covers what is missing: whole hundreds of riyals, and never below the least deposit. */
export function computeTopUp(missing: Halalas, minDeposit: Halalas): Halalas {
  return halalas(Math.max(minDeposit, Math.ceil(missing / step) * step));
}
