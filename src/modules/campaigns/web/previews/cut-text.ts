const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The beginning of a text as a platform shows it before "more", without half letters, emojis or words. */
export function cutText(text: string, max: number | null): { shown: string; isCut: boolean } {
  const written = text.trim();
  const letters = [...segmenter.segment(written)].map(({ segment }) => segment);
  if (max === null || letters.length <= max) return { shown: written, isCut: false };
  const start = letters.slice(0, max).join("");
  const isWordCut = !/\s/.test(letters[max] ?? " ");
  const lastSpace = start.search(/\s\S*$/);
  // One very long word, such as a link, is cut within.
  const shown = isWordCut && lastSpace > 0 ? start.slice(0, lastSpace) : start;
  return { shown: shown.trimEnd(), isCut: true };
}
