import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { BrandColors } from "../../contract/brand-kit.calls.ts";
import type { DesignChange } from "../../contract/design-changes.ts";
import type { BackdropLayer, Layer, Sizes } from "../../contract/design-shapes.ts";
import type { FontFamily, Layout, Style } from "../../contract/designer-enums.ts";
import { type Placement, placements } from "../../contract/placements.ts";
import { addBackdrop } from "../add-backdrop.ts";
import { composeDesign } from "../compose-design.ts";
import type { DesignContent, DesignStyle } from "../design.ts";
import { listLooks } from "../looks.ts";
import { changeLayers, faintBackdrop } from "./change-layer-looks.ts";

/** One design of a set, with what it was made by. */
export type ChangedDesign = {
  number: number;
  layout: Layout;
  language: "ar" | "en";
  placements: Placement[];
  sizes: Sizes;
};
/** What the set was requested with, as it is now. */
export type SetChoices = { style: Style; season: SeasonKey | null };
export type Brand = { colors: BrandColors | null; font: FontFamily | null };

/** The choices of a set after the changes. */
export const applyToChoices = (choices: SetChoices, changes: readonly DesignChange[]): SetChoices =>
  changes.reduce(changeChoices, choices);

function changeChoices(choices: SetChoices, change: DesignChange): SetChoices {
  if (change.kind === "style") return { ...choices, style: change.style };
  return change.kind === "season" ? { ...choices, season: change.season } : choices;
}

/**
 * A design after the changes, in their order. Another style or season lays it out anew: places that were changed by hand are the
 * layout's again, while texts and what is hidden stay. Everything else changes layers where they are.
 */
export function applyChanges(
  design: ChangedDesign,
  changes: readonly DesignChange[],
  { choices, brand }: { choices: SetChoices; brand: Brand },
): ChangedDesign {
  let [changed, now] = [design, choices];
  for (const change of changes) {
    now = changeChoices(now, change);
    changed = applyChange(changed, change, () => pickLook(design, now, brand));
  }
  return changed;
}

function applyChange(design: ChangedDesign, change: DesignChange, look: () => DesignStyle): ChangedDesign {
  if (change.kind === "style" || change.kind === "season")
    return { ...design, sizes: recompose(design, design.placements, look()) };
  if (change.kind === "placement") return addPlacement(design, change.placement, look());
  return { ...design, sizes: changeLayers(design.sizes, change) };
}

/** Designs of a set keep different colours. */
function pickLook({ number }: ChangedDesign, { style, season }: SetChoices, brand: Brand): DesignStyle {
  const looks = listLooks(style, season, brand);
  return looks[(number - 1) % looks.length] as DesignStyle;
}

function addPlacement(design: ChangedDesign, placement: Placement, look: DesignStyle): ChangedDesign {
  if (design.placements.includes(placement)) return design;
  return {
    ...design,
    placements: [...design.placements, placement],
    sizes: { ...design.sizes, ...recompose(design, [placement], look) },
  };
}

/** The same content laid out for these placements in the look. */
function recompose(design: ChangedDesign, wanted: readonly Placement[], look: DesignStyle): Sizes {
  const layers = design.sizes[design.placements[0] ?? "story"] ?? [];
  const content = toContent(layers, design.language);
  const hidden = new Set(layers.filter(({ is_hidden }) => is_hidden).map(({ key }) => key));
  const backdrop = layers.find((layer): layer is BackdropLayer => layer.kind === "backdrop");
  return Object.fromEntries(
    wanted.map((placement) => {
      const composed = composeDesign(design.layout, placement, content, look).layers.map((layer) =>
        hidden.has(layer.key) ? { ...layer, is_hidden: true } : layer,
      );
      const page = placements[placement];
      return [
        placement,
        backdrop
          ? addBackdrop(composed, { ...page, opacity: Math.min(backdrop.opacity, faintBackdrop) })
          : composed,
      ];
    }),
  );
}

function toContent(layers: readonly Layer[], language: "ar" | "en"): DesignContent {
  const text = (key: "headline" | "subline" | "store") => {
    const layer = layers.find((one) => one.key === key);
    return layer?.kind === "text" ? layer.text : "";
  };
  const price = layers.find((layer) => layer.kind === "price");
  const logo = layers.find((layer) => layer.kind === "logo");
  return {
    language,
    headline: text("headline"),
    subline: text("subline"),
    store: text("store"),
    priceHalalas: price?.amount_halalas ?? null,
    logoRatio: logo ? logo.box.width / logo.box.height : null,
  };
}
