export const languages = ["ar", "en"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "ar";

/** Parses a language tag ("en-GB", "ar-SA", absent) into one of ours; Arabic by default. */
export function parseLanguage(tag: string | undefined | null): Language {
  const short = tag?.trim().slice(0, 2).toLowerCase();
  return languages.find((language) => language === short) ?? defaultLanguage;
}
