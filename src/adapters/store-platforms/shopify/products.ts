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

/** A product as `productsQuery` queries it; its first variant represents it. The currency is the shop's. */
export function readProduct(row: unknown, currency: string): StoreProduct {
  const product = record(row);
  const variant = record(list(record(product.variants).nodes)[0]);
  const price = parseHundredthsOr(variant.price, 0);
  const url = parseUrl(product.onlineStoreUrl);
  const quantity = product.tracksInventory === true ? Math.trunc(Number(product.totalInventory) || 0) : null;
  const isVisible = product.status === "ACTIVE" && url !== null;
  return {
    externalId: asText(product.legacyResourceId, 40),
    sku: asText(variant.sku, 100),
    name: asText(product.title, 300),
    url,
    imageUrl: parseImageUrl(record(record(record(product.featuredMedia).preview).image).url),
    price: toPositive(price),
    regularPrice: toPositive(Math.max(price, parseHundredthsOr(variant.compareAtPrice, price))),
    currency,
    quantity,
    status: !isVisible ? "hidden" : quantity !== null && quantity <= 0 ? "out_of_stock" : "on_sale",
  };
}
