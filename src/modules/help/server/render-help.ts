import { renderArticle, toPublicLink } from "#base/server/public-pages/render-article.ts";
import { escapeHtml as text } from "#base/shared/escape-html.ts";
import type { Language } from "#base/shared/language.ts";
import type { HelpEntry, HelpPage } from "../contract/help.calls.ts";
import type { HelpTopic } from "../contract/help-contents.ts";

export type Translate = (key: string, params?: Record<string, string>) => string;

type Index = {
  q: string;
  topics: readonly { topic: HelpTopic; pages: readonly HelpEntry[] }[];
  found: readonly HelpEntry[];
  /** The address is of no page. */
  isMissing?: boolean;
};

/** All pages by topic under a search field, or what was found. */
export function renderIndex(
  { q, topics, found, isMissing }: Index,
  t: Translate,
  language: Language,
): string {
  const head = isMissing
    ? `<h1>${text(t("help:missing"))}</h1><p class="lead">${text(t("help:missing_words"))}</p>`
    : `<h1>${text(t("help:title"))}</h1><p class="lead">${text(t("help:lead"))}</p>`;
  const form = `<form method="get" action="/help" role="search"><input type="search" name="q" value="${text(q)}" maxlength="120" aria-label="${text(t("help:search"))}" placeholder="${text(t("help:search_hint"))}"><input type="hidden" name="lang" value="${language}"><button type="submit">${text(t("help:search"))}</button></form>`;
  return `${head}${form}${q === "" ? renderTopics(topics, t, language) : renderFound(found, q, t, language)}`;
}

const renderTopics = (topics: Index["topics"], t: Translate, language: Language): string =>
  `<div class="topics">${topics
    .map(
      ({ topic, pages }) =>
        `<section class="card"><h2>${text(t(`help:topics.${topic}`))}</h2><ul>${pages.map((page) => `<li>${renderLink(page, language)}</li>`).join("")}</ul></section>`,
    )
    .join("")}</div>`;

function renderFound(found: readonly HelpEntry[], q: string, t: Translate, language: Language): string {
  if (found.length === 0)
    return `<section class="card"><h2>${text(t("help:none", { q }))}</h2><p>${text(t("help:none_words"))}</p><p><a href="${toPublicLink("/help", language)}">${text(t("help:all_pages"))}</a></p></section>`;
  const items = found.map(
    (entry) => `<li>${renderLink(entry, language)}<span class="soft">${text(entry.summary)}</span></li>`,
  );
  return `<section class="card"><h2>${text(t("help:found", { q }))}</h2><ul class="plain">${items.join("")}</ul></section>`;
}

/** A page, the screen it explains, and pages to go on with. */
export function renderPage(page: HelpPage, screen: string | null, t: Translate, language: Language): string {
  const open =
    screen === null ? "" : `<p><a class="open" href="${screen}">${text(t("help:open_screen"))}</a></p>`;
  const related =
    page.related.length === 0
      ? ""
      : `<section class="more"><h2>${text(t("help:related"))}</h2><ul class="plain">${page.related.map((entry) => `<li>${renderLink(entry, language)}</li>`).join("")}</ul></section>`;
  return `<p class="more"><a href="${toPublicLink("/help", language)}">${text(t("help:title"))}</a></p><h1>${text(page.title)}</h1><p class="lead">${text(page.summary)}</p><article class="card">${renderArticle(page.blocks, language)}</article>${open}${related}`;
}

const renderLink = ({ slug, title }: HelpEntry, language: Language): string =>
  `<a href="${toPublicLink(`/help/${slug}`, language)}">${text(title)}</a>`;
