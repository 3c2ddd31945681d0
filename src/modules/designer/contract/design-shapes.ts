import { z } from "zod";
import { halalasSchema, instant, text } from "#base/shared/contract.ts";
import {
  fontFamilies,
  layouts,
  outlines,
  placementNames,
  shapeKeys,
  styles,
  sublineMax,
  textKeys,
} from "./designer-enums.ts";

const pixels = z.number().min(-8_000).max(8_000);
const length = z.number().min(1).max(8_000);
const color = z.string().regex(/^#[0-9a-f]{6}$/);
/** Pixels of the finished picture, from its top left corner. */
const boxSchema = z.object({ x: pixels, y: pixels, width: length, height: length });
export type Box = z.output<typeof boxSchema>;

const is_hidden = z.boolean();

/** Text in its box: as large as `max_size`, and shrunk to `min_size` (pixels) where it does not fit. */
const textLayer = z.object({
  kind: z.literal("text"),
  key: z.enum(textKeys),
  box: boxSchema,
  text: text(sublineMax),
  font: z.enum(fontFamilies),
  is_bold: z.boolean(),
  color,
  max_size: z.number().min(8).max(600),
  min_size: z.number().min(8).max(600),
  align: z.enum(["start", "center"]),
  is_hidden,
});
export type TextLayer = z.output<typeof textLayer>;

/** The product's photograph, cropped to its box around what draws the eye. */
const pictureLayer = z.object({
  kind: z.literal("picture"),
  key: z.literal("product"),
  box: boxSchema,
  outline: z.enum(["arch", "rounded", "circle", "none"]),
  is_hidden,
});
export type PictureLayer = z.output<typeof pictureLayer>;

/** A filled shape or a pattern; `radius` in pixels, an arch is rounded at its top alone. */
const shapeLayer = z.object({
  kind: z.literal("shape"),
  key: z.enum(shapeKeys),
  outline: z.enum(outlines),
  box: boxSchema,
  radius: z.number().min(0).max(2_000),
  color,
  opacity: z.number().min(0).max(1),
  is_hidden,
});
export type ShapeLayer = z.output<typeof shapeLayer>;

/** Price and riyal sign on a tag. */
const priceLayer = z.object({
  kind: z.literal("price"),
  key: z.literal("price"),
  box: boxSchema,
  /** The store's record: what a client sends here is replaced by it. */
  amount_halalas: halalasSchema,
  font: z.enum(fontFamilies),
  color,
  tag_color: color,
  is_hidden,
});
export type PriceLayer = z.output<typeof priceLayer>;

/** The brand's logo, whole within its box, on a plate where its ground is dark. */
const logoLayer = z.object({
  kind: z.literal("logo"),
  key: z.literal("logo"),
  box: boxSchema,
  plate_color: color.nullable(),
  is_hidden,
});
export type LogoLayer = z.output<typeof logoLayer>;

/** A picture over the background's colour, cropped to its box: what a picture model drew. */
const backdropLayer = z.object({
  kind: z.literal("backdrop"),
  key: z.literal("backdrop"),
  box: boxSchema,
  /** The colour beneath is seen through the rest. */
  opacity: z.number().min(0.05).max(1),
  is_hidden,
});
export type BackdropLayer = z.output<typeof backdropLayer>;

const layerSchema = z.discriminatedUnion("kind", [
  backdropLayer,
  textLayer,
  pictureLayer,
  shapeLayer,
  priceLayer,
  logoLayer,
]);
export type Layer = z.output<typeof layerSchema>;
export type LayerKey = Layer["key"];

/** Layers from the lowest to the highest, each key once. */
export const layersSchema = z
  .array(layerSchema)
  .min(1)
  .max(10)
  .refine((layers) => new Set(layers.map(({ key }) => key)).size === layers.length);

export const sizesSchema = z.partialRecord(z.enum(placementNames), layersSchema);
export type Sizes = z.output<typeof sizesSchema>;

const head = {
  id: z.string(),
  request_id: z.string(),
  /** From 1 within its request. */
  number: z.number().int(),
  headline: z.string(),
  product_name: z.string(),
  layout: z.enum(layouts),
  style: z.enum(styles),
  /** Grows with each change. */
  version: z.number().int(),
  /** The sizes that it is made in, the first one first shown. */
  placements: z.array(z.enum(placementNames)),
  /** The first size as a small picture, for an `<img>`. */
  preview_url: z.string(),
  created_at: instant,
  updated_at: instant,
};
export const designSummarySchema = z.object(head);
export type DesignSummary = z.output<typeof designSummarySchema>;

export const designSchema = z.object({
  ...head,
  language: z.enum(["ar", "en"]),
  product_id: z.string(),
  /** The product's price as its store says it now; null when the product is gone, or its currency is not the riyal. */
  store_price_halalas: halalasSchema.nullable(),
  sizes: sizesSchema,
});
export type DesignDetails = z.output<typeof designSchema>;

/** How a text came out: its size in pixels, its weakest contrast with what lies under it (1 to 21). */
const textVerdict = z.object({
  key: z.enum(textKeys),
  size: z.number(),
  /** Within its box at its least size or larger. */
  fits: z.boolean(),
  contrast: z.number(),
  /** 4.5:1 or more, or 3:1 of large letters (WCAG 2.2 AA). */
  is_readable: z.boolean(),
  /** Inside the placement's safe box. */
  is_safe: z.boolean(),
});

export const sizeSchema = z.object({
  placement: z.enum(placementNames),
  version: z.number().int(),
  preview_url: z.string(),
  texts: z.array(textVerdict),
  /** Whether the price tag is inside the safe box; null without a tag. */
  is_price_safe: z.boolean().nullable(),
});
export type DesignSize = z.output<typeof sizeSchema>;
