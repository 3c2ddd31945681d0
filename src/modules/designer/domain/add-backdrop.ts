import type { BackdropLayer, Layer } from "../contract/design-shapes.ts";

/** How much of the backdrop is seen over the background's colour, from the most to the least. */
export const backdropOpacities = [0.85, 0.6, 0.4, 0.25] as const;

/** Ornaments of the style that a picture behind the words would only disturb. */
const ornaments = ["motif", "ornament"];

/** The layers with a picture over the background's colour and beneath everything else. */
export function addBackdrop(
  layers: readonly Layer[],
  { width, height, opacity }: { width: number; height: number; opacity: number },
): Layer[] {
  const backdrop: BackdropLayer = {
    kind: "backdrop",
    key: "backdrop",
    box: { x: 0, y: 0, width, height },
    opacity,
    is_hidden: false,
  };
  return layers.flatMap((layer) => {
    if (layer.key === "background") return [layer, backdrop];
    return ornaments.includes(layer.key) ? [{ ...layer, is_hidden: true }] : [layer];
  });
}
