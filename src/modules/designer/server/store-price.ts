import type { ReadContext } from "#base/server/context.ts";
import type { DesignerDeps } from "./designer.deps.ts";

/** The price as a tag may show it, in halalas: only in riyals, as the tag carries the riyal sign. */
export const drawablePrice = ({ price_halalas, currency }: { price_halalas: number; currency: string }) =>
  currency === "SAR" && price_halalas > 0 ? price_halalas : null;

/** What the store says now; null when the product is gone or is not sold in riyals. */
export async function loadStorePrice(
  { stores }: Pick<DesignerDeps, "stores">,
  ctx: ReadContext,
  productId: string,
): Promise<number | null> {
  const product = await stores.findProduct(ctx, productId);
  return product && !product.is_gone ? drawablePrice(product) : null;
}
