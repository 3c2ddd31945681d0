import { isReadable, pickInk } from "#base/shared/contrast.ts";
import type {
  Box,
  Layer,
  LogoLayer,
  PictureLayer,
  ShapeLayer,
  TextLayer,
} from "../contract/design-shapes.ts";
import type { FontFamily } from "../contract/designer-enums.ts";
import type { DesignContent, DesignStyle } from "./design.ts";

/** A page with the box that texts stay in. */
export type Page = { width: number; height: number; safe: Box; isWide: boolean };

/** Words and picture one above the other, or side by side with the words at the reading start. */
export function divide({ safe, isWide, height }: Page, { language }: DesignContent, share: number) {
  const gap = Math.round(Math.min(safe.width, safe.height) * 0.06);
  if (!isWide) {
    const text = { ...safe, height: Math.round(safe.height * share) };
    const top = safe.y + text.height + gap;
    return { text, picture: { ...safe, y: top, height: height - top } };
  }
  const textWidth = Math.round(safe.width * 0.54);
  const pictureWidth = safe.width - textWidth - gap;
  const isRight = language === "en";
  return {
    text: { ...safe, x: isRight ? safe.x : safe.x + pictureWidth + gap, width: textWidth },
    picture: {
      ...safe,
      x: isRight ? safe.x + textWidth + gap : safe.x,
      width: pictureWidth,
      height: height - safe.y,
    },
  };
}

type Ink = { ink: string; soft: string; font: FontFamily; align: TextLayer["align"] };

export function texts(box: Box, content: DesignContent, { ink, soft, font, align }: Ink): Layer[] {
  const line = Math.round(box.height * 0.2);
  const layer = (
    key: TextLayer["key"],
    text: string,
    at: Box,
    is_bold: boolean,
    max_size: number,
  ): TextLayer => ({
    kind: "text",
    key,
    text,
    box: at,
    is_bold,
    color: ink,
    font,
    align,
    max_size,
    min_size: Math.max(20, Math.round(max_size * 0.45)),
    is_hidden: false,
  });
  const wide = Math.min(box.width, box.height * 2);
  const words = [
    layer("store", content.store, { ...box, height: line }, false, Math.round(wide * 0.05)),
    layer(
      "headline",
      content.headline,
      { ...box, y: box.y + line, height: Math.round(box.height * 0.52) },
      true,
      Math.round(wide * 0.125 * enlargeShort(content.headline)),
    ),
    layer(
      "subline",
      content.subline,
      {
        ...box,
        y: box.y + line + Math.round(box.height * 0.54),
        height: box.height - line - Math.round(box.height * 0.54),
      },
      false,
      Math.round(wide * 0.06),
    ),
  ].filter(({ key, text }) => text !== "" && (key !== "store" || content.logoRatio === null));
  return [...logo({ ...box, height: line }, content, { ink, soft, align }), ...words];
}

/** A few letters are set larger than a sentence: by so much. */
const enlargeShort = (headline: string) => (headline.length <= 12 ? 1.6 : headline.length <= 22 ? 1.25 : 1);

/** The logo where the store's name would stand: at the start of the line, or in its middle. */
function logo(
  line: Box,
  { logoRatio, language }: DesignContent,
  { ink, soft, align }: Pick<Ink, "ink" | "soft" | "align">,
): LogoLayer[] {
  if (logoRatio === null) return [];
  const height = Math.round(line.height * 0.92);
  const width = Math.round(Math.max(height * 0.6, Math.min(line.width * 0.5, height * logoRatio)));
  const atEnd = line.x + line.width - width;
  const x = align === "center" ? Math.round((line.x + atEnd) / 2) : language === "ar" ? atEnd : line.x;
  const plate_color = ink === "#ffffff" ? soft : null;
  return [{ kind: "logo", key: "logo", box: { x, y: line.y, width, height }, plate_color, is_hidden: false }];
}

/** A round tag over the picture's lower corner, on the side where the words do not begin. */
export function price(
  picture: Box,
  safe: Box,
  { priceHalalas, language }: DesignContent,
  { accent, font }: DesignStyle,
): Layer[] {
  if (priceHalalas === null) return [];
  const size = Math.round(Math.min(picture.width, picture.height) * 0.3);
  const margin = Math.round(picture.width * 0.05);
  const beside = language === "ar" ? picture.x + margin : picture.x + picture.width - size - margin;
  const x = keepWithin(beside, safe.x, safe.x + safe.width - size);
  const below = picture.y + Math.round((picture.height - size) * 0.6);
  const y = keepWithin(below, safe.y, safe.y + safe.height - size);
  return [
    {
      kind: "price",
      key: "price",
      box: { x, y, width: size, height: size },
      amount_halalas: priceHalalas,
      font,
      tag_color: accent,
      color: pickInk(accent),
      is_hidden: false,
    },
  ];
}

const keepWithin = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

export const ground = ({ width, height }: Page, color: string) =>
  shape("background", "rectangle", { x: 0, y: 0, width, height }, color);

export function shape(
  key: ShapeLayer["key"],
  outline: ShapeLayer["outline"],
  box: Box,
  color: string,
  opacity = 1,
): ShapeLayer {
  return { kind: "shape", key, outline, box, color, opacity, radius: 0, is_hidden: false };
}

export const circle = (x: number, y: number, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

export const inset = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x + across,
  y: y + down,
  width: width - 2 * across,
  height: height - 2 * down,
});

/** The colour itself where it is read on the ground (4.5:1), else an ink that is. */
export function readable(color: string, ground: string): string {
  return isReadable(color, ground) ? color : pickInk(ground);
}

/** The photograph in its frame. */
export const photo = (box: Box, outline: PictureLayer["outline"]): PictureLayer => ({
  kind: "picture",
  key: "product",
  box,
  outline,
  is_hidden: false,
});

/** The style's pattern over a part of the page, as faint as words over it need. */
export const motif = (box: Box, { motif: outline, accent }: DesignStyle, opacity: number): ShapeLayer[] =>
  outline === null ? [] : [shape("motif", outline, box, accent, opacity)];
