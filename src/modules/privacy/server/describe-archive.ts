import type { Messages } from "#base/server/messages.ts";
import type { PersonalData } from "#base/server/personal-data/personal-data.ts";
import { type Language, languages } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";

export type WrittenFile = { file: string; rows: number };
type Input = { data: readonly PersonalData[]; files: readonly WrittenFile[]; at: Date };

/** What is in an export and what is not, for its reader: a text in each language, by file name. */
export const describeArchive = (messages: Messages, input: Input): [name: string, text: string][] =>
  languages.map((language) => [`README.${language}.txt`, describeIn(messages, language, input)]);

function describeIn(messages: Messages, language: Language, { data, files, at }: Input): string {
  const t = (key: string, params = {}) => messages.translate(language, `privacy_page:readme.${key}`, params);
  const modules = data.map(({ module }) => module);
  const sections = modules.flatMap((module) => {
    const own = files.filter(({ file }) => file.startsWith(`${module}/`));
    if (own.length === 0) return [];
    return ["", t(`modules.${module}`), ...own.map(({ file, rows }) => `  ${file}: ${rows}`)];
  });
  return [
    t("title", { day: toRiyadhDay(at) }),
    "",
    t("format"),
    t("units"),
    t("left_out"),
    t("media"),
    ...sections,
    "",
  ].join("\n");
}
