import { type Placement, placements } from "./placements.ts";

/** How a design is arranged. */
export const layouts = ["arch", "split", "poster", "circle", "window", "cover"] as const;
export type Layout = (typeof layouts)[number];

/** A family of colours with its font and its motif. */
export const styles = ["calm", "najdi", "simple"] as const;
export type Style = (typeof styles)[number];

/** The bundled families, by the names that their files carry. */
export const fontFamilies = ["IBM Plex Sans Arabic", "Cairo", "Tajawal"] as const;
export type FontFamily = (typeof fontFamilies)[number];

/** What a shape is drawn as; those after `arch` are patterns that fill their box. */
export const outlines = [
  "rectangle",
  "ellipse",
  "ring",
  "arch",
  "fade",
  "fade_left",
  "fade_right",
  "stars",
  "crescent",
  "triangles",
  "petals",
  "dots",
  "stripes",
] as const;
export type Outline = (typeof outlines)[number];

export const textKeys = ["headline", "subline", "store"] as const;
export const shapeKeys = ["background", "panel", "ornament", "motif"] as const;

export const placementNames = Object.keys(placements) as [Placement, ...Placement[]];
/** A GIF shows the layers one after the other. */
export const fileFormats = ["png", "jpeg", "gif"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** How many designs a request may make; each counts as one picture. */
export const designCounts = { min: 3, max: 6 } as const;
/** In characters. */
export const headlineMax = 80;
export const sublineMax = 120;
/** What a background is drawn from, in characters. */
export const backgroundMax = 300;

/** Phrases that a brand never writes: how many, and their characters. */
export const phrasesMax = 20;
export const phraseMax = 60;
export const logoMaxBytes = 5 * 1_048_576;
