import { escapeHtml as text } from "#base/shared/escape-html.ts";
import type { Language } from "#base/shared/language.ts";
import type { PageColors } from "../contract/page-content.ts";
import type { ComposedPage, DrawnBlock } from "./compose-blocks.ts";
import type { SellerLine } from "./compose-seller.ts";
import { toPageStyle } from "./page-style.ts";
import { drawPicture, type PagePicture } from "./render-picture.ts";

/** Stands where the visit's carried query goes. Texts are escaped, so that none can hold it. */
export const queryMark = "<query>";

type Page = ComposedPage & {
  slug: string;
  language: Language;
  storeName: string;
  colors: PageColors;
  /** By the source of the block's picture; without an entry the store or the library did not give it. */
  pictures: ReadonlyMap<string, PagePicture>;
  /** Who sells; empty until the merchant has given it. */
  seller: readonly SellerLine[];
  /** Blocks are marked, so that the editor finds them. */
  isPreview?: boolean;
};
type Kind = DrawnBlock["kind"];
type Of<Name extends Kind> = Extract<DrawnBlock, { kind: Name }>;

/** The whole page: no script, one style. Whatever a merchant or a store wrote is escaped. */
export function renderPage(page: Page): string {
  const { language, storeName, colors, blocks } = page;
  const hero = blocks.find((block) => block.kind === "hero") as Of<"hero"> | undefined;
  const title = text(hero?.title ?? storeName);
  const price = blocks.find((block) => block.kind === "price");
  const bar = `<div class="bar">${price?.kind === "price" ? `<strong>${text(price.amount)}</strong>` : ""}${drawButton(page)}</div>`;
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · ${text(storeName)}</title><meta name="description" content="${text(hero?.text || hero?.title || storeName)}"><meta name="robots" content="noindex"><meta name="theme-color" content="${colors.ground}"><style>${toPageStyle(colors)}</style></head><body><header class="top"><bdi>${text(storeName)}</bdi></header><main>${drawBlocks(page)}${drawSeller(page)}</main>${bar}</body></html>`;
}

const factKinds: readonly Kind[] = ["proof", "delivery", "offer"];

/** A price behind the hero stands in it; facts that follow each other stand side by side. */
function drawBlocks(page: Page): string {
  return groupBlocks(page.blocks)
    .map((group) => {
      const [first, second] = group;
      if (first?.kind === "hero") return drawHero(page, first, second?.kind === "price" ? second : null);
      const drawn = group.map((block) => drawBlock(page, block)).join("");
      return first && factKinds.includes(first.kind) ? `<div class="facts">${drawn}</div>` : drawn;
    })
    .join("");
}

/** Blocks that are drawn together. */
function groupBlocks(blocks: readonly DrawnBlock[]): DrawnBlock[][] {
  const groups: DrawnBlock[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const joins =
      before &&
      ((before.kind === "hero" && block.kind === "price") ||
        (factKinds.includes(before.kind) && factKinds.includes(block.kind)));
    if (group && joins) group.push(block);
    else groups.push([block]);
  }
  return groups;
}

function drawBlock(page: Page, block: DrawnBlock): string {
  const card = (name: string, inner: string) =>
    `<section class="card${name && ` ${name}`}"${mark(page, block)}>${inner}</section>`;
  switch (block.kind) {
    case "hero":
      return drawHero(page, block, null);
    case "price":
      return card("buy", `<p class="price"><strong>${text(block.amount)}</strong></p>${drawButton(page)}`);
    case "proof":
      return card("proof", `<b>${text(block.figure)}</b><p>${text(block.text)}</p>`);
    case "delivery":
      return card(
        "delivery",
        `${drawTitle(block.title)}<ul>${block.lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`,
      );
    case "questions":
      return card("", `${drawTitle(block.title)}${block.items.map(drawQuestion).join("")}`);
    case "offer":
    case "text": {
      const body = block.text === "" ? "" : `<p class="body">${text(block.text)}</p>`;
      return card(block.kind, `${drawTitle(block.title)}${body}`);
    }
    case "picture": {
      const picture = page.pictures.get(block.picture);
      return picture
        ? `<div class="frame wide"${mark(page, block)}>${drawPicture(page.slug, picture, { alt: block.alt, isLazy: true })}</div>`
        : "";
    }
    case "order":
      return card("close", `${drawTitle(block.title)}${drawButton(page)}`);
  }
}

function drawHero(page: Page, hero: Of<"hero">, price: Of<"price"> | null): string {
  const picture = page.pictures.get(hero.picture);
  const frame = picture
    ? `<div class="frame">${drawPicture(page.slug, picture, { alt: hero.title, isLazy: false })}</div>`
    : "";
  const lead = hero.text === "" ? "" : `<p class="lead">${text(hero.text)}</p>`;
  const amount = price
    ? `<p class="price"${mark(page, price)}><strong>${text(price.amount)}</strong></p>`
    : "";
  return `<section class="hero"${mark(page, hero)}>${frame}<div class="words"><h1>${text(hero.title)}</h1>${lead}${amount}${drawButton(page)}<p class="note">${text(page.order.note)}</p></div></section>`;
}

const drawSeller = ({ seller }: Page) =>
  seller.length === 0
    ? ""
    : `<footer class="seller"><dl>${seller.map(({ label, value }) => `<div><dt>${text(label)}</dt><dd><bdi>${text(value)}</bdi></dd></div>`).join("")}</dl></footer>`;

const drawTitle = (title: string) => (title === "" ? "" : `<h2>${text(title)}</h2>`);

const drawQuestion = ({ question, answer }: { question: string; answer: string }) =>
  `<details><summary>${text(question)}</summary><p>${text(answer)}</p></details>`;

const drawButton = ({ slug, order }: Page) =>
  order.isSoldOut
    ? `<span class="order" aria-disabled="true">${text(order.label)}</span>`
    : `<a class="order" href="/p/${slug}/go${queryMark}" rel="nofollow">${text(order.label)}</a>`;

const mark = ({ isPreview }: Page, { key }: DrawnBlock) => (isPreview ? ` data-block="${key}"` : "");
