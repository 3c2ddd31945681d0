import { cities } from "./generated/cities.ts";
import { governorates } from "./generated/governorates.ts";
import type { CityRow, Names } from "./places.ts";
import { listSpellings, toWords } from "./search-places.ts";

/** Words before a city's name in an address ("مدينة جدة", "محافظة الخرج", "Riyadh City"). */
const titles = /^(?:مدينه|محافظه|منطقه|city of|governorate of) | (?:city|governorate|province|region)$/g;

/** How shoppers and shops also write cities, beside the gazetteer's own names. */
const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  riyadh: ["Riyad", "Ar Riyadh", "ارياض"],
  jeddah: ["Jedda", "Jiddah", "Jaddah"],
  makkah: ["Makkah Al Mukarramah", "Makka", "Mecca", "مكه"],
  madinah: ["Al Madinah Al Munawwarah", "Madina", "Medina", "Medinah", "المدينه"],
  dammam: ["Ad Dammam", "Damam"],
  khobar: ["Khobar", "Al Khubar"],
  hofuf: ["Al Hasa", "Hasa", "Al Hofuf", "الحسا"],
  buraydah: ["Buraidah", "Qassim", "Al Qassim"],
  taif: ["At Taif", "Al Taif"],
  khamis: ["Khamis Mushayt"],
  hafar: ["Hafr Al Batin", "Hafer Al Batin"],
  jazan: ["Jizan", "Gizan"],
  jubail: ["Al Jubayl", "Jubail Industrial City", "الجبيل الصناعيه"],
  yanbu: ["Yanbu Al Bahr", "Yanbu Industrial City", "ينبع الصناعيه"],
  hail: ["Ha il", "Hayel"],
};

const rows = new Map<string, CityRow>(cities.map((row) => [row[0], row]));
const keyBySpelling = collectSpellings();

/**
 * The gazetteer's key of a city as an address names it, in Arabic or English, however it is spelt; null for a text that
 * names no city of the Kingdom. A governorate stands for its seat.
 */
export function findCityKey(text: string): string | null {
  const name = toWords(text).join(" ");
  for (const spelling of [name, name.replaceAll(titles, "")].flatMap(listSpellings)) {
    const key = keyBySpelling.get(spelling);
    if (key !== undefined) return key;
  }
  return null;
}

/** The names of a city by its key; null for a key that the gazetteer does not have. */
export function findCityNames(key: string): Names | null {
  const row = rows.get(key);
  return row ? { ar: row[1], en: row[2] } : null;
}

function collectSpellings(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // The first to claim a spelling keeps it: a city before a governorate, and a name before another name.
  const add = (key: string, name: string) => {
    for (const spelling of listSpellings(name))
      if (spelling !== "" && !found.has(spelling)) found.set(spelling, key);
  };
  const bySize = [...cities].sort((one, other) => other[7] - one[7]);
  for (const [key, ar, en] of bySize) {
    for (const name of [ar, en, ar.replace(/ \(.*\)$/, ""), en.replace(/ \(.*\)$/, "")]) add(key, name);
  }
  for (const [key, names] of Object.entries(otherSpellings))
    if (rows.has(key)) for (const name of names) add(key, name);
  for (const [key, , , , , , , , other] of bySize) {
    add(key, other);
    for (const word of other.split(" ")) if (word !== "") add(key, word);
  }
  for (const [, ar, en, seat] of governorates) {
    add(seat, ar.replace(/^محافظة /, ""));
    add(seat, en.replace(/ Governorate$/, ""));
  }
  return found;
}
