import { createHash } from "node:crypto";

/**
 * The same words give the same 64 hex digits in every world, so that a connection stored by the product survives a
 * new world.
 */
export function stableHex(...words: string[]): string {
  return createHash("sha256").update(words.join("/")).digest("hex");
}

/** A whole number of exactly this many digits (at most 18) from words, as text. */
export function stableNumber(digits: number, ...words: string[]): string {
  const lowest = 10n ** BigInt(digits - 1);
  return String(lowest + (BigInt(`0x${stableHex(...words)}`) % (9n * lowest)));
}
