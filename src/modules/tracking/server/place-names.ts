import type { Language } from "#base/shared/language.ts";
import { cities } from "#base/shared/places/generated/cities.ts";

const names = new Map(cities.map(([key, ar, en]) => [key, { ar, en }]));
const countries = {
  ar: new Intl.DisplayNames("ar", { type: "region" }),
  en: new Intl.DisplayNames("en", { type: "region" }),
};

/** The name of a place as clicks store it: a city's key, or `country:ae`; empty for what is no place. */
export function toPlaceName(key: string, language: Language): string {
  const country = /^country:([a-z]{2})$/.exec(key)?.[1];
  if (country) return countries[language].of(country.toUpperCase()) ?? country;
  return names.get(key)?.[language] ?? "";
}
