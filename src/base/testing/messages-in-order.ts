import type { Language } from "#base/shared/language.ts";
import { visualOrder } from "./visual-order.ts";

/** Values that an Arabic or English line reorders unless they are isolated, and some that it does not. */
const awkwardValues: Record<Language, string[]> = {
  ar: ["20.00", "1080×1920", "18–34", "41 / 26", "-5", "+966 50 123 4567", "H+", "shop.example/a-1"],
  en: ["20.00", "متجر 12", "سوق!"],
};

const placeholder = /\{\{-?(\w+)\}\}/g;

/** Stands in no value and no message, so that its place in a line is certain. */
const count = 17;

type Translate = (key: string, values: Record<string, string | number>) => string;

/**
 * What is shown out of order when every message of these files is rendered with such values: each value, each figure
 * and each foreign word of the message itself must appear in the displayed line in its written order, and the values
 * one after the other as the message places them.
 */
export function findReordered(
  files: Record<string, unknown>,
  language: Language,
  translate: Translate,
): string[] {
  return Object.entries(files).flatMap(([namespace, texts]) =>
    textsByKey(texts).flatMap(([key, message]) =>
      listTestValues(message, language, files).flatMap((values) => {
        // With the ending of its plural form in the name, the count chooses no other form.
        const translated = translate(`${namespace}:${key}`, values);
        const shown = visualOrder(translated, language === "ar" ? "rtl" : "ltr");
        return [
          ...listExpectedPieces(message, values, language).filter((piece) => !shown.includes(piece)),
          ...listSwapped(message, values, { shown, language }),
        ].map((piece) => `${namespace}:${key} shows ${shown} where ${piece} was meant`);
      }),
    ),
  );
}

function textsByKey(texts: unknown, prefix = ""): [key: string, text: string][] {
  if (typeof texts === "string") return [[prefix, texts]];
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return [];
  return Object.entries(texts).flatMap(([key, text]) =>
    textsByKey(text, prefix === "" ? key : `${prefix}.${key}`),
  );
}

type Values = Record<string, string | number>;

/**
 * Every kind of awkward value for all placeholders of a message, different in each, and every mixture of two kinds in
 * turn. A name inside a nested message's key (`$t(ad_accounts:platforms.{{platform}})`) is a real one.
 */
function listTestValues(message: string, language: Language, files: Record<string, unknown>): Values[] {
  const names = listNames(message).filter((name) => name !== "count");
  const keys = [...message.matchAll(/\$t\((\w+):(\w+)\.\{\{(\w+)\}\}\)/g)].map(
    ([, file = "", list = "", name = ""]) => [
      name,
      Object.keys((files[file] as Record<string, object>)[list] ?? {}).at(-1) ?? "",
    ],
  );
  const kinds = awkwardValues[language];
  const mixtures = kinds.flatMap((kind) =>
    names.length < 2 ? [[kind]] : kinds.map((other) => (kind === other ? [kind] : [kind, other])),
  );
  return mixtures.map((mixture) => {
    const values = names.map((name, at) => [name, vary(mixture[at % mixture.length] ?? "", at)]);
    return { ...Object.fromEntries([...values, ...keys]), count };
  });
}

/** Another value of the same kind for each place in a message: 20.00, 30.00, 40.00. */
const vary = (value: string, place: number): string =>
  value.replace(/[\p{L}\d]/u, (first) =>
    /\d/.test(first)
      ? String((Number(first) + place) % 10)
      : String.fromCodePoint((first.codePointAt(0) ?? 0) + place),
  );

/** The placeholders whose values stand in the message itself, in its order. */
const listNames = (message: string): string[] =>
  [...toOwnText(message).matchAll(placeholder)].map(([, name = ""]) => name);

/** Without nested messages and tags. */
const toOwnText = (message: string): string =>
  message.replace(/\$t\([^)]*\)/g, "").replace(/<\w+>|<\/\w+>/g, "");

/** A value as it is shown by itself. */
const toShown = (value: string | number): string =>
  visualOrder(String(value), /^[^A-Za-z]*[\u0621-\u064a]/.test(String(value)) ? "rtl" : "ltr");

/** Two placeholders that make one figure, {{width}}×{{height}}, are read from left to right in every line. */
const joined = /^\s?[×/]\s?$|^[x–−-]$/;

/** Pairs of neighbouring values that the line shows the other way round than its language is read. */
function listSwapped(
  message: string,
  values: Values,
  { shown, language }: { shown: string; language: Language },
): string[] {
  const [, ...rest] = toOwnText(message).split(/\{\{-?\w+\}\}/);
  const names = listNames(message);
  return names.slice(1).flatMap((name, at) => {
    const [before = "", after = ""] = [names[at], name].map((one) => toShown(values[one ?? ""] ?? ""));
    if (before === after) return [];
    const isLeftToRight = language === "en" || joined.test(rest[at] ?? "");
    const isInOrder = isLeftToRight
      ? shown.indexOf(before) < shown.lastIndexOf(after)
      : shown.lastIndexOf(before) > shown.indexOf(after);
    return isInOrder ? [] : [`${before} before ${after}`];
  });
}

function listExpectedPieces(message: string, values: Values, language: Language): string[] {
  const own = toOwnText(message);
  const names = listNames(message).filter((name) => name !== "count");
  const figures = language === "ar" ? (own.match(/[^\s\u0600-\u06ff«»()،؛؟]+/g) ?? []) : [];
  return [
    ...names.map((name) => toShown(values[name] ?? "")),
    ...figures
      .map((piece) => piece.replace(/[.,:!…]+$/, ""))
      .map((piece) => piece.replaceAll(placeholder, (_, name: string) => String(values[name])))
      .filter((piece) => /[A-Za-z\d]/.test(piece)),
  ];
}
