import { setAd } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { type AdProduct, fillFromProduct } from "./fill-from-product.ts";
import type { PlanDraft } from "./plan-draft.ts";

/** Texts that were written for an ad, and the product that they are about; null when about none. */
export type WrittenDraftInput = { headline: string; text: string; product: AdProduct | null };

/** A new plan whose one ad has these texts; the product brings its page, and the store as the brand. */
export function toWrittenDraft({ headline, text, product }: WrittenDraftInput): PlanDraft {
  const draft = emptyDraft();
  const key = draft.ad_groups[0]?.ads[0]?.key ?? "";
  const written = setAd(draft, null, key, { headline, text });
  return product ? fillFromProduct(written, key, product) : written;
}
