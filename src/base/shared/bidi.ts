import type { Language } from "./language.ts";

/*
 * The bidirectional algorithm shows 1080×1920 as 1920×1080 among Arabic words, and moves the full stop after a Latin
 * name. Text that would be reordered is put in an isolate of its own (Unicode Annex 9); other text is left as it is, so
 * that plain words and counts stay plain text.
 */

const leftToRight = "\u2066";
const firstStrong = "\u2068";
const end = "\u2069";

const arabicLetters = "\\u0590-\\u065f\\u066e-\\u06ef\\u06fa-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const rightToLeft = new RegExp(`[${arabicLetters}]`, "u");
/** A left-to-right letter; digits of any kind are not. */
const latinLetter = new RegExp(`(?![${arabicLetters}])\\p{L}`, "u");
/** Figures with a sign inside or beside them that the algorithm moves: 18–34, 41 / 26, 055 123, −5, 65+, 3.5×. */
const joinedFigures = /[+\-−–±~≈≤≥]\s?\p{Nd}|\p{Nd}\s?[+\-−–×x/]|\p{Nd}\s\p{Nd}/u;

/** Whether text would be shown in another order than it is written, among words of this language. */
const isReordered = (text: string, language: Language): boolean =>
  language === "en" ? rightToLeft.test(text) : latinLetter.test(text) || joinedFigures.test(text);

/** Text with its own direction, independent of its surroundings. */
export const isolate = (text: string): string => `${firstStrong}${text}${end}`;

/** A value for a sentence of this language: in an isolate where it would be reordered, else unchanged. */
export const isolateValue = (value: string, language: Language): string =>
  isReordered(value, language) ? isolate(value) : value;

/** Text without any isolate, for what shows them as letters or counts them. */
export const stripIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");

const nested = "\\$t\\([^)]*\\)";
const placeholder = "\\{\\{[^}]*\\}\\}";
const number = "\\p{Nd}+(?:[.,:]\\p{Nd}+)*";
const amount = `(?:${number}(?:[ \\u00a0]${number})*|${placeholder})`;
const figures = `[+\\-−±~≈]?${amount}(?:(?:\\s?[×/]\\s?|[x–\\-−])${amount})*[×+%]?`;
const latinWords = "<?[A-Za-z][A-Za-z0-9]*(?:[ .+\\-_/&'@:]+[A-Za-z0-9]+)*(?:://|[+>])?";
const inArabic = new RegExp(`${nested}|${figures}|${latinWords}`, "gu");
const inEnglish = new RegExp(
  `${nested}|${placeholder}|[${arabicLetters}]+(?:\\s+[${arabicLetters}]+)*`,
  "gu",
);
/** Most messages hold nothing of the kind; one character class is enough to tell. */
const foreignInArabic = /[A-Za-z{$]|\p{Nd}/u;
const foreignInEnglish = new RegExp(`[{$${arabicLetters}]`, "u");
const isOne = new RegExp(`^(?:${number}|${placeholder})$`, "u");

/**
 * A message from its file with its own sizes, ranges, signs and foreign words in isolates, including placeholders that
 * are part of a figure (`{{width}}×{{height}}`). Names of nested messages (`$t(…)`) are unchanged.
 */
export function isolateLiterals(message: string, language: Language): string {
  if (!(language === "en" ? foreignInEnglish : foreignInArabic).test(message)) return message;
  return message.replace(language === "en" ? inEnglish : inArabic, (part) => {
    if (part.startsWith("$t(")) return part.replaceAll(/\{\{-?/g, "{{-");
    return isOne.test(part) ? part : `${leftToRight}${part}${end}`;
  });
}

/**
 * A finished sentence without its redundant isolates: a foreign word between words of the sentence's own script, or at
 * its end, is shown the same without one, and can then be searched for and read aloud as it is written.
 */
export const stripRedundantIsolates = (sentence: string, language: Language): string =>
  isolated.test(sentence)
    ? sentence.replace(language === "en" ? redundantInEnglish : redundantInArabic, "$1")
    : sentence;

/** Few sentences hold an isolate, and every sentence is checked each time it is rendered. */
const isolated = /[\u2066\u2068]/;

const neutrals = "[^\\p{L}\\p{Nd}\\u200e\\u2066-\\u2069]*";
const foreignWords = (letter: string) =>
  `[\\u2066\\u2068](${letter}(?:[^\\u200e\\u2066-\\u2069]*(?:${letter}|\\p{Nd}))?)\\u2069`;
const latin = `(?:(?![${arabicLetters}])\\p{L})`;
const arabic = `(?:(?=[${arabicLetters}])\\p{L})`;
const redundantInArabic = new RegExp(`${foreignWords(latin)}(?=${neutrals}(?:${arabic}|$))`, "gu");
const redundantInEnglish = new RegExp(`${foreignWords(arabic)}(?=${neutrals}(?:${latin}|$))`, "gu");

/** All texts of a file, lists and nested ones too, each mapped by `change`. */
export function mapTexts(texts: unknown, change: (text: string) => string): unknown {
  if (typeof texts === "string") return change(texts);
  if (Array.isArray(texts)) return texts.map((text) => mapTexts(text, change));
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, mapTexts(text, change)]));
}
