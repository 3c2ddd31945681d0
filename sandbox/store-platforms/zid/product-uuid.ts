import { seededRandom } from "../../base/random.ts";

/** A product's id in every answer of Zid: a uuid, always the same for a product. */
export function toProductUuid(productId: string): string {
  const digits = seededRandom("zid/product", productId).token(32).toLowerCase();
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
}
