import type { Language } from "#base/shared/language.ts";
import type { Blocks } from "./compose-blocks.ts";
import { escapeHtml as text } from "./escape-html.ts";
import { pageStyle } from "./page-style.ts";

/** Stands where the visit's carried query goes. Texts are escaped, so that none can hold it. */
export const queryMark = "<query>";

/** The sizes in which a picture is kept, widest last; heights follow from the picture. */
export type PagePicture = { version: string; sizes: readonly { width: number; height: number }[] };

type Page = {
  slug: string;
  language: Language;
  storeName: string;
  blocks: Blocks;
  /** Null: the store has none, or did not give it. */
  picture: PagePicture | null;
};

/** The whole page: no script, one style. Whatever a merchant or a store wrote is escaped. */
export function renderPage({ slug, language, storeName, blocks, picture }: Page): string {
  const { hero, price, proof, delivery, questions, order } = blocks;
  const button = order.isSoldOut
    ? `<span class="order" aria-disabled="true">${text(order.label)}</span>`
    : `<a class="order" href="/p/${slug}/go${queryMark}" rel="nofollow">${text(order.label)}</a>`;
  const title = text(hero.title);
  const facts = [
    proof && card("proof", `<b>${text(proof.figure)}</b><p>${text(proof.text)}</p>`),
    delivery &&
      card(
        "delivery",
        `<h2>${text(delivery.title)}</h2><ul>${delivery.lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`,
      ),
  ].filter((part) => part !== null);
  const lead = hero.text === "" ? "" : `<p class="lead">${text(hero.text)}</p>`;
  const answered = questions.items
    .map(
      ({ question, answer }) =>
        `<details><summary>${text(question)}</summary><p>${text(answer)}</p></details>`,
    )
    .join("");
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · ${text(storeName)}</title><meta name="description" content="${text(hero.text || hero.title)}"><meta name="robots" content="noindex"><meta name="theme-color" content="#faf7f1"><style>${pageStyle}</style></head><body><header class="top"><bdi>${text(storeName)}</bdi></header><main><section class="hero">${drawPicture(slug, picture, title)}<div class="words"><h1>${title}</h1>${lead}<p class="price"><strong>${text(price)}</strong></p>${button}<p class="note">${text(order.note)}</p></div></section>${facts.length > 0 ? `<div class="facts">${facts.join("")}</div>` : ""}<section class="card"><h2>${text(questions.title)}</h2>${answered}</section><section class="card close"><h2>${title}</h2>${button}</section></main><div class="bar"><strong>${text(price)}</strong>${button}</div></body></html>`;
}

const card = (name: string, inner: string) => `<section class="card ${name}">${inner}</section>`;

export const toPicturePath = (slug: string, version: string, width: number, format: string): string =>
  `/p/${slug}/pictures/${version}/${width}.${format}`;

function drawPicture(slug: string, picture: PagePicture | null, alt: string): string {
  const widest = picture?.sizes.at(-1);
  if (!picture || !widest) return "";
  const set = (format: string) =>
    picture.sizes
      .map(({ width }) => `${toPicturePath(slug, picture.version, width, format)} ${width}w`)
      .join(", ");
  const sizes = "(min-width:48rem) 32rem, 100vw";
  return `<div class="frame"><picture><source type="image/avif" srcset="${set("avif")}" sizes="${sizes}"><img src="${toPicturePath(slug, picture.version, widest.width, "webp")}" srcset="${set("webp")}" sizes="${sizes}" width="${widest.width}" height="${widest.height}" alt="${alt}" fetchpriority="high"></picture></div>`;
}
