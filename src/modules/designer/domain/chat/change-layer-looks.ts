import { isReadable, parseColor, pickInk } from "#base/shared/contrast.ts";
import type { ColorName, ShownPart } from "../../contract/change-enums.ts";
import type { DesignChange } from "../../contract/design-changes.ts";
import type { Box, Layer, LayerKey, Sizes } from "../../contract/design-shapes.ts";
import { computeSafeBox, type Placement } from "../../contract/placements.ts";
import { changeLayer } from "../change-layers.ts";

type LayerChange = Exclude<DesignChange, { kind: "style" | "season" | "placement" }>;

/** How much of a drawn background stays where its colour is to be seen, and its texts' ink is chosen by that colour. */
export const faintBackdrop = 0.25;

/** How much of white or black one step takes. */
const shadeStep = 0.22;
const sizeSteps = { bigger: 1.25, smaller: 0.8 } as const;

const colors: Record<ColorName, string> = {
  white: "#ffffff",
  black: "#1b1a17",
  green: "#0f5a3c",
  blue: "#1d4e74",
  red: "#a81f2c",
  gold: "#d9a441",
  brown: "#5d3d22",
  pink: "#e3a9b8",
  purple: "#46285a",
  beige: "#f3e7d3",
  gray: "#8d8f94",
  orange: "#d9772f",
};

const keysOf: Record<ShownPart, readonly LayerKey[]> = {
  price: ["price"],
  subline: ["subline"],
  store: ["store"],
  logo: ["logo"],
  ornaments: ["motif", "ornament"],
  backdrop: ["backdrop"],
};

/** Changes layers where they are, in every size. Texts whose ground has changed take an ink that is read on it. */
export function changeLayers(sizes: Sizes, change: LayerChange): Sizes {
  switch (change.kind) {
    case "background":
      return changeGround(fadeBackdrop(sizes), (color) =>
        mix(color, change.shade === "lighter" ? "#ffffff" : "#000000"),
      );
    case "ground_color":
      // A plain colour is asked for: what is drawn over it goes.
      return changeGround(changeLayer(sizes, "backdrop", { is_hidden: true }), () => colors[change.color]);
    case "color":
      return change.part === "price"
        ? changeLayer(sizes, "price", {
            tag_color: colors[change.color],
            color: pickInk(colors[change.color]),
          })
        : changeLayer(sizes, change.part, { color: colors[change.color] });
    case "size":
      return mapLayers(sizes, (layer, placement) =>
        layer.key === change.part ? resize(layer, sizeSteps[change.step], computeSafeBox(placement)) : layer,
      );
    case "shown":
      return keysOf[change.part].reduce(
        (now, key) => changeLayer(now, key, { is_hidden: change.is_hidden }),
        sizes,
      );
    case "text":
      return changeLayer(sizes, change.part, { text: change.text, is_hidden: false });
    case "font":
      return (["headline", "subline", "store", "price"] as const).reduce(
        (now, key) => changeLayer(now, key, { font: change.font }),
        sizes,
      );
    case "align":
      return (["headline", "subline", "store"] as const).reduce(
        (now, key) => changeLayer(now, key, { align: change.align }),
        sizes,
      );
  }
}

const fadeBackdrop = (sizes: Sizes): Sizes =>
  mapLayers(sizes, (layer) =>
    layer.kind === "backdrop" ? { ...layer, opacity: Math.min(layer.opacity, faintBackdrop) } : layer,
  );

/** The background, and a fade that goes over into it. */
function changeGround(sizes: Sizes, change: (color: string) => string): Sizes {
  const painted = mapLayers(sizes, (layer) =>
    layer.kind === "shape" && (layer.key === "background" || layer.outline.startsWith("fade"))
      ? { ...layer, color: change(layer.color) }
      : layer,
  );
  return mapLayers(painted, (layer, _, layers) => {
    if (layer.kind !== "text") return layer;
    const ground = findGround(layers, layer.box);
    return isReadable(layer.color, ground) ? layer : { ...layer, color: pickInk(ground) };
  });
}

/** The colour of the highest plain shape beneath the middle of a box. */
function findGround(layers: readonly Layer[], box: Box): string {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const beneath = layers.findLast(
    (layer) =>
      layer.kind === "shape" &&
      !layer.is_hidden &&
      layer.opacity > 0.9 &&
      x >= layer.box.x &&
      x <= layer.box.x + layer.box.width &&
      y >= layer.box.y &&
      y <= layer.box.y + layer.box.height,
  );
  return beneath?.kind === "shape" ? beneath.color : "#ffffff";
}

/** A text's largest letters; a price's tag about its middle, inside the safe box. */
function resize(layer: Layer, factor: number, safe: Box): Layer {
  if (layer.kind === "text") {
    const max_size = clamp(Math.round(layer.max_size * factor), 16, 600);
    return { ...layer, max_size, min_size: Math.min(layer.min_size, max_size) };
  }
  if (layer.kind !== "price") return layer;
  const { x, y } = layer.box;
  const width = Math.round(clamp(layer.box.width * factor, 80, Math.min(safe.width, safe.height)));
  const grown = width - layer.box.width;
  return {
    ...layer,
    box: {
      width,
      height: width,
      x: Math.round(clamp(x - grown / 2, safe.x, safe.x + safe.width - width)),
      y: Math.round(clamp(y - grown / 2, safe.y, safe.y + safe.height - width)),
    },
  };
}

function mix(color: string, other: string): string {
  const [from, to] = [parseColor(color), parseColor(other)];
  const channel = (index: 0 | 1 | 2) =>
    Math.round(from[index] + (to[index] - from[index]) * shadeStep)
      .toString(16)
      .padStart(2, "0");
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

const mapLayers = (
  sizes: Sizes,
  change: (layer: Layer, placement: Placement, layers: readonly Layer[]) => Layer,
): Sizes =>
  Object.fromEntries(
    Object.entries(sizes).map(([placement, layers]) => [
      placement,
      layers.map((layer) => change(layer, placement as Placement, layers)),
    ]),
  );

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
