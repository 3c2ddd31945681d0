import { type Language, readLanguage } from "#base/shared/language.ts";
import { keep, keys, stored } from "./storage.ts";
import { useWatched, watched } from "./watched.ts";

export type Theme = "light" | "dark" | "auto";
export type Digits = "latn" | "arab";

const language = watched<Language>(readLanguage(stored(keys.language)));
const theme = watched<Theme>(readTheme(stored(keys.theme)));
const digits = watched<Digits>(stored(keys.digits) === "arab" ? "arab" : "latn");

export const currentLanguage = (): Language => language.get();
export const useLanguage = (): Language => useWatched(language);
export const onLanguageChange = language.subscribe;

/** Stores the language and turns the page round; texts follow through i18n, the user is fetched again by the shell. */
export function setLanguage(next: Language): void {
  keep(keys.language, next);
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
  language.set(next);
}

export const directionOf = (of: Language): "rtl" | "ltr" => (of === "ar" ? "rtl" : "ltr");

export const useTheme = (): Theme => useWatched(theme);
export function setTheme(next: Theme): void {
  keep(keys.theme, next);
  theme.set(next);
}

/** Which digits screens write in Arabic; English screens are always Latin. */
export const currentDigits = (): Digits => (language.get() === "ar" ? digits.get() : "latn");
export function useDigits(): Digits {
  const chosen = useWatched(digits);
  return useLanguage() === "ar" ? chosen : "latn";
}
export const useChosenDigits = (): Digits => useWatched(digits);
export const onDigitsChange = digits.subscribe;
export function setDigits(next: Digits): void {
  keep(keys.digits, next);
  digits.set(next);
}

function readTheme(text: string | null): Theme {
  return text === "dark" || text === "auto" ? text : "light";
}
