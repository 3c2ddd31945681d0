import { pickInk } from "#base/shared/contrast.ts";
import type { Layer } from "../contract/design-shapes.ts";
import type { Layout } from "../contract/designer-enums.ts";
import type { DesignContent, DesignStyle } from "./design.ts";
import {
  circle,
  divide,
  ground,
  inset,
  motif,
  type Page,
  photo,
  price,
  readable,
  shape,
  texts,
} from "./page-parts.ts";

type Composer = (page: Page, content: DesignContent, style: DesignStyle) => Layer[];

export const composers: Record<Layout, Composer> = {
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
      ...motif(
        { x: 0, y: 0, width: page.width, height: page.isWide ? page.height : text.y + text.height },
        style,
        0.2,
      ),
      shape(
        "panel",
        "arch",
        { ...inset(frame, -halo, 0), y: frame.y - halo, height: frame.height + halo },
        style.main,
      ),
      photo(frame, "arch"),
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
        0.15,
      ),
      ...motif({ x: 0, y: 0, width, height }, style, 0.12),
      photo(picture, "none"),
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
      photo(picture, "none"),
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
  /** The main colour, the product in a ringed circle. */
  circle: (page, content, style) => {
    const { text, picture } = divide(page, content, 0.34);
    const bottom = page.safe.y + page.safe.height;
    const size = Math.round(
      Math.min(picture.width * 0.92, (page.isWide ? page.safe.height : bottom - picture.y) * 0.96),
    );
    const x = Math.round(picture.x + (picture.width - size) / 2);
    const y = Math.round(
      page.isWide ? page.safe.y + (page.safe.height - size) / 2 : picture.y + (bottom - picture.y - size) / 2,
    );
    const frame = { x, y, width: size, height: size };
    const halo = -size * 0.06;
    return [
      ground(page, style.main),
      ...motif({ x: 0, y: 0, width: page.width, height: page.height }, style, 0.16),
      shape("ornament", "ring", inset(frame, halo, halo), style.accent, 0.9),
      photo(frame, "circle"),
      ...texts(text, content, {
        ...style,
        ink: pickInk(style.main),
        align: page.isWide ? "start" : "center",
      }),
      ...price(frame, page.safe, content, style),
    ];
  },
  /** A soft page, the photograph as a card with a margin, the words beneath it. */
  window: (page, content, style) => {
    const { safe, isWide, width, height } = page;
    const isRight = content.language === "en";
    const share = isWide ? 0.46 : 0.6;
    const gap = Math.round(Math.min(width, height) * 0.045);
    const picture = isWide
      ? {
          ...safe,
          x: isRight ? Math.round(safe.x + safe.width * (1 - share)) : safe.x,
          width: Math.round(safe.width * share),
        }
      : { ...safe, height: Math.round(safe.height * share) };
    const text = isWide
      ? {
          ...safe,
          x: isRight ? safe.x : picture.x + picture.width + gap,
          width: safe.width - picture.width - gap,
        }
      : { ...safe, y: picture.y + picture.height + gap, height: safe.height - picture.height - gap };
    const shadow = Math.round(Math.min(width, height) * 0.022);
    return [
      ground(page, style.soft),
      ...motif({ x: 0, y: 0, width, height }, style, 0.22),
      {
        ...shape(
          "panel",
          "rectangle",
          { ...picture, x: picture.x + (isRight ? -shadow : shadow), y: picture.y + shadow },
          style.accent,
        ),
        radius: Math.round(Math.min(picture.width, picture.height) * 0.06),
      },
      photo(picture, "rounded"),
      ...texts(text, content, { ...style, ink: readable(style.main, style.soft), align: "start" }),
      ...price(picture, safe, content, style),
    ];
  },
  /** The photograph over the page, the words on a fade of the main colour at its foot, or at its side on a wide page. */
  cover: (page, content, style) => (page.isWide ? coverWide : coverHigh)(page, content, style),
};

const coverHigh: Composer = (page, content, style) => {
  const { safe, width, height } = page;
  const words = Math.round(safe.height * 0.36);
  const text = { ...safe, y: safe.y + safe.height - words, height: words };
  const top = text.y - Math.round(words * 0.1);
  // The upper third of the fade lies over the photograph, above the words.
  const fadeHeight = Math.round((height - top) / 0.66);
  return [
    ground(page, style.main),
    photo({ x: 0, y: 0, width, height: Math.round(top + words * 0.5) }, "none"),
    shape("panel", "fade", { x: 0, y: height - fadeHeight, width, height: fadeHeight }, style.main),
    ...texts(text, content, { ...style, ink: pickInk(style.main), align: "center" }),
    ...price({ x: 0, y: safe.y, width, height: text.y - safe.y }, safe, content, style),
  ];
};

const coverWide: Composer = (page, content, style) => {
  const { safe, width, height } = page;
  const isRight = content.language === "en";
  const words = Math.round(safe.width * 0.42);
  const text = { ...safe, x: isRight ? safe.x : safe.x + safe.width - words, width: words };
  const fadeWidth = Math.round((words + safe.x) / 0.62);
  const pictureWidth = width - Math.round(words * 0.6);
  const picture = { x: isRight ? width - pictureWidth : 0, y: 0, width: pictureWidth, height };
  return [
    ground(page, style.main),
    photo(picture, "none"),
    shape(
      "panel",
      isRight ? "fade_right" : "fade_left",
      { x: isRight ? 0 : width - fadeWidth, y: 0, width: fadeWidth, height },
      style.main,
    ),
    ...texts(text, content, { ...style, ink: pickInk(style.main), align: "start" }),
    ...price(
      { ...picture, width: picture.width - words * 0.3, x: isRight ? picture.x + words * 0.3 : 0 },
      safe,
      content,
      style,
    ),
  ];
};
