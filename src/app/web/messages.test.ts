import { expect, test } from "vitest";

const files = import.meta.glob<Record<string, unknown>>(
  ["/src/**/messages/ar.json", "/src/**/messages/en.json"],
  {
    import: "default",
    eager: true,
  },
);
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/(ar|en)\.json$/, "")))];

/** Every key of nested texts, dotted; plural forms count as one key, since the languages have different ones. */
function listKeys(texts: unknown, prefix = ""): string[] {
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return [prefix];
  return Object.entries(texts).flatMap(([key, value]) =>
    listKeys(value, prefix === "" ? key : `${prefix}.${key}`),
  );
}
const plural = /_(zero|one|two|few|many|other)$/;

function listTextKeys(texts: unknown): string[] {
  const keys = listKeys(texts);
  const counted = new Set(keys.filter((key) => key.endsWith("_other")).map((key) => key.replace(plural, "")));
  const named = keys.map((key) => (counted.has(key.replace(plural, "")) ? key.replace(plural, "") : key));
  return [...new Set(named)].sort();
}

test.each(folders)("%s has the same keys in Arabic and in English", (folder) => {
  expect(listTextKeys(files[`${folder}en.json`])).toEqual(listTextKeys(files[`${folder}ar.json`]));
});

test.each(folders)("%s has all six Arabic plurals wherever it has one", (folder) => {
  const keys = listKeys(files[`${folder}ar.json`]);
  // A text with a count always has the form "other"; a key that merely ends in "many" is not a plural.
  const counted = keys.filter((key) => key.endsWith("_other")).map((key) => key.replace(plural, ""));
  const forms = ["zero", "one", "two", "few", "many", "other"];
  const missing = counted
    .flatMap((key) => forms.map((form) => `${key}_${form}`))
    .filter((key) => !keys.includes(key));
  expect(missing).toEqual([]);
});
