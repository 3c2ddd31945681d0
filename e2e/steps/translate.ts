import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import i18next, { type Resource } from "i18next";
import { isolateLiterals, isolateValue, mapTexts, stripRedundantIsolates } from "#base/shared/bidi.ts";
import { toNamespace } from "#base/shared/message-files.ts";

export type Language = "ar" | "en";
/** A text of the product by its key (`wallet:top_up`), as a merchant of this language reads it. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

const root = join(import.meta.dirname, "../..");

/** The product's own messages: stories use its keys, so that a better wording breaks none of them. */
export function makeTranslate(language: Language): Translate {
  const texts = i18next.createInstance();
  void texts.init({
    lng: language,
    initAsync: false,
    resources: {
      [language]: mapTexts(readMessages(language), (text) =>
        isolateLiterals(text, language),
      ) as Resource[string],
    },
    interpolation: { escape: (value) => isolateValue(value, language) },
  });
  return (key, values) => {
    if (!texts.exists(key, values)) throw new Error(`there is no text ${key} in ${language}`);
    return stripRedundantIsolates(texts.t(key, { ...values }), language);
  };
}

/** Every namespace of the web. */
export function readMessages(language: Language): Record<string, Record<string, unknown>> {
  const files = globSync(`src/**/messages/${language}.json`, { cwd: root });
  return Object.fromEntries(
    files.map((file) => [toNamespace(file), JSON.parse(readFileSync(join(root, file), "utf8"))]),
  );
}
