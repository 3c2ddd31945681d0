import { Parser } from "htmlparser2";
import { halalas, parseRiyals } from "#base/shared/money.ts";
import { cleanText } from "#base/shared/text.ts";
import type { ServicePage } from "#modules/assistants/server/service-page.port.ts";
import { findProduct, type LinkedProduct } from "./linked-product.ts";

const titleMax = 120;
const descriptionMax = 500;
const picturesMax = 6;
/** Scripts of data that are longer are no product's. */
const dataMax = 200_000;

type Found = { title: string; metas: Map<string, string[]>; data: string[] };

/**
 * What a page says that is sold on it: JSON-LD of a schema.org Product, then OpenGraph (https://ogp.me), then the page's own
 * title and description. Only texts, a price and addresses are read; nothing is run, and nothing else is fetched.
 */
export function parsePage(html: string, address: string): ServicePage {
  const { title, metas, data } = readHtml(html);
  const product = data.map(parseJson).flatMap(findProduct)[0] ?? null;
  const meta = (...names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const pictures = [...(product?.images ?? []), ...meta("og:image:secure_url", "og:image", "twitter:image")];
  return {
    title: firstText(titleMax, [product?.name, ...meta("og:title"), title]),
    description: firstText(descriptionMax, [product?.description, ...meta("og:description", "description")]),
    priceHalalas: findPrice(product, meta),
    pictures: [...new Set(pictures.flatMap((picture) => toAddress(picture, address)))].slice(0, picturesMax),
  };
}

function readHtml(html: string): Found {
  const found: Found = { title: "", metas: new Map(), data: [] };
  let reading: "title" | "data" | null = null;
  const parser = new Parser({
    onopentag(name, { property, name: named, content, type }) {
      const key = (property ?? named ?? "").toLowerCase();
      if (name === "meta" && key !== "" && content !== undefined)
        found.metas.set(key, [...(found.metas.get(key) ?? []), content].slice(0, picturesMax));
      else if (name === "title" && found.title === "") reading = "title";
      else if (name === "script" && type?.toLowerCase() === "application/ld+json") {
        reading = "data";
        found.data.push("");
      }
    },
    ontext(text) {
      if (reading === "title") found.title = (found.title + text).slice(0, 4 * titleMax);
      const last = found.data.length - 1;
      const before = found.data[last] ?? "";
      if (reading === "data" && before.length + text.length <= dataMax) found.data[last] = before + text;
    },
    onclosetag(name) {
      if (name === "title" || name === "script") reading = null;
    },
  });
  parser.end(html);
  return found;
}

/** The first text that has any visible word: one line, without controls. */
const firstText = (max: number, texts: readonly (string | null | undefined)[]): string =>
  texts.map((text) => toLine(text ?? "").slice(0, max)).find((text) => text !== "") ?? "";

const toLine = (text: string): string =>
  cleanText(
    text
      .replaceAll("\u0000", "")
      .toWellFormed()
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " "),
  );

function findPrice(
  product: LinkedProduct | null,
  meta: (...names: readonly string[]) => string[],
): number | null {
  if (product?.price && isRiyals(product.currency)) return toHalalas(product.price);
  const [price] = meta("product:price:amount", "og:price:amount");
  const [currency = null] = meta("product:price:currency", "og:price:currency");
  return price && isRiyals(currency) ? toHalalas(price) : null;
}

const isRiyals = (currency: string | null): boolean => currency?.trim().toUpperCase() === "SAR";

/** Schema.org writes "249.00"; a third decimal or an amount of nothing is no price. */
function toHalalas(price: string): number | null {
  const amount = parseRiyals(price.replace(/(\.\d\d)0+$/, "$1"));
  return amount !== null && amount > halalas(0) ? amount : null;
}

function toAddress(picture: string, base: string): string[] {
  const url = URL.parse(picture.trim(), base);
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === "" && url.href.length <= 2_000;
  return isPlain ? [url.href] : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
