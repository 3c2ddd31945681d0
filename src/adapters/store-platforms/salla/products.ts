import type { StoreProduct } from "#modules/stores/server/store-platform.port.ts";
import { asText, isRecord, parseImageUrl, parseUrl, record, toPositive } from "../shared/read.ts";
import { parseAmountOr } from "./read.ts";

/** A row of `GET /products`. `price` is the price now; `regular_price` the price before a sale. */
export function readProduct(row: unknown): StoreProduct {
  const product = record(row);
  const price = parseAmountOr(product.price, 0);
  const status = asText(product.status);
  const isOutOfStock = status === "out" || product.quantity === 0;
  return {
    externalId: asText(product.id),
    sku: asText(product.sku, 100),
    name: asText(product.name, 300),
    url: parseUrl(record(product.urls).customer ?? product.url),
    imageUrl: parseImageUrl(product.thumbnail ?? product.main_image),
    price: toPositive(price),
    regularPrice: toPositive(parseAmountOr(product.regular_price, price)),
    currency: isRecord(product.price) ? asText(product.price.currency, 3) || "SAR" : "SAR",
    quantity: typeof product.quantity === "number" ? Math.trunc(product.quantity) : null,
    status: status === "hidden" ? "hidden" : isOutOfStock ? "out_of_stock" : "on_sale",
  };
}
