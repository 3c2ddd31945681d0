import { readFileSync } from "node:fs";
import type { Messages } from "#base/server/messages.ts";
import { toPlainText } from "#base/shared/article.ts";
import { type Language, languages } from "#base/shared/language.ts";
import type { HelpEntry, HelpPage } from "../contract/help.calls.ts";
import {
  type HelpSlug,
  type HelpTopic,
  helpContents,
  helpSlugs,
  helpTopics,
  isHelpSlug,
} from "../contract/help-contents.ts";
import { parsePage } from "../domain/parse-page.ts";
import { type IndexedPage, indexPage, searchPages } from "../domain/search-pages.ts";
import { makeSources } from "./product-sources.ts";

/** Every page in both languages, read once; searched in memory. */
export type HelpLibrary = {
  find(slug: string, language: Language): HelpPage | null;
  list(language: Language): { topic: HelpTopic; pages: HelpEntry[] }[];
  /** The best first; empty without words. */
  search(q: string, language: Language): HelpEntry[];
};

const folder = new URL("../content/", import.meta.url);

type LanguagePages = { pages: ReadonlyMap<HelpSlug, HelpPage>; index: readonly IndexedPage<HelpSlug>[] };

/** Throws when a page is missing, names a text of the product that does not exist, or leads to no page. */
export function loadLibrary(messages: Messages): HelpLibrary {
  const byLanguage = Object.fromEntries(
    languages.map((language) => [language, loadPages(messages, language)]),
  ) as Record<Language, LanguagePages>;
  const get = (language: Language, slug: HelpSlug) => byLanguage[language].pages.get(slug) as HelpPage;
  return {
    find: (slug, language) => (isHelpSlug(slug) ? get(language, slug) : null),
    list: (language) =>
      helpTopics.map((topic) => ({
        topic,
        pages: helpContents[topic].map((slug) => toEntry(get(language, slug))),
      })),
    search: (q, language) =>
      searchPages(byLanguage[language].index, q).map((slug) => toEntry(get(language, slug))),
  };
}

function loadPages(messages: Messages, language: Language): LanguagePages {
  const sources = makeSources(messages, language);
  const parsed = helpSlugs.map((slug) => {
    const source = readFileSync(new URL(`${language}/${slug}.md`, folder), "utf8");
    return { slug, ...parsePage(source, sources) };
  });
  const entries = new Map(parsed.map((page) => [page.slug as string, toEntry(page)]));
  const pages = parsed.map(({ related, words: _, ...page }): [HelpSlug, HelpPage] => [
    page.slug,
    {
      ...page,
      related: related.map((slug) => {
        const entry = entries.get(slug);
        if (!entry) throw new Error(`the help page ${page.slug} leads to ${slug}, which is no page`);
        return entry;
      }),
    },
  ]);
  const index = parsed.map(({ slug, title, summary, words, blocks }) =>
    indexPage(slug, [title, `${summary} ${words}`, toPlainText(blocks)]),
  );
  return { pages: new Map(pages), index };
}

const toEntry = ({ slug, title, summary }: HelpEntry): HelpEntry => ({ slug, title, summary });
