import { fold } from "#base/shared/fold.ts";
import type { Place } from "./places.ts";

/** How well a place fits a search: the lower, the better. */
const rankWhole = 0;
const rankBeginning = 1;
const rankWords = 2;

type Entry = { place: Place; names: readonly string[]; own: readonly string[]; city: readonly string[] };

/** Finds places as a merchant types. */
export type PlaceSearch = (text: string, max: number) => Place[];

/**
 * A search over the places. Each typed word begins a word of the place's names, in either language and in any order, or
 * of its city's; the article may be left out ("ملقا" finds الملقا). First come names typed in full, then names that begin
 * so, then the rest; among equals the largest.
 */
export function makePlaceSearch(places: readonly Place[]): PlaceSearch {
  const entries = places.map(toEntry);
  return (text, max) => {
    const typed = toWords(text);
    if (typed.length === 0) return places.slice(0, max);
    const whole = typed.join(" ");
    return entries
      .flatMap((entry) => {
        const rank = computeRank(entry, typed, whole);
        return rank === null ? [] : [{ place: entry.place, rank }];
      })
      .sort((one, other) => one.rank - other.rank || other.place.size - one.place.size)
      .slice(0, max)
      .map(({ place }) => place);
  };
}

function computeRank({ names, own, city }: Entry, typed: readonly string[], whole: string): number | null {
  if (names.includes(whole)) return rankWhole;
  if (names.some((name) => name.startsWith(whole))) return rankBeginning;
  const begins = (words: readonly string[], part: string) => words.some((word) => word.startsWith(part));
  const isFound =
    typed.every((part) => begins(own, part) || begins(city, part)) && typed.some((part) => begins(own, part));
  return isFound ? rankWords : null;
}

function toEntry(place: Place): Entry {
  const names = [place.names.ar, place.names.en].flatMap(listSpellings);
  return {
    place,
    names,
    own: [...names, ...toWords(place.other)].flatMap(withoutArticle),
    city: place.city ? [place.city.ar, place.city.en].flatMap(listSpellings).flatMap(withoutArticle) : [],
  };
}

/** A name with its words apart and joined ("al olaya", "alolaya"), each also without the article. */
export function listSpellings(name: string): string[] {
  const words = toWords(name);
  const bare = words.flatMap((word, at) => (at === 0 && isLatinArticle(word) ? [] : dropArabicArticle(word)));
  return [...new Set([words.join(" "), bare.join(" "), words.join(""), bare.join("")])];
}

/** The words of a spelling, each also without the article. */
function withoutArticle(spelling: string): string[] {
  return spelling.split(" ").flatMap((word) => [word, dropArabicArticle(word)]);
}

const dropArabicArticle = (word: string) => (/^ال.{2}/.test(word) ? word.slice(2) : word);
/** "al" and its forms before certain letters: ar-Rass, ash-Shifa. */
const isLatinArticle = (word: string) => /^(al|a[dnrstz]|ash|adh|ath)$/.test(word);

/** Folded words; signs between letters separate them. */
export const toWords = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
