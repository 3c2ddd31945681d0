/** Whole halalas, 1 SAR = 100; never a float. */
export type Halalas = number & { readonly unit: "halalas" };

/** Brands a whole number as halalas; throws RangeError for fractions and numbers past 2^53. */
export function halalas(amount: number): Halalas {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of halalas: ${amount}`);
  return amount as Halalas;
}

export const zeroHalalas = halalas(0);

/** A share of an amount, rounded half up: 1_500 basis points of 10.01 SAR is 1.50 SAR. */
export function shareOf(amount: Halalas, basisPoints: number): Halalas {
  const product = BigInt(amount) * BigInt(basisPoints);
  const half = product >= 0n ? 5_000n : -5_000n;
  return halalas(Number((product + half) / 10_000n));
}

/** "1,234.50": the number alone, Latin digits; the screen adds the currency sign. */
export function formatRiyals(amount: Halalas): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = (Math.abs(amount) % 100).toString().padStart(2, "0");
  return `${amount < 0 ? "-" : ""}${whole}.${rest}`;
}

/** The same without halalas when there are none: "20", "20.50". */
export const formatShortRiyals = (amount: Halalas): string => formatRiyals(amount).replace(/\.00$/, "");

/** Parses riyals as people type them ("١٢٬٣٤٥٫٥", "1,234.5"), at most two decimals; null when it is not an amount. */
export function parseRiyals(text: string): Halalas | null {
  const plain = toLatinDigits(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, "");
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  return halalas(Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")));
}

/** Converts Arabic-Indic and Persian digits, decimal and thousands marks to Latin ones. Bidi marks are dropped. */
export function toLatinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, ",")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "");
}
