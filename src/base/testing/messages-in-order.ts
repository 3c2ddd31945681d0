import type { Language } from "#base/shared/language.ts";
import { visualOrder } from "./visual-order.ts";

/** Values that an Arabic or English line reorders unless they are isolated, and some that it does not. */
export const awkwardValues: Record<Language, string[]> = {
  ar: ["20.00", "1080×1920", "18–34", "41 / 26", "-5", "+966 50 123 4567", "X+", "shop.example/a-1"],
  en: ["20.00", "متجر 12", "سوق!"],
};

/**
 * What is shown out of order when every message of these files is rendered with such values: each value, each figure
 * and each foreign word of the message itself must appear in the displayed line in its written order.
 */
export function findReordered(
  files: Record<string, unknown>,
  language: Language,
  translate: (key: string, values: Record<string, string | number>) => string,
): string[] {
  return Object.entries(files).flatMap(([namespace, texts]) =>
    textsByKey(texts).flatMap(([key, message]) => {
      const isCounted = message.includes("{{count}}");
      const name = `${namespace}:${isCounted ? key.replace(/_(few|many|other|one)$/, "") : key}`;
      return awkwardValues[language].flatMap((value) => {
        const translated = translate(name, toTestValues(message, value, files));
        const shown = visualOrder(translated, language === "ar" ? "rtl" : "ltr");
        return listExpectedPieces(message, value, language)
          .filter((piece) => !shown.includes(piece))
          .map((piece) => `${name} shows ${shown} where ${piece} was meant`);
      });
    }),
  );
}

function textsByKey(texts: unknown, prefix = ""): [key: string, text: string][] {
  if (typeof texts === "string") return [[prefix, texts]];
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return [];
  return Object.entries(texts).flatMap(([key, text]) =>
    textsByKey(text, prefix === "" ? key : `${prefix}.${key}`),
  );
}

/**
 * The same for all values; a name inside a nested message's key (`$t(ad_accounts:platforms.{{platform}})`) is a real
 * one.
 */
function toTestValues(
  message: string,
  value: string,
  files: Record<string, unknown>,
): Record<string, string | number> {
  const names = [...message.matchAll(/\{\{-?\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => [name, value]);
  const keys = [...message.matchAll(/\$t\((\w+):(\w+)\.\{\{(\w+)\}\}\)/g)].map(
    ([, file = "", list = "", name = ""]) => [
      name,
      Object.keys((files[file] as Record<string, object>)[list] ?? {}).at(-1) ?? "",
    ],
  );
  return { ...Object.fromEntries([...names, ...keys]), count: 12 };
}

function listExpectedPieces(message: string, value: string, language: Language): string[] {
  const own = message.replace(/\$t\([^)]*\)/g, "").replace(/<\w+>|<\/\w+>/g, "");
  const usesValue = /\{\{(?!count)/.test(own);
  const expanded = own.replace(/\{\{-?\s*(\w+)\s*\}\}/g, (_, name: string) =>
    name === "count" ? "12" : "\u0000",
  );
  const figures = language === "ar" ? (expanded.match(/[^\s\u0600-\u06ff«»()،؛؟]+/g) ?? []) : [];
  const direction = /^[^A-Za-z]*[\u0621-\u064a]/.test(value) ? "rtl" : "ltr";
  return [
    ...(usesValue ? [visualOrder(value, direction)] : []),
    ...figures
      .map((piece) => piece.replace(/[.,:!…]+$/, "").replaceAll("\u0000", value))
      .filter((piece) => /[A-Za-z\d]/.test(piece)),
  ];
}
