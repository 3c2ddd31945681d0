import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";

/** Snapchat counts money in millionths of the account's currency: a hundredth is 10,000 of them. */
const microPerHundredth = 10_000;

/** Exact. */
export function toMicro(amount: AccountMoney): number {
  return amount * microPerHundredth;
}

/** Rounded half up: Snapchat's clicks cost fractions of a hundredth. */
export function fromMicro(micro: number): AccountMoney {
  return accountMoney(Math.floor((micro + microPerHundredth / 2) / microPerHundredth));
}
