import { toLatinDigits } from "#base/shared/money.ts";

/**
 * Parses a Saudi IBAN in any form in which it is typed (groups of four, Arabic-Indic digits, small letters) to `SA` and
 * 22 digits; null when its length or its checksum is wrong (ISO 13616, the remainder of 97 is 1).
 */
export function parseIban(text: string): string | null {
  const plain = toLatinDigits(text)
    .normalize("NFKC")
    .replace(/[\s.\-\u200b-\u200f\u2010-\u2015\ufeff]/g, "")
    .toUpperCase();
  if (!/^SA\d{22}$/.test(plain)) return null;
  return remainderOf97(plain) === 1 ? plain : null;
}

/** The country and the check digits move to the end, and letters count from A = 10. */
function remainderOf97(iban: string): number {
  const digits = `${iban.slice(4)}2810${iban.slice(2, 4)}`;
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

/** In groups of four, as banks print it. Show it left to right in its own isolation. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");
