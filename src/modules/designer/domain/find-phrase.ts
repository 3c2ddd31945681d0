import { fold } from "#base/shared/fold.ts";

/** The first of the phrases that one of the texts holds, whatever its marks and spellings; undefined without one. */
export function findPhrase(phrases: readonly string[], texts: readonly string[]): string | undefined {
  const folded = texts.map((text) => ` ${fold(text)} `);
  return phrases.find((phrase) => folded.some((text) => text.includes(fold(phrase))));
}
