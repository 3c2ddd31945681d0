import type { StoreProduct } from "#modules/stores/server/store-platform.port.ts";
import { asText, hundredthsOr, isRecord, positive, record } from "./read.ts";

/** A row of `GET /products`. `price` is what is paid now; `regular_price` what it was before a sale. */
export function readProduct(row: unknown): StoreProduct {
  const product = record(row);
  const price = hundredthsOr(product.price, 0);
  const status = asText(product.status);
  const isOut = status === "out" || product.quantity === 0;
  return {
    externalId: asText(product.id),
    sku: asText(product.sku, 100),
    name: asText(product.name, 300),
    url: addressOf(record(product.urls).customer ?? product.url),
    imageUrl: pictureOf(product.thumbnail ?? product.main_image),
    price: positive(price),
    regularPrice: positive(hundredthsOr(product.regular_price, price)),
    currency: isRecord(product.price) ? asText(product.price.currency, 3) || "SAR" : "SAR",
    quantity: typeof product.quantity === "number" ? Math.trunc(product.quantity) : null,
    status: status === "hidden" ? "hidden" : isOut ? "out_of_stock" : "on_sale",
  };
}

function addressOf(value: unknown): string | null {
  const text = asText(value, 2_000);
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;
}

/** A picture's address; a drawing that comes inside the answer is kept when it is small. */
function pictureOf(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 4_000) return null;
  return /^data:image\/(svg\+xml|png|jpeg|webp)[;,]/.test(value) ? value : addressOf(value);
}
