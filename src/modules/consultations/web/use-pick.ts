import { useLanguage } from "#base/web/runtime/preferences.ts";

/** Picks the person's language of a text that is kept in both. */
export function usePick(): (texts: { ar: string; en: string }) => string {
  const language = useLanguage();
  return (texts) => texts[language];
}
