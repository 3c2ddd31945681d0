import type { FastifyInstance } from "fastify";
import type { Db } from "#base/server/db/db.ts";
import type { Messages } from "#base/server/messages.ts";
import { readPageLanguage, sendPublicPage } from "#base/server/public-pages/public-page.ts";
import { documents } from "../contract/company.calls.ts";
import { publicLinks } from "../contract/public-links.ts";
import { findDetails, findText } from "./company.store.ts";
import { renderContact, renderDocument, type Translate } from "./render-company.ts";

type Deps = { db: Db; messages: Messages };

/** `/about`, `/terms`, `/privacy` and `/contact`: read signed out. `?version=` shows an earlier text. */
export function mountPublicPages(app: FastifyInstance, { db, messages }: Deps): void {
  for (const document of documents)
    app.get(`/${document}`, async (request, reply) => {
      const language = readPageLanguage(request);
      const t: Translate = (key, params) => messages.translate(language, key, params);
      const version = readVersion(request.query);
      const [text, details] = await Promise.all([findText(db, { document, version }), findDetails(db)]);
      const title = t(`company:links.${document}`);
      return sendPublicPage(reply, {
        ...frame(language, t),
        path: version === null ? `/${document}` : `/${document}?version=${version}`,
        title,
        summary: title,
        body: renderDocument({ document, text, details, language }, t),
        isUnlisted: !text || version !== null,
      });
    });

  app.get("/contact", async (request, reply) => {
    const language = readPageLanguage(request);
    const t: Translate = (key, params) => messages.translate(language, key, params);
    const details = await findDetails(db);
    return sendPublicPage(reply, {
      ...frame(language, t),
      path: "/contact",
      title: t("company:links.contact"),
      summary: t("company:contact_lead"),
      body: renderContact(details, t, language),
    });
  });
}

function readVersion(query: unknown): number | null {
  const { version } = query as { version?: unknown };
  return typeof version === "string" && /^[1-9]\d{0,5}$/.test(version) ? Number(version) : null;
}

const frame = (language: "ar" | "en", t: Translate) => ({
  language,
  words: {
    brand: t("base:product_name"),
    home: t("company:home"),
    otherLanguage: t("company:other_language"),
  },
  links: publicLinks.map(({ to, label }) => ({ to, label: t(label) })),
});
