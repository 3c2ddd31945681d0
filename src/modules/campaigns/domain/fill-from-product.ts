import { cleanText } from "#base/shared/text.ts";
import { headlineMax } from "../contract/enums.ts";
import { setAd, setCampaign } from "./edit-draft.ts";
import { cutText } from "./nearest-text.ts";
import type { PlanDraft } from "./plan-draft.ts";
import { withProposedKeywords } from "./propose-keywords.ts";

/** What an ad starts from: a product of the connected store, and the store's name as the brand. */
export type AdProduct = {
  /** Null for what a page alone describes. */
  id: string | null;
  name: string;
  url: string | null;
  store_id: string;
  store_name: string;
};

/** Leaves room for the platform's name, which a plan over several adds. */
const startNameMax = 80;
/** As long as every platform that shows a text takes it. */
const startTextMax = 70;

/**
 * The draft with an ad about a product: its page as the landing link, its name as the headline, the store as the brand,
 * and keywords for a search. Only fields that are still empty are filled, so that nothing written is lost; the landing link always leads to the
 * product, since that is what was chosen.
 */
export function fillFromProduct(draft: PlanDraft, adKey: string, product: AdProduct): PlanDraft {
  const group = draft.ad_groups.find(({ ads }) => ads.some(({ key }) => key === adKey));
  const ad = group?.ads.find(({ key }) => key === adKey);
  if (!group || !ad) return draft;
  const name = cleanText(product.name);
  const { campaign } = draft;
  const named = setCampaign(draft, null, {
    store_id: campaign.store_id ?? product.store_id,
    name: campaign.name || cutText(name, startNameMax),
    landing_url: campaign.landing_url || product.url || "",
  });
  return setAd(withProposedKeywords(named, group.key, name), null, adKey, {
    product_id: product.id,
    headline: ad.headline || cutText(name, headlineMax),
    brand_name: ad.brand_name || cutText(cleanText(product.store_name), headlineMax - 1),
    text: ad.text || cutText(name, startTextMax),
    target_url: product.url ?? ad.target_url,
  });
}
