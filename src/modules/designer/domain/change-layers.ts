import type { Box, Layer, LayerKey, Sizes } from "../contract/design-shapes.ts";
import { type Placement, placements } from "../contract/placements.ts";

/** Changes of a design that is being edited. All are pure. */

export type LayerPatch = {
  text?: string;
  font?: Extract<Layer, { kind: "text" }>["font"];
  color?: string;
  tag_color?: string;
  align?: "start" | "center";
  is_hidden?: boolean;
  opacity?: number;
};

/** What a layer says and looks like, in every size. A field that the layer does not have is left out. */
export const changeLayer = (sizes: Sizes, key: LayerKey, patch: LayerPatch): Sizes =>
  mapSizes(sizes, (layers) =>
    layers.map((layer) => {
      if (layer.key !== key) return layer;
      const known = Object.entries(patch).filter(([field]) => field in layer);
      return { ...layer, ...Object.fromEntries(known) } as Layer;
    }),
  );

/** Where a layer stands, in one size; a part of it stays on the page. */
export function placeLayer(sizes: Sizes, placement: Placement, key: LayerKey, box: Box): Sizes {
  const page = placements[placement];
  const width = clamp(Math.round(box.width), 20, page.width * 2);
  const height = clamp(Math.round(box.height), 20, page.height * 2);
  const kept = {
    width,
    height,
    x: clamp(Math.round(box.x), 20 - width, page.width - 20),
    y: clamp(Math.round(box.y), 20 - height, page.height - 20),
  };
  return changeOne(sizes, placement, key, (layer) => ({ ...layer, box: kept }));
}

/** The largest size of a text's letters, in one size, in pixels. */
export const resizeText = (sizes: Sizes, placement: Placement, key: LayerKey, size: number): Sizes =>
  changeOne(sizes, placement, key, (layer) => {
    if (layer.kind !== "text") return layer;
    const max_size = clamp(Math.round(size), 12, 600);
    return { ...layer, max_size, min_size: Math.min(layer.min_size, max_size) };
  });

/**
 * One step to the front or the back among what is drawn beneath the words, in every size. Words lie above all, and the
 * background behind all.
 */
export function reorderLayer(sizes: Sizes, key: LayerKey, step: 1 | -1): Sizes {
  return mapSizes(sizes, (layers) => {
    const order = layers.filter((layer) => isOrdered(layer));
    const from = order.findIndex((layer) => layer.key === key);
    const [moved, passed] = [order[from], order[from + step]];
    if (!moved || !passed) return layers;
    return layers.map((layer) => (layer === moved ? passed : layer === passed ? moved : layer));
  });
}

/** Whether the layer's order is seen. */
export const isOrdered = ({ kind, key }: Layer): boolean =>
  kind !== "text" && kind !== "backdrop" && key !== "background";

const changeOne = (
  sizes: Sizes,
  placement: Placement,
  key: LayerKey,
  change: (layer: Layer) => Layer,
): Sizes => ({
  ...sizes,
  [placement]: (sizes[placement] ?? []).map((layer) => (layer.key === key ? change(layer) : layer)),
});

const mapSizes = (sizes: Sizes, change: (layers: Layer[]) => Layer[]): Sizes =>
  Object.fromEntries(Object.entries(sizes).map(([placement, layers]) => [placement, change(layers)]));

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
