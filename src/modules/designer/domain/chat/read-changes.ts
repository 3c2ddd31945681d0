import { fold } from "#base/shared/fold.ts";
import { changesMax, resizedParts, shownParts } from "../../contract/change-enums.ts";
import type { DesignChange } from "../../contract/design-changes.ts";
import {
  type Action,
  actionWords,
  alignWords,
  colorWords,
  fontWords,
  type Part,
  partWords,
  placementWords,
  seasonWords,
  styleWords,
  type Words,
} from "./change-words.ts";

/**
 * Reads changes of designs out of a sentence in Arabic or English. Only words of the tables count: whatever else the sentence
 * says is not understood, and nothing of it is carried out. A text to be written stands in quotation marks.
 */
export function readChanges(sentence: string): DesignChange[] {
  const changes: DesignChange[] = [];
  // "كبّر السعر والعنوان", "the price bigger and red": a clause takes over what it does not say itself.
  let before: Clause = { part: null, action: null };
  for (const { words, quoted } of toClauses(sentence)) {
    const clause = readClause(words);
    if (quoted !== null) {
      const part = clause.part === "subline" ? "subline" : "headline";
      changes.push({ kind: "text", part, text: quoted });
      continue;
    }
    const whole = readWholeChanges(words);
    changes.push(...(whole.length > 0 ? whole : readPartChanges(words, clause, before)));
    if (clause.part !== null || clause.action !== null)
      before = { part: clause.part ?? before.part, action: clause.action ?? before.action };
  }
  return dropRepeated(changes).slice(0, changesMax);
}

type Clause = { part: Part | null; action: Action | null };

const readClause = (words: string): Clause => ({
  part: find(partWords, words),
  action: find(actionWords, words),
});

/** Changes that no part is named for: season, style, font, alignment, a further size. */
function readWholeChanges(words: string): DesignChange[] {
  const season = find(seasonWords, words);
  if (season) return [{ kind: "season", season: season === "none" ? null : season }];
  const font = find(fontWords, words);
  if (font) return [{ kind: "font", font }];
  const style = find(styleWords, words);
  if (style) return [{ kind: "style", style }];
  const align = find(alignWords, words);
  if (align) return [{ kind: "align", align }];
  const placement = find(placementWords, words);
  return placement ? [{ kind: "placement", placement }] : [];
}

function readPartChanges(words: string, { part, action }: Clause, before: Clause): DesignChange[] {
  const color = find(colorWords, words);
  const ofPart = part ?? before.part;
  if (color) return toColorChanges(ofPart, color);
  const act = action ?? (part === null ? null : before.action);
  if (act === "lighter" || act === "darker") return [{ kind: "background", shade: act }];
  if (act === "bigger" || act === "smaller") {
    const resized = resizedParts.find((one) => one === (ofPart ?? "headline"));
    return resized ? [{ kind: "size", part: resized, step: act }] : [];
  }
  const shown = shownParts.find((one) => one === part);
  return shown && act ? [{ kind: "shown", part: shown, is_hidden: act === "hide" }] : [];
}

function toColorChanges(
  part: Part | null,
  color: Extract<DesignChange, { kind: "color" }>["color"],
): DesignChange[] {
  const colored = resizedParts.find((one) => one === part);
  if (colored) return [{ kind: "color", part: colored, color }];
  return part === null || part === "background" ? [{ kind: "ground_color", color }] : [];
}

/** The meaning whose words come first in the table and stand in the sentence. */
function find<Meaning extends string>(table: Words<Meaning>, words: string): Meaning | null {
  const found = table.find(([, names]) => names.some((name) => words.includes(toWords(name))));
  return found ? found[0] : null;
}

/** Words that begin with the letter "و" itself; before any other it joins. */
const beginWithWaw = /^(وردي|ورديه|وسط|وضح|واضح|وطني|ورد)/;
const quotes = /[«"“]([^»"”]{1,120})[»"”]/;

/** The parts of a sentence between commas and joining words, each with the text in its quotation marks. */
function toClauses(sentence: string): { words: string; quoted: string | null }[] {
  const quoted = quotes.exec(sentence)?.[1]?.trim() || null;
  const rest = sentence.replace(quotes, " \u0001 ");
  const words = fold(rest)
    .replace(/[,،.؛;!؟?\n]/g, " \u0002 ")
    .split(" ")
    .flatMap((word) => splitJoined(word));
  return words
    .join(" ")
    .split("\u0002")
    .filter((clause) => clause.trim() !== "")
    .map((clause) => ({ words: toWords(clause), quoted: clause.includes("\u0001") ? quoted : null }));
}

function splitJoined(word: string): string[] {
  if (word === "and" || word === "then" || word === "ثم" || word === "و") return ["\u0002"];
  if (word.length > 3 && word.startsWith("و") && !beginWithWaw.test(word)) return ["\u0002", word.slice(1)];
  return [word];
}

/** Folded words without article and joined prepositions, between spaces, so that whole words are found. */
function toWords(text: string): string {
  const words = fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ")
    .filter((word) => word !== "the" && word !== "a" && word !== "an")
    .map((word) => (word.length > 4 ? word.replace(/^(?:بال|لل|ال)/, "") : word))
    .map((word) => (word === "بدون" ? "دون" : word));
  return ` ${words.join(" ")} `;
}

const dropRepeated = (changes: readonly DesignChange[]): DesignChange[] => {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const key = JSON.stringify(change);
    return !seen.has(key) && seen.add(key);
  });
};
