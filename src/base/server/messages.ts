import { glob, readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import i18next from "i18next";
import { type Language, languages } from "../shared/language.ts";
import type { MessageParams } from "../shared/refusals.ts";

/** Texts in the reader's language. Keys are `namespace:key`; a namespace is a module's name in snake_case. */
export interface Messages {
  say(language: Language, key: string, params?: MessageParams): string;
  has(key: string): boolean;
}

/** Loads `messages/{ar,en}.json` of every module, of the base and of the app. */
export async function loadMessages(sourceFolder: string): Promise<Messages> {
  const resources: Record<string, Record<string, object>> = { ar: {}, en: {} };
  for (const language of languages) {
    for await (const file of glob(`${sourceFolder}/**/messages/${language}.json`)) {
      const namespace = basename(dirname(dirname(file))).replaceAll("-", "_");
      const texts = resources[language];
      if (texts) texts[namespace] = JSON.parse(await readFile(file, "utf8")) as object;
    }
  }
  const i18n = i18next.createInstance();
  await i18n.init({
    resources,
    fallbackLng: false,
    ns: Object.keys(resources.ar ?? {}),
    defaultNS: "base",
    interpolation: { escapeValue: false },
  });
  const speakers = { ar: i18n.getFixedT("ar"), en: i18n.getFixedT("en") };
  return {
    say: (language, key, params = {}) => String(speakers[language](key, params)),
    has: (key) => i18n.exists(key, { lng: "ar" }),
  };
}

/** The message key of a refusal code: `wallet.card_required` is `wallet:card_required`. */
export function keyOfCode(code: string): string {
  return code.replace(".", ":");
}
