import { toLatinDigits } from "./money.ts";

/** Vowel signs and other marks above and below Arabic letters, and the line that stretches them (tatweel). */
const marks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g;

/**
 * Text normalised for search: what the merchant types and what is stored compare equal however each was written. Arabic
 * letters with several spellings become one (أ إ آ ا، ى ي، ة ه، ؤ و، ئ ي), the letters and digits of Persian keyboards
 * become the Arabic and Latin ones, marks and tatweel are removed, Latin letters are lower case, and spaces single.
 * Stored beside the text it is made from (`campaigns.name_folded`, `merchants.name_folded`, `products.search_text`): a
 * change here needs a migration of those columns.
 */
export function fold(text: string): string {
  return (
    toLatinDigits(text)
      .normalize("NFKC")
      .toLowerCase()
      .replace(marks, "")
      .replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627")
      .replace(/[\u0649\u0626\u06cc]/g, "\u064a")
      .replace(/\u0624/g, "\u0648")
      .replace(/\u0629/g, "\u0647")
      .replace(/\u06a9/g, "\u0643")
      // A removed mark may have kept a letter and its accent apart.
      .normalize("NFKC")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** A pattern for SQL `like` that finds the folded words anywhere, in the order given. */
export function likePattern(search: string): string {
  const words = fold(search)
    .replace(/[\\%_]/g, (sign) => `\\${sign}`)
    .split(" ");
  return `%${words.join("%")}%`;
}
