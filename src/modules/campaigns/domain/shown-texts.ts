import { isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AdFields } from "../contract/shapes.ts";

/** The texts of an ad that people see on this platform: a text that it does not show is the merchant's own note. */
export function listShownTexts(
  ad: Pick<AdFields, "headline" | "more_headlines" | "text" | "description" | "more_descriptions">,
  { textMax, descriptions }: Pick<Capabilities, "textMax" | "descriptions">,
): string[] {
  return [
    ad.headline,
    ...ad.more_headlines,
    ...(textMax > 0 ? [ad.text] : []),
    ...(descriptions ? [ad.description, ...ad.more_descriptions] : []),
  ].filter(isVisible);
}
