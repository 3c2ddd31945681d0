import type { Layer, LayerKey } from "../contract/design-shapes.ts";
import type { Design } from "./design.ts";

export type Frame = { design: Design; delayMs: number };

/** What comes one after the other, each with how long it stands alone. */
const steps: readonly { keys: readonly LayerKey[]; delayMs: number }[] = [
  { keys: ["store", "logo"], delayMs: 300 },
  { keys: ["headline"], delayMs: 500 },
  { keys: ["subline"], delayMs: 500 },
];
/** The price grows, a little beyond its size, and settles. */
const growth = [0.55, 0.85, 1.12];
const growthMs = 70;
const firstMs = 350;
const lastMs = 2_600;

/** A design as frames: the photograph alone, then its words, then its price; the last one is the whole design. */
export function toFrames(design: Design): Frame[] {
  const shown = design.layers.filter(({ is_hidden }) => !is_hidden);
  const coming = new Set<LayerKey>([...steps.flatMap(({ keys }) => keys), "price"]);
  const frames: Frame[] = [{ design: keep(design, shown, coming), delayMs: firstMs }];
  for (const { keys, delayMs } of steps) {
    if (!shown.some(({ key }) => keys.includes(key))) continue;
    for (const key of keys) coming.delete(key);
    frames.push({ design: keep(design, shown, coming), delayMs });
  }
  const whole = { ...design, layers: shown };
  if (shown.some(({ key }) => key === "price"))
    for (const scale of growth)
      frames.push({
        design: { ...whole, layers: shown.map((layer) => grow(layer, scale)) },
        delayMs: growthMs,
      });
  else frames.pop();
  return [...frames, { design: whole, delayMs: lastMs }];
}

const keep = (design: Design, shown: readonly Layer[], without: ReadonlySet<LayerKey>): Design => ({
  ...design,
  layers: shown.filter(({ key }) => !without.has(key)),
});

function grow(layer: Layer, scale: number): Layer {
  if (layer.kind !== "price") return layer;
  const { x, y, width, height } = layer.box;
  const box = {
    x: x + (width * (1 - scale)) / 2,
    y: y + (height * (1 - scale)) / 2,
    width: width * scale,
    height: height * scale,
  };
  return { ...layer, box };
}
