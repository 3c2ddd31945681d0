import { findButton, findPortfolio } from "./portfolios.ts";
import type { Context, StoredObject } from "./registry.ts";
import { collectText, isSmartPlusAd, smartPlusAdIn } from "./smart-plus-shapes.ts";

/** The visible content of an ad, from either flow. */
export type AdContent = {
  kind: "video" | "image";
  mediaId: string;
  text: string;
  brand: string;
  callToAction: string | null;
  landingUrl: string;
};

export function toAdContent(ad: StoredObject, context: Context): AdContent {
  const words = collectText(ad.wire);
  if (!isSmartPlusAd(ad.wire)) {
    const { video_id, image_ids, ad_format, call_to_action, landing_page_url } = ad.wire;
    return {
      ...words,
      kind: ad_format === "SINGLE_VIDEO" ? "video" : "image",
      mediaId: String(video_id ?? (image_ids as string[])[0]),
      callToAction: typeof call_to_action === "string" ? call_to_action : null,
      landingUrl: String(landing_page_url),
    };
  }
  const { creative_list, landing_page_url_list, ad_configuration } = smartPlusAdIn(ad.wire);
  const info = creative_list[0]?.creative_info;
  const portfolio = findPortfolio(context, ad.account_id, ad_configuration.call_to_action_id);
  return {
    ...words,
    kind: info?.ad_format === "SINGLE_VIDEO" ? "video" : "image",
    mediaId: info?.video_info?.video_id ?? info?.image_info?.[0]?.web_uri ?? "",
    callToAction: findButton(portfolio),
    landingUrl: landing_page_url_list[0]?.landing_page_url ?? "",
  };
}
