import { type Halalas, halalas } from "#base/shared/money.ts";

/** Hundredths of the ad account's own currency, as its platform counts. Only in a riyal account are they halalas. */
export type AccountMoney = number & { readonly unit: "hundredths of the account's currency" };

/** Brands a whole number; throws RangeError for fractions and numbers past 2^53. */
export function accountMoney(amount: number): AccountMoney {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of hundredths: ${amount}`);
  return amount as AccountMoney;
}

/** ISO 4217's own code for "no currency": an account to which no payment method was ever added. */
export const noCurrency = "XXX";

export type Currency = {
  /** Millionths of a riyal for one unit. */
  sarMicros: number;
  /** The day the rate has held from, yyyy-mm-dd: shown beside every converted figure. */
  since: string;
};

/**
 * Currencies an ad account may be billed in. Their central banks peg them, as SAMA pegs the riyal, to the dollar, so
 * the rate is a fact and not a quotation; accounts in floating currencies cannot be linked, since their spend would
 * leave a riyal wallet at a rate nobody agreed to. (SAMA: 3.75 SAR for 1 USD; CBUAE: 3.6725 AED; QCB: 3.64 QAR.)
 */
const currencies: Readonly<Record<string, Currency>> = {
  SAR: { sarMicros: 1_000_000, since: "1986-06-01" },
  USD: { sarMicros: 3_750_000, since: "1986-06-01" },
  AED: { sarMicros: 1_021_103, since: "1997-11-01" },
  QAR: { sarMicros: 1_030_220, since: "2001-07-01" },
};

/** Null for a currency that ad accounts may not be billed in. */
export function getCurrency(code: string): Currency | null {
  return currencies[code] ?? null;
}

/** Rounded half up. Throws for a currency without a rate: such an account is never linked. */
export function toAccountMoney(amount: Halalas, currency: string): AccountMoney {
  return accountMoney(divideHalfUp(BigInt(amount) * 1_000_000n, BigInt(getRate(currency))));
}

/** Rounded half up. Throws for a currency without a rate. */
export function toHalalas(amount: AccountMoney, currency: string): Halalas {
  return halalas(divideHalfUp(BigInt(amount) * BigInt(getRate(currency)), 1_000_000n));
}

function getRate(code: string): number {
  const currency = getCurrency(code);
  if (!currency) throw new Error(`no rate for ${code}`);
  return currency.sarMicros;
}

/** Halves round away from zero, so that a correction undoes exactly what it corrects. */
function divideHalfUp(amount: bigint, by: bigint): number {
  const half = amount >= 0n ? by / 2n : -(by / 2n);
  return Number((amount + half) / by);
}
