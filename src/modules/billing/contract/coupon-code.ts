import { toLatinDigits } from "#base/shared/money.ts";

/** A code as it is stored and compared: without spaces, in capitals, digits Latin. */
export function toCouponCode(text: string): string {
  return toLatinDigits(text).replace(/\s+/gu, "").toUpperCase();
}

/** Letters of any script, digits, hyphens and underscores, 3 to 40 of them. */
export const isCouponCode = (code: string): boolean => /^[\p{L}\p{N}_-]{3,40}$/u.test(code);
