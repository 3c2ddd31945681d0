export const languages = ["ar", "en"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "ar";

/** Reads a language tag ("en-GB", "ar-SA", absent) as one of ours; Arabic when unsure. */
export function parseLanguage(tag: string | undefined | null): Language {
  const short = tag?.trim().slice(0, 2).toLowerCase();
  return languages.find((language) => language === short) ?? defaultLanguage;
}
