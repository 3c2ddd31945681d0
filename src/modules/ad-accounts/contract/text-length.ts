import { cleanText } from "#base/shared/text.ts";
import type { Capabilities } from "./capabilities.ts";

/** A text's length as the platform counts it, of the text as it is stored (spaces at its ends left out). */
export function textLength(text: string, counted: Capabilities["textsCountedBy"]): number {
  const stored = cleanText(text);
  return counted === "x_weights" ? xWeight(stored) : stored.length;
}

/** What X counts for any link, however long it is (X docs, Counting characters). */
const linkWeight = 23;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const link = /https?:\/\/[^\s]+/g;

/**
 * X's weights: letters of most alphabets, Arabic among them, count one; an emoji, however many code points it has,
 * and East Asian characters count two; a link counts 23.
 */
function xWeight(text: string): number {
  const links = text.match(link)?.length ?? 0;
  const words = text.replace(link, "").normalize("NFC");
  let weight = links * linkWeight;
  for (const { segment } of graphemes.segment(words)) {
    if (isEmoji(segment)) weight += 2;
    else for (const sign of segment) weight += isLight(sign.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return weight;
}

const isEmoji = (grapheme: string) =>
  /\p{Emoji_Presentation}|\ufe0f|\p{Extended_Pictographic}/u.test(grapheme);

/** The ranges that X's own configuration counts once. */
const isLight = (point: number) =>
  point <= 4_351 ||
  (point >= 8_192 && point <= 8_205) ||
  (point >= 8_208 && point <= 8_223) ||
  (point >= 8_242 && point <= 8_247);
