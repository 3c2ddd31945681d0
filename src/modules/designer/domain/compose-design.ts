import { isReadable, pickInk } from "./contrast.ts";
import type { Box, Design, FontFamily, Layer, TextLayer } from "./design.ts";
import { computeSafeBox, type Placement, placements } from "./placements.ts";

/** What a design says; price and name are the store's record. */
export type DesignContent = {
  language: "ar" | "en";
  headline: string;
  subline: string;
  store: string;
  /** Null: no price tag. */
  priceHalalas: number | null;
};
/** Colours as `#rrggbb`, the store's own. */
export type DesignStyle = { main: string; soft: string; accent: string; font: FontFamily };

export const layouts = ["arch", "split", "poster"] as const;
export type Layout = (typeof layouts)[number];

/** Lays the same content out anew for a placement: where its edges are, and whether it is high or wide. */
export function composeDesign(
  layout: Layout,
  placement: Placement,
  content: DesignContent,
  style: DesignStyle,
): Design {
  const { width, height } = placements[placement];
  const page = { width, height, safe: computeSafeBox(placement), isWide: width > height * 1.2 };
  const layers = composers[layout](page, content, style);
  return { width, height, language: content.language, layers };
}

type Page = { width: number; height: number; safe: Box; isWide: boolean };
type Composer = (page: Page, content: DesignContent, style: DesignStyle) => Layer[];

const composers: Record<Layout, Composer> = {
  /** Soft ground, the product under an arch, a round price tag on its edge. */
  arch: (page, content, style) => {
    const { text, picture } = divide(page, content, 0.32);
    const frame = page.isWide ? picture : inset(picture, picture.width * 0.1, 0);
    const halo = frame.width * 0.05;
    return [
      ground(page, style.soft),
      shape(
        "ornament",
        "ellipse",
        circle(page.width * 0.5, page.height * 1.02, page.width * 0.75),
        style.accent,
        0.16,
      ),
      shape(
        "panel",
        "arch",
        { ...inset(frame, -halo, 0), y: frame.y - halo, height: frame.height + halo },
        style.main,
      ),
      { kind: "picture", key: "product", box: frame, outline: "arch" },
      ...texts(text, content, {
        ...style,
        ink: readable(style.main, style.soft),
        align: page.isWide ? "start" : "center",
      }),
      ...price(frame, page.safe, content, style),
    ];
  },
  /** Half a picture without a margin, half the main colour. */
  split: (page, content, style) => {
    const { width, height, safe, isWide } = page;
    const isRight = content.language === "en";
    const half = Math.round(
      isWide ? width * 0.52 : safe.y + safe.height * (safe.y > height * 0.1 ? 0.5 : 0.56),
    );
    const picture = isWide
      ? { x: isRight ? width - half : 0, y: 0, width: half, height }
      : { x: 0, y: 0, width, height: half };
    const text = isWide
      ? {
          x: isRight ? safe.x : half + safe.x,
          y: safe.y,
          width: width - half - 2 * safe.x,
          height: safe.height,
        }
      : {
          ...safe,
          y: picture.height + Math.round(height * 0.05),
          height: safe.y + safe.height - picture.height - Math.round(height * 0.05),
        };
    return [
      ground(page, style.main),
      shape(
        "ornament",
        "ellipse",
        circle(isRight ? 0 : width, height, Math.min(width, height) * 0.42),
        style.accent,
        0.22,
      ),
      { kind: "picture", key: "product", box: picture, outline: "none" },
      ...texts(text, content, { ...style, ink: pickInk(style.main), align: "start" }),
      ...price(picture, safe, content, style),
    ];
  },
  /** A large picture, and the words on a card over its edge. */
  poster: (page, content, style) => {
    const { width, height, safe, isWide } = page;
    const card = isWide
      ? {
          ...safe,
          x: content.language === "ar" ? safe.x + safe.width - Math.round(width * 0.42) : safe.x,
          width: Math.round(width * 0.42),
        }
      : {
          ...safe,
          y: safe.y + safe.height - Math.round(Math.min(safe.height * 0.5, height * 0.3)),
          height: Math.round(Math.min(safe.height * 0.5, height * 0.3)),
        };
    const over = Math.round(Math.min(card.width, card.height) * 0.12);
    const isAtRight = content.language === "ar";
    const picture = isWide
      ? { x: isAtRight ? 0 : card.x + card.width - over, y: 0, width: card.x + over, height }
      : { x: 0, y: 0, width, height: card.y + over };
    if (isWide && !isAtRight) picture.width = width - picture.x;
    return [
      ground(page, style.main),
      { kind: "picture", key: "product", box: picture, outline: "none" },
      {
        ...shape("panel", "rectangle", card, style.soft),
        radius: Math.round(Math.min(width, height) * 0.035),
      },
      ...texts(inset(card, card.width * 0.07, card.height * 0.09), content, {
        ...style,
        ink: readable(style.main, style.soft),
        align: "start",
      }),
      ...price(
        { x: 0, y: safe.y, width, height: (isWide ? safe.y + safe.height : card.y) - safe.y },
        safe,
        content,
        style,
      ),
    ];
  },
};

/** Words and picture one above the other, or side by side with the words at the reading start. */
function divide({ safe, isWide, height }: Page, { language }: DesignContent, share: number) {
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

type Ink = { ink: string; font: FontFamily; align: TextLayer["align"] };

function texts(box: Box, content: DesignContent, { ink, font, align }: Ink): TextLayer[] {
  const line = Math.round(box.height * 0.2);
  const layer = (
    key: TextLayer["key"],
    text: string,
    at: Box,
    isBold: boolean,
    maxSize: number,
  ): TextLayer => ({
    kind: "text",
    key,
    text,
    box: at,
    isBold,
    color: ink,
    font,
    align,
    maxSize,
    minSize: Math.max(20, Math.round(maxSize * 0.45)),
  });
  const wide = Math.min(box.width, box.height * 2);
  return [
    layer("store", content.store, { ...box, height: line }, false, Math.round(wide * 0.05)),
    layer(
      "headline",
      content.headline,
      { ...box, y: box.y + line, height: Math.round(box.height * 0.52) },
      true,
      Math.round(wide * 0.125),
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
  ].filter(({ text }) => text !== "");
}

/** A round tag over the picture's lower corner, on the side where the words do not begin. */
function price(
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
      amountHalalas: priceHalalas,
      font,
      tagColor: accent,
      color: pickInk(accent),
    },
  ];
}

const keepWithin = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

const ground = ({ width, height }: Page, color: string) =>
  shape("background", "rectangle", { x: 0, y: 0, width, height }, color);

function shape(
  key: "background" | "panel" | "ornament",
  outline: "rectangle" | "ellipse" | "arch",
  box: Box,
  color: string,
  opacity = 1,
): Layer & { kind: "shape" } {
  return { kind: "shape", key, outline, box, color, opacity, radius: 0 };
}

const circle = (x: number, y: number, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

const inset = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x + across,
  y: y + down,
  width: width - 2 * across,
  height: height - 2 * down,
});

/** The colour itself where it is read on the ground (4.5:1), else an ink that is. */
function readable(color: string, ground: string): string {
  return isReadable(color, ground) ? color : pickInk(ground);
}
