import type { Names, Region } from "./places.ts";

/** The Kingdom's thirteen regions, with the other spellings that platforms' reports use in English. */
const regions: Record<Region, Names & { other: readonly string[] }> = {
  riyadh: { ar: "منطقة الرياض", en: "Riyadh Region", other: ["ar riyadh", "ar riyad"] },
  makkah: { ar: "منطقة مكة المكرمة", en: "Makkah Region", other: ["mecca", "makkah al mukarramah"] },
  madinah: {
    ar: "منطقة المدينة المنورة",
    en: "Madinah Region",
    other: ["medina", "madinah al munawwarah"],
  },
  qassim: { ar: "منطقة القصيم", en: "Qassim Region", other: ["qasim"] },
  eastern: { ar: "المنطقة الشرقية", en: "Eastern Province", other: ["ash sharqiyah", "sharqia"] },
  asir: { ar: "منطقة عسير", en: "Asir Region", other: ["aseer"] },
  tabuk: { ar: "منطقة تبوك", en: "Tabuk Region", other: ["tabouk"] },
  hail: { ar: "منطقة حائل", en: "Hail Region", other: ["ha'il"] },
  northern: {
    ar: "منطقة الحدود الشمالية",
    en: "Northern Borders Region",
    other: ["al hudud ash shamaliyah", "northern border"],
  },
  jazan: { ar: "منطقة جازان", en: "Jazan Region", other: ["jizan", "gizan"] },
  najran: { ar: "منطقة نجران", en: "Najran Region", other: [] },
  baha: { ar: "منطقة الباحة", en: "Al Bahah Region", other: ["baha"] },
  jouf: { ar: "منطقة الجوف", en: "Al Jawf Region", other: ["jouf"] },
};

/** Without what spellings differ in: case, signs, the article, and the word for a region. */
const fold = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\b(region|province|emirate|principality|of)\b/g, "")
    .replaceAll(/[^a-z\u0600-\u06ff]/g, "")
    .replace(/^al(?=.{3})/, "");

const byName = new Map(
  Object.entries(regions).flatMap(([key, { ar, en, other }]) =>
    [ar, en, ...other].map((name) => [fold(name), key as Region] as const),
  ),
);

/** The region that a platform names, in Arabic or English and in any usual spelling; null for any other place. */
export const findRegion = (name: string): Region | null => byName.get(fold(name)) ?? null;

/** A region's names; undefined for a text that is no region's key. */
export const findRegionNames = (key: string): Names | undefined =>
  Object.hasOwn(regions, key) ? regions[key as Region] : undefined;
