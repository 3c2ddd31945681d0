import { toLatinDigits } from "#base/shared/money.ts";

const length = 24;

/** An IBAN as typed or pasted, without spaces and signs, in Latin capitals: "SA" and at most 22 digits. */
export function cleanIban(typed: string): string {
  const plain = toLatinDigits(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  // A Saudi IBAN is often kept without its country.
  return (/^\d/.test(plain) ? `SA${plain}` : plain).slice(0, length);
}
