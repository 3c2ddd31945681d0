import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import i18next, { type i18n, type Resource } from "i18next";
import { isolateLiterals, isolateValue, mapTexts, stripRedundantIsolates } from "../shared/bidi.ts";
import { type Language, languages } from "../shared/language.ts";
import { toNamespace } from "../shared/message-files.ts";
import type { MessageParams } from "../shared/refusals.ts";

/** Texts in the reader's language. Keys are `namespace:key`; `base/shared/message-files.ts` says what a namespace is. */
export interface Messages {
  translate(language: Language, key: string, params?: MessageParams): string;
  has(key: string): boolean;
}

/** Loads `messages/{ar,en}.json` of every module, of the base and of the app. Tests may add folders of theirs. */
export async function loadMessages(...folders: readonly string[]): Promise<Messages> {
  const [ar, en] = await Promise.all(languages.map((language) => loadLanguage(folders, language)));
  if (!ar || !en) throw new Error("messages are read in both languages");
  return {
    translate: (language, key, params = {}) =>
      stripRedundantIsolates(String((language === "ar" ? ar : en).t(key, params)), language),
    has: (key) => ar.exists(key),
  };
}

/** One language's texts. Parts that bidirectional text would reorder are put in isolates (`base/shared/bidi.ts`). */
async function loadLanguage(folders: readonly string[], language: Language): Promise<i18n> {
  const texts: Record<string, object> = {};
  for (const folder of folders) {
    for await (const file of glob(`**/messages/${language}.json`, { cwd: folder, exclude: isForTests })) {
      const path = join(folder, file);
      const messages: unknown = JSON.parse(await readFile(path, "utf8"));
      texts[toNamespace(path)] = mapTexts(messages, (message) =>
        isolateLiterals(message, language),
      ) as object;
    }
  }
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    resources: { [language]: texts as Resource[string] },
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: "base",
    interpolation: { escape: (value) => isolateValue(value, language) },
  });
  return instance;
}

const isForTests = (path: string) => basename(path) === "testing";

/** The message key of a refusal code: `wallet.card_required` is `wallet:card_required`. */
export function toMessageKey(code: string): string {
  return code.replace(".", ":");
}
