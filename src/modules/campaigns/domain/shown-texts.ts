import { isVisible } from "#base/shared/text.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AdFields } from "../contract/shapes.ts";

export type AdTexts = Pick<
  AdFields,
  "headline" | "more_headlines" | "text" | "description" | "more_descriptions"
>;
export type TextLimits = Pick<Capabilities, "textMax" | "descriptions">;
type ShownText = { field: keyof AdTexts; text: string };

/**
 * The texts of an ad that people see on this platform, with their fields: a text that it does not show is the merchant's
 * own note.
 */
export function listShownFields(ad: AdTexts, { textMax, descriptions }: TextLimits): ShownText[] {
  const fields: (keyof AdTexts)[] = [
    "headline",
    "more_headlines",
    ...(textMax > 0 ? (["text"] as const) : []),
    ...(descriptions ? (["description", "more_descriptions"] as const) : []),
  ];
  return fields.flatMap((field) => {
    const written = ad[field];
    const texts = typeof written === "string" ? [written] : written;
    return texts.filter(isVisible).map((text) => ({ field, text }));
  });
}

/** The texts alone. */
export const listShownTexts = (ad: AdTexts, limits: TextLimits): string[] =>
  listShownFields(ad, limits).map(({ text }) => text);
