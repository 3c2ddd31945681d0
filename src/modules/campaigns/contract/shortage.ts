import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";

/** What a merchant tops up by: amounts people pay, in halalas. */
const step = 10_000;

/** The money missing to hold `needed` when `held` of it is held already; nothing when there is enough. */
export function missingMoney(needed: Halalas, held: Halalas, free: Halalas): Halalas {
  const growth = Math.max(0, needed - held);
  return growth === 0 ? zeroHalalas : halalas(Math.max(0, growth - Math.max(0, free)));
}

/** A deposit that covers what is missing: whole hundreds of riyals, and never below the least deposit. */
export function topUpFor(missing: Halalas, leastDeposit: Halalas): Halalas {
  return halalas(Math.max(leastDeposit, Math.ceil(missing / step) * step));
}
