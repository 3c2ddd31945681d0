import { type AccountMoney, accountMoney } from "#modules/ad-accounts/contract/currencies.ts";

/** TikTok uses whole units of the account's currency, with two decimals. */
export function toUnits(amount: AccountMoney): number {
  return amount / 100;
}

/** Units as a number or, in reports, as a string; rounded half up to hundredths. */
export function fromUnits(units: number | string): AccountMoney {
  return accountMoney(Math.round(Number(units) * 100));
}
