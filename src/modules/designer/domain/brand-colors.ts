import {
  computeContrast,
  computeLuminance,
  isReadable,
  mixColors,
  parseColor,
  type Rgb,
  toHex,
} from "#base/shared/contrast.ts";
import type { BrandColors } from "../contract/brand-kit.calls.ts";
import type { FontFamily, Outline } from "../contract/designer-enums.ts";
import type { DesignStyle } from "./design.ts";

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * Colours for designs from those of a logo, the most frequent first. Main is read on white and on soft (4.5:1): where the
 * logo has no dark colour, its first one is darkened. Accent is the most vivid of the others, else a lighter main.
 */
export function pickBrandColors(found: readonly Rgb[]): BrandColors {
  const [first = [29, 27, 23]] = found;
  const dark = found.find((color) => contrastWithWhite(color) >= 4.5);
  const main = dark ?? darken(first);
  const accent = found.filter((color) => color !== main && measureVividness(color) > 40).sort(byVividness)[0];
  return {
    main: toHex(main),
    soft: toHex(mixColors(main, white, 0.92)),
    accent: toHex(accent ?? mixColors(main, white, 0.55)),
  };
}

/** Four sets of the brand's colours, so that designs of one request differ. */
export function listBrandLooks(
  { main, soft, accent }: BrandColors,
  { font, motif }: { font: FontFamily; motif: Outline | null },
): DesignStyle[] {
  const [mainRgb, softRgb, accentRgb] = [parseColor(main), parseColor(soft), parseColor(accent)];
  const sets: [Rgb, Rgb, Rgb][] = [
    [mainRgb, softRgb, accentRgb],
    [mixColors(mainRgb, black, 0.4), mixColors(accentRgb, white, 0.85), accentRgb],
    [mixColors(mainRgb, [27, 26, 23], 0.75), softRgb, accentRgb],
    [mainRgb, white, mixColors(accentRgb, white, 0.25)],
  ];
  return sets.map(([one, two, three]) => ({
    main: toHex(one),
    soft: toHex(two),
    accent: toHex(three),
    font,
    motif,
  }));
}

/** Whether texts of the main colour are read on the soft one. */
export const isReadablePair = ({ main, soft }: BrandColors): boolean => isReadable(main, soft);

const contrastWithWhite = (color: Rgb) => computeContrast(computeLuminance(color), 1);

function darken(color: Rgb): Rgb {
  for (let share = 0.1; share < 1; share += 0.1) {
    const darker = mixColors(color, black, share);
    if (contrastWithWhite(darker) >= 5) return darker;
  }
  return black;
}

const measureVividness = (color: Rgb) => Math.max(...color) - Math.min(...color);
const byVividness = (one: Rgb, other: Rgb) => measureVividness(other) - measureVividness(one);
