import { toLatinDigits } from "#base/shared/money.ts";

/** A VAT number of the Kingdom as typed, Arabic digits and spaces included: 15 digits, 3 first and last; else null. */
export function parseVatNumber(typed: string): string | null {
  const digits = toLatinDigits(typed).replace(/[\s-]/g, "");
  return /^3\d{13}3$/.test(digits) ? digits : null;
}
