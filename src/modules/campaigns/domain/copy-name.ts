import { fold } from "#base/shared/fold.ts";
import { nameMax } from "../contract/enums.ts";

/**
 * A name for a copy: the original's with the word behind it, and a number when that is used too. `used` holds folded
 * names. A long name is cut before the word, between whole characters.
 */
export function toCopyName(name: string, suffix: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ` – ${suffix}` : ` – ${suffix} ${number}`;
    const candidate = cut(name, nameMax - end.length) + end;
    if (!used.has(fold(candidate))) return candidate;
  }
}

function cut(text: string, length: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > length) break;
    kept += segment;
  }
  return kept.trimEnd();
}
