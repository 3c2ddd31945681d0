import type { StoreProduct } from "#modules/stores/server/store-platform.port.ts";
import {
  asText,
  list,
  parseHundredthsOr,
  parseImageUrl,
  parseUrl,
  record,
  toPositive,
} from "../shared/read.ts";

/** A row of `GET /products/`. `price` is the regular price; `sale_price`, where there is one, is the price now. */
export function readProduct(row: unknown): StoreProduct {
  const product = record(row);
  const regular = parseHundredthsOr(product.price, 0);
  const paid = parseHundredthsOr(product.sale_price, regular) || regular;
  const quantity = product.is_infinite === true ? null : Number(product.quantity ?? 0);
  const isOutOfStock = quantity !== null && quantity <= 0;
  return {
    externalId: asText(product.id, 60),
    sku: asText(product.sku, 100),
    name: parseName(product.name),
    url: parseUrl(product.html_url),
    imageUrl: parseImage(product),
    price: toPositive(paid),
    regularPrice: toPositive(Math.max(regular, paid)),
    currency: asText(product.currency, 3) || "SAR",
    quantity: quantity === null ? null : Math.trunc(quantity),
    status:
      product.is_draft === true || product.is_published === false
        ? "hidden"
        : isOutOfStock
          ? "out_of_stock"
          : "on_sale",
  };
}

/** Managers get `{ar, en}`, customers plain text. */
function parseName(name: unknown): string {
  const both = record(name);
  return asText(name, 300) || asText(both.ar, 300) || asText(both.en, 300);
}

function parseImage(product: Record<string, unknown>): string | null {
  const { image } = record(list(product.images)[0]);
  const sizes = record(image);
  return parseImageUrl(sizes.thumbnail ?? sizes.medium ?? sizes.full_size ?? image);
}
