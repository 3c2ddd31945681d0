import { fold } from "#base/shared/fold.ts";
import type { Dialect, Tongue } from "../../contract/writer-enums.ts";
import { alsoSaudi, dialectWords, type Home } from "./dialect-words.ts";

export type DialectFinding = {
  /** Where the word stands in the text, in UTF-16 units. */
  start: number;
  end: number;
  word: string;
  home: Home;
  /** What to say instead; null where no single word is a safe replacement. */
  instead: string | null;
};

type Entry = { home: Home; saudi: string | null; standard: string | null };

const table = new Map<string, Entry>(
  dialectWords.map(([word, home, saudi, standard]) => [fold(word), { home, saudi, standard }]),
);
const saudiToo = new Set(alsoSaudi.map(fold));
const letters = /[\p{L}\p{M}\u0640]+/gu;

/**
 * Words that do not belong into a text of this tongue: of other dialects in every Arabic one, standard ones in Saudi speech,
 * and spoken ones in standard Arabic. English is not looked at.
 */
export function lintDialect(text: string, tongue: Tongue): DialectFinding[] {
  if (tongue === "english") return [];
  return [...text.matchAll(letters)].flatMap(({ 0: word, index }) => {
    const found = findEntry(word, tongue);
    if (!found) return [];
    const { prefix, entry } = found;
    const instead = tongue === "standard" ? entry.standard : entry.saudi;
    return [
      {
        start: index,
        end: index + word.length,
        word,
        home: entry.home,
        instead: instead === null ? null : `${prefix}${instead}`,
      },
    ];
  });
}

/** The text with every word replaced that has a safe replacement. */
export function replaceWords(text: string, tongue: Tongue): string {
  return lintDialect(text, tongue).reduceRight(
    (replaced, { start, end, instead }) =>
      instead === null ? replaced : replaced.slice(0, start) + instead + replaced.slice(end),
    text,
  );
}

/** The word as it is, or after "and" or "so" that are written with it. */
function findEntry(word: string, tongue: Dialect): { prefix: string; entry: Entry } | null {
  const folded = fold(word);
  for (const prefix of ["", "و", "ف"]) {
    const bare = prefix === "" ? folded : folded.startsWith(prefix) ? folded.slice(1) : "";
    const entry = table.get(bare);
    if (entry && isForeign(bare, entry, tongue)) return { prefix, entry };
  }
  return null;
}

function isForeign(word: string, { home }: Entry, tongue: Dialect): boolean {
  if (home === "standard") return tongue === "saudi";
  return tongue === "standard" || !saudiToo.has(word);
}
