import { type Language, parseLanguage } from "#base/shared/language.ts";
import { observable, useObservable } from "./observable.ts";
import { getItem, keys, setItem } from "./storage.ts";

export type Theme = "light" | "dark" | "auto";
export type Digits = "latn" | "arab";
export type Calendar = "gregorian" | "both";

const language = observable<Language>(parseLanguage(getItem(keys.language)));
const theme = observable<Theme>(readTheme(getItem(keys.theme)));
const digits = observable<Digits>(getItem(keys.digits) === "arab" ? "arab" : "latn");
const undoSeconds = observable<number>(readUndoSeconds(getItem(keys.undoSeconds)));
const calendar = observable<Calendar>(getItem(keys.calendar) === "both" ? "both" : "gregorian");

export const currentLanguage = (): Language => language.get();
export const useLanguage = (): Language => useObservable(language);
export const onLanguageChange = language.subscribe;

/** Stores the language and sets the page's direction; i18n changes the texts, the shell fetches the user again. */
export function setLanguage(next: Language): void {
  setItem(keys.language, next);
  document.documentElement.lang = next;
  document.documentElement.dir = getDirection(next);
  language.set(next);
}

export const getDirection = (of: Language): "rtl" | "ltr" => (of === "ar" ? "rtl" : "ltr");

export const useTheme = (): Theme => useObservable(theme);
export function setTheme(next: Theme): void {
  setItem(keys.theme, next);
  theme.set(next);
}

/** Which digits screens write in Arabic; English screens are always Latin. */
export const currentDigits = (): Digits => (language.get() === "ar" ? digits.get() : "latn");
export function useDigits(): Digits {
  const chosen = useObservable(digits);
  return useLanguage() === "ar" ? chosen : "latn";
}
export const useChosenDigits = (): Digits => useObservable(digits);
export const onDigitsChange = digits.subscribe;
export function setDigits(next: Digits): void {
  setItem(keys.digits, next);
  digits.set(next);
}

/** Whether the Hijri day stands beside the Gregorian one. */
export const useCalendar = (): Calendar => useObservable(calendar);
export function setCalendar(next: Calendar): void {
  setItem(keys.calendar, next);
  calendar.set(next);
}

/** For how many seconds a message that offers an act, such as undoing a change, stays. */
export const useUndoSeconds = (): number => useObservable(undoSeconds);
export function setUndoSeconds(next: number): void {
  setItem(keys.undoSeconds, String(next));
  undoSeconds.set(next);
}

function readUndoSeconds(text: string | null): number {
  const seconds = Number(text);
  return seconds >= 5 && seconds <= 30 ? seconds : 8;
}

function readTheme(text: string | null): Theme {
  return text === "dark" || text === "auto" ? text : "light";
}
