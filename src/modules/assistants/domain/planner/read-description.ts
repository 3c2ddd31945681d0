import { type Halalas, halalas } from "#base/shared/money.ts";
import { findCityKey } from "#base/shared/places/find-city.ts";
import { toWords } from "#base/shared/places/search-places.ts";
import { writeCounts } from "./read-counts.ts";

/** What a merchant's sentence says of a campaign; null or empty where it says nothing. */
export type DescribedChoices = {
  gender: "all" | "male" | "female";
  /** It names whom a gift is for, which says nothing of who buys it: the audience stays open. */
  isGift: boolean;
  /** Keys of the gazetteer, in the order in which they are named. */
  cities: string[];
  dailyBudgetHalalas: Halalas | null;
  /** How long it is to run. */
  days: number | null;
};

const women = new Set(["نساء", "للنساء", "بنات", "للبنات", "سيدات", "للسيدات", "women", "girls", "ladies"]);
const men = new Set(["رجال", "للرجال", "شباب", "للشباب", "men", "guys"]);
const gifts = new Set(["هديه", "هدايا", "هديتك", "اهداء", "gift", "gifts"]);
const riyals = new Set(["ريال", "ريالا", "ريالات", "sar", "riyal", "riyals"]);
const placesBegin = new Set(["في", "in", "at"]);
const cityWordsMax = 3;
/** A longer wish is a slip of the finger, as is a budget above a million riyals. */
const daysMax = 366;
const riyalsMax = 1_000_000;

/**
 * Reads choices out of a sentence in Arabic or English. Only words of these tables count: whatever else the sentence says
 * is not understood, and nothing of it is carried out. A total without a length gives no daily budget. `hasCitiesAnywhere`: a
 * short sentence that names no product may name its cities without "in".
 */
export function readDescription(
  description: string,
  { hasCitiesAnywhere = false }: { hasCitiesAnywhere?: boolean } = {},
): DescribedChoices {
  // 3,500 and ٣٬٥٠٠ are one number.
  const words = writeCounts(toWords(description.replace(/(?<=\p{Nd})[,٬](?=\p{Nd}{3})/gu, "")));
  const days = findDays(words);
  const named = findGender(words);
  const isGift = named !== "all" && words.some((word) => gifts.has(word.replace(/^(?:ال|لل|و|ك)/, "")));
  return {
    gender: isGift ? "all" : named,
    isGift,
    cities: findCities(words, hasCitiesAnywhere),
    dailyBudgetHalalas: findDailyBudget(words, days),
    days,
  };
}

function findGender(words: readonly string[]): DescribedChoices["gender"] {
  const hasWomen = words.some((word) => women.has(word));
  const hasMen = words.some((word) => men.has(word));
  if (hasWomen === hasMen) return "all";
  return hasWomen ? "female" : "male";
}

/** Cities are named after "in", one after the other: a product may be named after a city. */
function findCities(words: readonly string[], isAnywhere: boolean): string[] {
  const found = new Set<string>();
  words.forEach((word, index) => {
    if (!isAnywhere && !placesBegin.has(word)) return;
    let at = isAnywhere ? index : index + 1;
    for (;;) {
      const city = readCity(words, at);
      if (!city) return;
      found.add(city.key);
      at = city.next;
      if (words[at] === "and" || words[at] === "و") at += 1;
    }
  });
  return [...found];
}

/** The longest name that begins here; "and" is a letter of the word in Arabic. */
function readCity(words: readonly string[], at: number): { key: string; next: number } | null {
  for (let count = cityWordsMax; count > 0; count -= 1) {
    if (at + count > words.length) continue;
    const name = words.slice(at, at + count).join(" ");
    const key = findCityKey(name) ?? (name.startsWith("و") ? findCityKey(name.slice(1)) : null);
    if (key) return { key, next: at + count };
  }
  return null;
}

/** Lengths that are said without a number: Arabic has a word for one and for two. */
const periods: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/(?:^| )[لب]?يومين(?: |$)/, 2],
  [/(?:^| )(?:ل|ال)?اسبوعين(?: |$)/, 14],
  [/(?:^| )(?:ل|ال)?اسبوع(?: |$)/, 7],
  [/(?:^| )(?:a|one) week(?: |$)/, 7],
  [/(?:^| )[لب]?شهرين(?: |$)/, 60],
  [/(?:^| )(?:ل|لمده )?شهر(?: |$)/, 30],
  [/(?:^| )(?:a|one) month(?: |$)/, 30],
];
const countedPeriods: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/(?:^| )(\d{1,3}) (?:يوم|يوما|ايام|days?)(?: |$)/, 1],
  [/(?:^| )(\d{1,2}) (?:اسبوع|اسبوعا|اسابيع|weeks?)(?: |$)/, 7],
  [/(?:^| )(\d{1,2}) (?:شهر|شهرا|شهور|اشهر|months?)(?: |$)/, 30],
];

function findDays(words: readonly string[]): number | null {
  const text = words.join(" ");
  const days = readCounted(text) ?? periods.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return days !== null && days >= 1 && days <= daysMax ? days : null;
}

function readCounted(text: string): number | null {
  for (const [pattern, days] of countedPeriods) {
    const [, count] = pattern.exec(text) ?? [];
    if (count) return Number(count) * days;
  }
  return null;
}

function findDailyBudget(words: readonly string[], days: number | null): Halalas | null {
  const at = words.findIndex(
    (word, index) =>
      /^\d{1,7}$/.test(word) && (riyals.has(words[index + 1] ?? "") || riyals.has(words[index - 1] ?? "")),
  );
  const amount = at < 0 ? 0 : Number(words[at]);
  if (amount < 1 || amount > riyalsMax) return null;
  const after = words.slice(at + 1, at + 5).join(" ");
  if (/(?:^| )(?:يوميا|اليوم|باليوم|daily|a day|per day)(?: |$)/.test(after)) return halalas(amount * 100);
  return days === null ? null : halalas(Math.floor((amount * 100) / days));
}
