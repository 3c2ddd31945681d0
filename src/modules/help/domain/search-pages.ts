import { fold } from "#base/shared/fold.ts";

/** A page's folded words by where they stand, the most telling first. */
export type IndexedPage<Slug extends string = string> = {
  slug: Slug;
  fields: readonly ReadonlySet<string>[];
};

/** How much a word counts in the title, in the summary and in the text. */
const weights = [6, 3, 1];
const maxWords = 8;

/** The words of a text as they are searched. An Arabic word is found with its article and without. */
export function toWords(text: string): Set<string> {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return new Set(words.flatMap((word) => [word, ...withoutArticle(word)]));
}

const withoutArticle = (word: string): string[] => {
  const [, rest] = /^(?:[وبفك]?ال|لل)(.{3,})$/.exec(word) ?? [];
  return rest === undefined ? [] : [rest];
};

export const indexPage = <Slug extends string>(slug: Slug, texts: readonly string[]): IndexedPage<Slug> => ({
  slug,
  fields: texts.map(toWords),
});

/** Pages that have a word which begins with each of the typed ones, the best first; in their own order where equal. */
export function searchPages<Slug extends string>(pages: readonly IndexedPage<Slug>[], typed: string): Slug[] {
  const words = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  if (words.length === 0) return [];
  return pages
    .map(({ slug, fields }) => ({ slug, score: scoreWords(fields, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ slug }) => slug);
}

/** 0 unless every word is there. A whole word counts for more than the beginning of one. */
function scoreWords(fields: readonly ReadonlySet<string>[], words: readonly string[]): number {
  const scores = words.map((word) => {
    const options = new Set([word, ...withoutArticle(word)]);
    return Math.max(0, ...fields.map((field, at) => (weights[at] ?? 1) * matchWord(field, options)));
  });
  return scores.some((score) => score === 0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function matchWord(field: ReadonlySet<string>, options: ReadonlySet<string>): 0 | 1 | 2 {
  for (const option of options) if (field.has(option)) return 2;
  const begins = [...field].some((word) => [...options].some((option) => word.startsWith(option)));
  return begins ? 1 : 0;
}
