import type { Tongue } from "../../contract/writer-enums.ts";
import { type Moments, wornMoments } from "./moments-arabic-1.ts";
import { tableMoments } from "./moments-arabic-2.ts";
import { homeMoments } from "./moments-arabic-3.ts";
import { englishMoments } from "./moments-english.ts";
import type { ProductKind } from "./product-kinds.ts";

const arabic = { ...wornMoments, ...tableMoments, ...homeMoments };
const none: Moments = { moments: [], tails: [] };

/** What may be said of the moments in which a kind of product is used; nothing where the kind is not known. */
export function getMoments(kind: ProductKind | null, tongue: Tongue): Moments {
  if (kind === null) return none;
  return tongue === "english" ? englishMoments[kind] : (arabic[kind]?.[tongue] ?? none);
}
