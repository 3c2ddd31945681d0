export type Rgb = readonly [number, number, number];

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

/** White, or a near black, whichever is read better on the colour. */
export function pickInk(background: string): string {
  const under = computeLuminance(parseColor(background));
  const dark = "#1b1a17";
  const onDark = computeContrast(under, computeLuminance(parseColor(dark)));
  return computeContrast(under, 1) >= onDark ? "#ffffff" : dark;
}

/** 4.5:1 or more: WCAG 2.2 AA of text of every size. */
export const isReadable = (color: string, ground: string): boolean =>
  computeContrast(computeLuminance(parseColor(color)), computeLuminance(parseColor(ground))) >= 4.5;
