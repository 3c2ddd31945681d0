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

/** A row of `wc/v3/products`. Prices are text, and "" where there is none; the currency is the shop's. */
export function readProduct(row: unknown, currency: string): StoreProduct {
  const product = record(row);
  const price = parseHundredthsOr(product.price, 0);
  return {
    externalId: asText(product.id, 40),
    sku: asText(product.sku, 100),
    name: asText(product.name, 300),
    url: parseUrl(product.permalink),
    imageUrl: parseImageUrl(record(list(product.images)[0]).src),
    price: toPositive(price),
    regularPrice: toPositive(Math.max(price, parseHundredthsOr(product.regular_price, price))),
    currency,
    quantity: typeof product.stock_quantity === "number" ? Math.trunc(product.stock_quantity) : null,
    status: product.stock_status === "outofstock" ? "out_of_stock" : "on_sale",
  };
}
