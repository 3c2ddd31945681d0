import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Messages } from "#base/server/messages.ts";
import { type PublicPage, readPageLanguage, sendPublicPage } from "#base/server/public-pages/public-page.ts";
import type { Language } from "#base/shared/language.ts";
import { publicLinks } from "#modules/company/contract/public-links.ts";
import { queryMax } from "../contract/help.calls.ts";
import { findHelpScreen, isHelpSlug } from "../contract/help-contents.ts";
import type { HelpLibrary } from "./load-library.ts";
import { renderIndex, renderPage, type Translate } from "./render-help.ts";

type Deps = { library: HelpLibrary; messages: Messages };
type PageRequest = FastifyRequest<{ Params: { slug: string } }>;

/** `/help` and `/help/{slug}`: read signed out, searched without a script. */
export function mountHelpPages(app: FastifyInstance, { library, messages }: Deps): void {
  const translate =
    (language: Language): Translate =>
    (key, params) =>
      messages.translate(language, key, params);

  app.get("/help", async (request, reply) => {
    const language = readPageLanguage(request);
    const t = translate(language);
    const { q: typed } = request.query as { q?: unknown };
    const q = typeof typed === "string" ? typed.trim().slice(0, queryMax) : "";
    const body = renderIndex(
      { q, topics: library.list(language), found: library.search(q, language) },
      t,
      language,
    );
    const path = q === "" ? "/help" : `/help?q=${encodeURIComponent(q)}`;
    return sendPublicPage(reply, {
      ...frame(language, t),
      path,
      title: t("help:title"),
      summary: t("help:lead"),
      body,
      isUnlisted: q !== "",
    });
  });

  app.get("/help/:slug", async (request: PageRequest, reply) => {
    const language = readPageLanguage(request);
    const t = translate(language);
    const { slug } = request.params;
    const page = library.find(slug, language);
    if (!page || !isHelpSlug(slug)) {
      const topics = library.list(language);
      const body = renderIndex({ q: "", topics, found: [], isMissing: true }, t, language);
      const missing = {
        path: "/help",
        title: t("help:missing"),
        summary: t("help:lead"),
        body,
        isUnlisted: true,
      };
      return sendPublicPage(reply, { ...frame(language, t), ...missing }, 404);
    }
    return sendPublicPage(reply, {
      ...frame(language, t),
      path: `/help/${slug}`,
      title: page.title,
      summary: page.summary,
      body: renderPage(page, findHelpScreen(slug), t, language),
    });
  });
}

const frame = (language: Language, t: Translate): Pick<PublicPage, "language" | "words" | "links"> => ({
  language,
  words: {
    brand: t("base:product_name"),
    home: t("company:home"),
    otherLanguage: t("company:other_language"),
  },
  links: publicLinks.map(({ to, label }) => ({ to, label: t(label) })),
});
