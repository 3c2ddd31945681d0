/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number];

/** "#0f4a38" as its channels. */

export const parseColor = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
export function computeLuminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two luminances, 1 to 21. */
export const computeContrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** White, or a dark ink, whichever is read better on the colour; one of white and black always passes AA. */
export function pickInk(background: string, dark = "#1b1a17"): string {
  const under = computeLuminance(parseColor(background));
  const onDark = computeContrast(under, computeLuminance(parseColor(dark)));
  return computeContrast(under, 1) >= onDark ? "#ffffff" : dark;
}

/** 4.5:1 or more: WCAG 2.2 AA of text of every size. */
export const isReadable = (color: string, ground: string): boolean =>
  computeContrast(computeLuminance(parseColor(color)), computeLuminance(parseColor(ground))) >= 4.5;

/** A share of the way from one colour to another. */
export const mixColors = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share)) as unknown as Rgb;

export const toHex = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
