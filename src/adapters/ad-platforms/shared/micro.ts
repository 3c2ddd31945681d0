import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";

/** Several platforms count money in millionths of the account's currency: a hundredth is 10,000 of them. */
const microPerHundredth = 10_000;

/** Exact. */
export function toMicro(amount: AccountMoney): number {
  return amount * microPerHundredth;
}

/** Rounded half up: clicks cost fractions of a hundredth. */
export function fromMicro(micro: number): AccountMoney {
  return accountMoney(Math.floor((micro + microPerHundredth / 2) / microPerHundredth));
}

/**
 * Turns an ad's amounts, told in order of time, into hundredths. Each is what its day's running total grew by, so that the
 * hours of a day add up to the day's rounded total instead of collecting one rounding an hour.
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
