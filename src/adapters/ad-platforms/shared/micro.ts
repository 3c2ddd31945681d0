import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";

/** Several platforms count money in micros of the account's currency: a hundredth is 10,000 of them. */
const microPerHundredth = 10_000;

/** Exact. */
export function toMicro(amount: AccountMoney): number {
  return amount * microPerHundredth;
}

/** Rounded half up: a click can cost a fraction of a hundredth. */
export function fromMicro(micro: number): AccountMoney {
  return accountMoney(Math.floor((micro + microPerHundredth / 2) / microPerHundredth));
}

/**
 * Converts an ad's amounts, given in order of time, to hundredths. Each result is the growth of its day's rounded
 * running total, so the hours of a day add up to the day's rounded total and rounding errors do not accumulate.
 */
export function makeDailyRounder(): (day: string, micro: number) => AccountMoney {
  let current = "";
  let runningTotal = 0;
  return (day, micro) => {
    if (day !== current) runningTotal = 0;
    current = day;
    const before = fromMicro(runningTotal);
    runningTotal += micro;
    return accountMoney(fromMicro(runningTotal) - before);
  };
}
