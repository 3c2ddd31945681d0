import type { Layer, Sizes } from "../contract/design-shapes.ts";
import type { FontFamily, Outline } from "../contract/designer-enums.ts";
import { type Placement, placements } from "../contract/placements.ts";

/** One size of a design; layers from the lowest to the highest. */
export type Design = { width: number; height: number; language: "ar" | "en"; layers: readonly Layer[] };

/** What a design says; price and name are the store's record. */
export type DesignContent = {
  language: "ar" | "en";
  headline: string;
  subline: string;
  store: string;
  /** Null: no price tag. */
  priceHalalas: number | null;
  /** The width of the brand's logo for a height of one; null: the store's name is written instead. */
  logoRatio: number | null;
};
/** Colours as `#rrggbb`. */
export type DesignStyle = {
  main: string;
  soft: string;
  accent: string;
  font: FontFamily;
  /** A pattern behind the words; null for none. */
  motif: Outline | null;
};

/** The amount in whole riyals, or with its two decimals. */
export function toPriceText(amountHalalas: number): string {
  const digits = amountHalalas % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountHalalas / 100);
}

/** One size as it is drawn. */
export function toDesign(placement: Placement, sizes: Sizes, language: Design["language"]): Design {
  const { width, height } = placements[placement];
  return { width, height, language, layers: sizes[placement] ?? [] };
}
