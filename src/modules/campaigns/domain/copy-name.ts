import { nameMax } from "../contract/enums.ts";

/**
 * A name for the first, second, … copy: the original's with the word behind it, and from the second on its number. A long
 * name is cut before the word, between whole characters.
 */
export function toCopyName(name: string, suffix: string, number: number): string {
  const end = number === 1 ? ` – ${suffix}` : ` – ${suffix} ${number}`;
  return cut(name, nameMax - end.length) + end;
}

function cut(text: string, length: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > length) break;
    kept += segment;
  }
  return kept.trimEnd();
}
