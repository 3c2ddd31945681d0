import { renderArticle, toPublicLink } from "#base/server/public-pages/render-article.ts";
import { parseArticle } from "#base/shared/article.ts";
import { escapeHtml as text } from "#base/shared/escape-html.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Document } from "../contract/company.calls.ts";
import type { DetailsRecord, TextRecord } from "./company.store.ts";

export type Translate = (key: string, params?: Record<string, string>) => string;

type Shown = {
  document: Document;
  text: TextRecord | undefined;
  details: DetailsRecord | undefined;
  language: Language;
};

/** A document in the reader's language, with its version; what to do where it has none yet. */
export function renderDocument({ document, text: record, details, language }: Shown, t: Translate): string {
  const title = `<h1>${text(t(`company:links.${document}`))}</h1>`;
  const own = record?.[`text_${language}`] ?? "";
  const facts = document === "about" ? renderFacts(details, t, language) : "";
  if (!record || own === "")
    return `${title}<section class="card"><p>${text(t(`company:none.${document}`))}</p><p><a href="${toPublicLink("/contact", language)}">${text(t("company:links.contact"))}</a></p></section>${facts}`;
  const version = t("company:version", {
    version: String(record.version),
    day: toRiyadhDay(record.edited_at),
  });
  const earlier =
    record.version > 1
      ? ` · <a href="${toPublicLink(`/${document}?version=${record.version - 1}`, language)}">${text(t("company:earlier"))}</a>`
      : "";
  return `${title}<p class="soft">${text(version)}${earlier}</p><article class="card">${renderArticle(parseArticle(own), language)}</article>${facts}`;
}

/** How to reach us and who we are, as the law on electronic commerce asks. */
export function renderContact(details: DetailsRecord | undefined, t: Translate, language: Language): string {
  const ways = details ? listWays(details) : [];
  const lead = `<h1>${text(t("company:links.contact"))}</h1><p class="lead">${text(t("company:contact_lead"))}</p>`;
  const list =
    ways.length === 0
      ? `<section class="card"><p>${text(t("company:none.contact"))}</p></section>`
      : `<section class="card"><dl class="facts">${ways
          .map(
            ({ key, value, to }) =>
              `<dt>${text(t(`company:fields.${key}`))}</dt><dd><a dir="ltr" href="${text(to)}">${text(value)}</a></dd>`,
          )
          .join("")}</dl></section>`;
  return `${lead}${list}${renderFacts(details, t, language)}`;
}

function listWays({ email, phone, whatsapp }: DetailsRecord) {
  return [
    { key: "email", value: email, to: `mailto:${email}` },
    { key: "phone", value: phone, to: `tel:${phone}` },
    { key: "whatsapp", value: whatsapp, to: `https://wa.me/${whatsapp.replace(/\D/g, "")}` },
  ].filter(({ value }) => value !== "");
}

/** Who we are: the registered name, the numbers and the address; nothing of it until staff have filled it in. */
function renderFacts(details: DetailsRecord | undefined, t: Translate, language: Language): string {
  if (!details) return "";
  const { building_number, street, district, city, postal_code } = details;
  const address = [[building_number, street].filter(Boolean).join(" "), district, city, postal_code]
    .filter(Boolean)
    .join(language === "ar" ? "، " : ", ");
  const facts = [
    { key: "name", value: details[`name_${language}`] },
    { key: "registration_number", value: details.registration_number },
    { key: "vat_number", value: details.vat_number },
    { key: "address", value: address },
  ].filter(({ value }) => value !== "");
  const rows = facts.map(
    ({ key, value }) => `<dt>${text(t(`company:fields.${key}`))}</dt><dd><bdi>${text(value)}</bdi></dd>`,
  );
  return `<h2>${text(t("company:who_we_are"))}</h2><section class="card"><dl class="facts">${rows.join("")}</dl></section>`;
}
