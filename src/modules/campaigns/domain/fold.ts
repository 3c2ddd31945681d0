import { toLatinDigits } from "#base/shared/money.ts";

/**
 * Text normalised for search. Arabic letters with several spellings become one (أ إ آ ا، ى ي، ة ه، ؤ و، ئ ي),
 * diacritics and tatweel are removed, digits become Latin, Latin letters lower case, spaces single.
 */
export function fold(text: string): string {
  return toLatinDigits(text)
    .normalize("NFKC")
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g, "")
    .replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627")
    .replace(/[\u0649\u0626\u06cc]/g, "\u064a")
    .replace(/\u0624/g, "\u0648")
    .replace(/\u0629/g, "\u0647")
    .replace(/\u06a9/g, "\u0643")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** A pattern for SQL `like` that finds the folded words anywhere, in the order given. */
export function likePattern(search: string): string {
  const words = fold(search)
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)
    .split(" ");
  return `%${words.join("%")}%`;
}
