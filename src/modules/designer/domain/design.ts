/** Pixels of the finished picture, from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };

/** The bundled families, by the names that their files carry. */
export const fontFamilies = ["IBM Plex Sans Arabic", "Cairo", "Tajawal"] as const;
export type FontFamily = (typeof fontFamilies)[number];

/** Text in its box: as large as `maxSize`, and shrunk to `minSize` (pixels) where it does not fit. */
export type TextLayer = {
  kind: "text";
  key: "headline" | "subline" | "store";
  box: Box;
  text: string;
  font: FontFamily;
  isBold: boolean;
  color: string;
  maxSize: number;
  minSize: number;
  align: "start" | "center";
};

/** The product's photograph, cropped to its box around what draws the eye. */
export type PictureLayer = {
  kind: "picture";
  key: "product";
  box: Box;
  outline: "arch" | "rounded" | "none";
};

/** A filled shape; `radius` in pixels, an arch is rounded at its top alone. */
export type ShapeLayer = {
  kind: "shape";
  key: "background" | "panel" | "ornament";
  box: Box;
  outline: "rectangle" | "ellipse" | "arch";
  radius: number;
  color: string;
  /** 0 to 1. */
  opacity: number;
};

/** Price and riyal sign on a tag. */
export type PriceLayer = {
  kind: "price";
  key: "price";
  box: Box;
  amountHalalas: number;
  font: FontFamily;
  color: string;
  tagColor: string;
};

export type Layer = TextLayer | PictureLayer | ShapeLayer | PriceLayer;

/** Layers from the lowest to the highest. */
export type Design = { width: number; height: number; language: "ar" | "en"; layers: readonly Layer[] };

/** The amount in whole riyals, or with its two decimals. */
export function toPriceText(amountHalalas: number): string {
  const digits = amountHalalas % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountHalalas / 100);
}
