import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { Category, Length, Tone, Tongue } from "../../contract/writer-enums.ts";
import { fillFrame, type Genders, type Slots, toGenders, toSlots } from "./fill-frame.ts";
import { findKind } from "./find-kind.ts";
import type { FrameKey } from "./frame-keys.ts";
import { framesByTongue } from "./frames.ts";
import { getMoments } from "./moments.ts";
import { seededChoices } from "./random.ts";
import { findAudience, wantsDiscount } from "./read-prompt.ts";
import type { WritingFacts } from "./writing-facts.ts";

export type ComposeInput = {
  category: Category;
  tongue: Tongue;
  tone: Tone;
  length: Length;
  season: SeasonKey | null;
  prompt: string;
  /** Another number gives other versions. */
  seed: number;
  facts: WritingFacts;
};

/** Beats of a text: a moment of the product's use, or sentences around a fact. */
export type Beat = FrameKey | "moment";

/** Sentences for one version. The versions of one input have others, as far as there are others. */
export type Composer = {
  input: ComposeInput;
  /** From 0. */
  version: number;
  /** A number of this product and request, so that two products do not speak in the same order. */
  offset: number;
  slots: Slots;
  /** One more sentence of this beat; null when it has none, or none that was not taken before. */
  take(beat: Beat): string | null;
  /** The first of these beats that have a sentence, in their order, at most `count`. */
  takeSome(beats: readonly Beat[], count: number): string[];
  /** Headlines of at most `max` characters, the best first. */
  listHeadlines(max: number): string[];
};

export function makeComposer(input: ComposeInput, version: number): Composer {
  const { tongue, season, prompt, facts, seed, category, tone } = input;
  const name = facts.product?.name ?? "";
  const kind = findKind(name);
  const slots = toSlots(facts, { kind, tongue, season, audience: findAudience(prompt, tongue) });
  const genders = toGenders(kind, name);
  const { moments, tails } = getMoments(kind, tongue);
  const choices = (what: string) =>
    seededChoices(name, facts.store ?? "", category, tongue, tone, prompt, seed, what);
  const shuffle = (beat: string, list: readonly string[]) => choices(beat).shuffle(list);
  const taken = new Map<Beat, number>();

  const list = (beat: Beat) =>
    shuffle(beat, beat === "moment" ? moments : fillAll(framesByTongue[tongue][beat], slots, genders));
  const take = (beat: Beat): string | null => {
    if (beat === "discount" && !wantsDiscount(prompt)) return null;
    if (beat === "cash_on_delivery" && !slots.cash) return null;
    const sentences = list(beat);
    const count = taken.get(beat) ?? 0;
    if (count >= sentences.length) return null;
    taken.set(beat, count + 1);
    return sentences[(version + count) % sentences.length] ?? null;
  };
  return {
    input,
    version,
    offset: choices("order").below(12),
    slots,
    take,
    takeSome: (beats, count) => {
      const sentences: string[] = [];
      for (const beat of beats) {
        if (sentences.length >= count) break;
        const sentence = take(beat);
        if (sentence) sentences.push(sentence);
      }
      return sentences;
    },
    listHeadlines(max) {
      const { short = "", noun = short } = slots;
      const join = tongue === "english" ? ": " : "، ";
      const ends = shuffle("tails", tails);
      const fits = (text: string) => text !== "" && text.length <= max;
      const own = [
        ...ends.map((end) => (short ? `${short}${join}${end}` : "")),
        ...shuffle("headline", fillAll(framesByTongue[tongue].headline, slots, genders)),
        ...ends.map((end) => (noun ? `${noun} ${end}` : "")),
      ].filter(fits);
      const rotated = [
        ...own.slice(version % Math.max(1, own.length)),
        ...own.slice(0, version % Math.max(1, own.length)),
      ];
      return [...new Set([...rotated, cutWords(short || (facts.store ?? ""), max)])].filter(fits);
    },
  };
}

const fillAll = (frames: readonly string[], slots: Slots, genders: Genders): string[] =>
  frames.flatMap((frame) => fillFrame(frame, slots, genders) ?? []);

/** Whole words of a text, at most `max` characters. */
export function cutWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max + 1);
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : cut.slice(0, max)).trim();
}
