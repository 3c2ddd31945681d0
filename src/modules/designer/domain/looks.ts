import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { BrandColors } from "../contract/brand-kit.calls.ts";
import type { FontFamily, Outline, Style } from "../contract/designer-enums.ts";
import { listBrandLooks } from "./brand-colors.ts";
import type { DesignStyle } from "./design.ts";

/** Main, soft and accent colour. Texts stand in the main colour on the soft one, or in white or near black on the main one. */
type Colors = readonly [main: string, soft: string, accent: string];
type Look = { font: FontFamily; motif: Outline | null; colors: readonly Colors[] };

const styleLooks: Record<Style, Look> = {
  calm: {
    font: "IBM Plex Sans Arabic",
    motif: null,
    colors: [
      ["#0f4a38", "#f6ecd9", "#c9973f"],
      ["#1c1a2e", "#efe9df", "#c8a25a"],
      ["#3b2417", "#f3e7d6", "#b9803c"],
      ["#5b2a3c", "#f7ebe8", "#d19a7a"],
    ],
  },
  najdi: {
    font: "Cairo",
    motif: "triangles",
    colors: [
      ["#8f3d20", "#f5e6d3", "#d9a441"],
      ["#5d3d22", "#f2e2c4", "#c9703f"],
      ["#1f5a5a", "#f4ead7", "#d9924a"],
      ["#4a2545", "#f6e5da", "#e0955a"],
    ],
  },
  simple: {
    font: "Tajawal",
    motif: null,
    colors: [
      ["#1f2328", "#f5f4f1", "#e3b04b"],
      ["#1d4e74", "#eef4f8", "#f0b25a"],
      ["#4a4640", "#f3f1ec", "#d98a5f"],
      ["#2f5d3a", "#f1f5ea", "#d9b13b"],
    ],
  },
};

/** A season has its own colours and motif; the style keeps its letters. */
const seasonLooks: Record<SeasonKey, Omit<Look, "font">> = {
  ramadan: {
    motif: "crescent",
    colors: [
      ["#1b2148", "#f3ead6", "#d9ab4f"],
      ["#12423c", "#f4ecd8", "#d6a94a"],
      ["#46285a", "#f5eae0", "#d9a85c"],
    ],
  },
  eid_al_fitr: {
    motif: "stars",
    colors: [
      ["#0f5a50", "#f6efe0", "#d8a646"],
      ["#6b2d4f", "#f8ece6", "#dba263"],
      ["#23406e", "#f0f1ea", "#d9b25a"],
    ],
  },
  eid_al_adha: {
    motif: "stars",
    colors: [
      ["#274d3d", "#f4eddd", "#c99a4a"],
      ["#5a3a22", "#f4e8d6", "#cf9a56"],
      ["#2d3d55", "#f1ede3", "#d1a862"],
    ],
  },
  national_day: {
    motif: "triangles",
    colors: [
      ["#0b5a34", "#f3f7ef", "#e8d9a6"],
      ["#134e34", "#e9f2e6", "#c9a44a"],
      ["#1d6b3f", "#f7f3e6", "#f3e3b3"],
    ],
  },
  founding_day: {
    motif: "triangles",
    colors: [
      ["#5a3217", "#f2e4cc", "#c98a4b"],
      ["#7a3b22", "#f4e7d2", "#d2a65a"],
      ["#3d2b1f", "#efe2cb", "#c07a48"],
    ],
  },
  mothers_day: {
    motif: "petals",
    colors: [
      ["#7a2f4b", "#fbeeee", "#e0a0a0"],
      ["#5d3a5e", "#f6eef4", "#d9a5b8"],
      ["#8a4a3c", "#fbf0e8", "#e3b08a"],
    ],
  },
  back_to_school: {
    motif: "dots",
    colors: [
      ["#1f4a7a", "#f3f6fa", "#f0b23c"],
      ["#2d5a4a", "#f2f6ee", "#f0a04b"],
      ["#4b3a7a", "#f3f0f8", "#f2b84a"],
    ],
  },
  singles_day: {
    motif: "stripes",
    colors: [
      ["#a81f2c", "#fdf1ec", "#f2b134"],
      ["#2a1f3d", "#f4effa", "#f0a23c"],
      ["#7a1f4b", "#fceef4", "#f2b34a"],
    ],
  },
  white_friday: {
    motif: "dots",
    colors: [
      ["#1a1c20", "#f7f7f5", "#e0b24a"],
      ["#33363c", "#ffffff", "#e8c468"],
      ["#23303d", "#f3f6f8", "#e3b04b"],
    ],
  },
  payday: {
    motif: "dots",
    colors: [
      ["#0f4a38", "#f6f1e2", "#e0b24a"],
      ["#1d4e74", "#f0f4f6", "#e6b252"],
      ["#5b2f1d", "#f7ece0", "#e0a352"],
    ],
  },
};

type Brand = { colors: BrandColors | null; font: FontFamily | null };

/**
 * The colour sets of a style or, where one is chosen, of a season. A brand's colours and font go before both; a season gives
 * them its motif.
 */
export function listLooks(style: Style, season: SeasonKey | null, brand: Brand): DesignStyle[] {
  const { font: ownFont, ...own } = styleLooks[style];
  const font = brand.font ?? ownFont;
  const { motif, colors } = season === null ? own : seasonLooks[season];
  if (brand.colors) return listBrandLooks(brand.colors, { font, motif });
  return colors.map(([main, soft, accent]) => ({ main, soft, accent, font, motif }));
}
