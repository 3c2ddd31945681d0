import type { StoreProduct } from "#modules/stores/server/store-platform.port.ts";
import { addressOf, asText, hundredthsOr, list, pictureOf, positive, record } from "../shared/read.ts";

/** A product as `productsQuery` asks for it; its first variant stands for all. The currency is the shop's. */
export function readProduct(row: unknown, currency: string): StoreProduct {
  const product = record(row);
  const variant = record(list(record(product.variants).nodes)[0]);
  const price = hundredthsOr(variant.price, 0);
  const url = addressOf(product.onlineStoreUrl);
  const quantity = product.tracksInventory === true ? Math.trunc(Number(product.totalInventory) || 0) : null;
  const isShown = product.status === "ACTIVE" && url !== null;
  return {
    externalId: asText(product.legacyResourceId, 40),
    sku: asText(variant.sku, 100),
    name: asText(product.title, 300),
    url,
    imageUrl: pictureOf(record(record(record(product.featuredMedia).preview).image).url),
    price: positive(price),
    regularPrice: positive(Math.max(price, hundredthsOr(variant.compareAtPrice, price))),
    currency,
    quantity,
    status: !isShown ? "hidden" : quantity !== null && quantity <= 0 ? "out_of_stock" : "on_sale",
  };
}
