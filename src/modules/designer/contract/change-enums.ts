/* Constants alone, which pages read without the validation library. */

/** The longest sentence, in characters. */
export const sentenceMax = 300;
/** The most changes that one sentence asks for. */
export const changesMax = 8;

/** What can be made larger or smaller, and coloured. */
export const resizedParts = ["headline", "subline", "price"] as const;
export type ResizedPart = (typeof resizedParts)[number];

/** What can be hidden and shown. */
export const shownParts = ["price", "subline", "store", "logo", "ornaments", "backdrop"] as const;
export type ShownPart = (typeof shownParts)[number];

export const colorNames = [
  "white",
  "black",
  "green",
  "blue",
  "red",
  "gold",
  "brown",
  "pink",
  "purple",
  "beige",
  "gray",
  "orange",
] as const;
export type ColorName = (typeof colorNames)[number];
