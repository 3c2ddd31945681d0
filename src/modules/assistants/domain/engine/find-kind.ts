import { fold } from "#base/shared/fold.ts";
import { kindRows, type ProductKind, productKinds } from "./product-kinds.ts";

/** The kind that the name's earliest word says; null when none does. */
export function findKind(name: string): ProductKind | null {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=\p{L}{3})/u, ""));
  const places = productKinds.flatMap((kind) => {
    const at = words.findIndex((word, index) =>
      kindRows[kind].words.some((begin) => isMet(begin, words, index, word)),
    );
    return at === -1 ? [] : [{ kind, at }];
  });
  return places.sort((one, other) => one.at - other.at)[0]?.kind ?? null;
}

/** Short beginnings must be the whole word: "بن" is no part of "بنفسجي". */
function isMet(begin: string, words: readonly string[], index: number, word: string): boolean {
  if (begin.includes(" ")) return words.slice(index).join(" ").startsWith(begin);
  return begin.length <= 3 ? word === begin : word.startsWith(begin);
}
