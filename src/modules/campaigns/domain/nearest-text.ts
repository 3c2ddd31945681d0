import { isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The longest beginning of a text within a limit, as the platform counts it; between words where one is near. */
export function cutText(
  text: string,
  max: number,
  counted: Capabilities["textsCountedBy"] = "units",
): string {
  if (textLength(text, counted) <= max) return text;
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const fits = (length: number) => textLength(graphemes.slice(0, length).join(""), counted) <= max;
  let kept = 0;
  for (let step = 2 ** Math.floor(Math.log2(graphemes.length || 1)); step >= 1; step /= 2)
    if (kept + step <= graphemes.length && fits(kept + step)) kept += step;
  const cut = graphemes.slice(0, kept).join("");
  const lastSpace = /\s/.test(graphemes[kept] ?? " ") ? -1 : cut.search(/\s\S*$/);
  return (lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).trimEnd();
}

/** The texts cut to their limit, each once, at most so many; `taken` are texts that may not be repeated. */
export function cutTexts(texts: readonly string[], { max, count, counted, taken = [] }: CutRule): string[] {
  const seen = new Set(taken.map(toKey));
  const kept: string[] = [];
  for (const text of texts.map((one) => cutText(one, max, counted))) {
    const key = toKey(text);
    if (!isVisible(text) || seen.has(key)) continue;
    seen.add(key);
    kept.push(text);
  }
  return kept.slice(0, Math.max(0, count));
}

export type CutRule = {
  max: number;
  count: number;
  counted?: Capabilities["textsCountedBy"];
  taken?: readonly string[];
};

const toKey = (text: string) => text.trim().toLowerCase();
