import { expect, it } from "vitest";
import { toFrames } from "./animate-design.ts";
import { composeDesign } from "./compose-design.ts";

const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
const compose = (priceHalalas: number | null) =>
  composeDesign(
    "arch",
    "square",
    { language: "ar", headline: "عطر", subline: "عود", store: "نورة", priceHalalas, logoRatio: null },
    style,
  );

it("frames begin with the photograph alone, bring one layer after the other, and end with the whole design", () => {
  const design = compose(34_900);
  const frames = toFrames(design);
  expect(frames[0]?.design.layers.map(({ key }) => key)).toEqual([
    "background",
    "ornament",
    "panel",
    "product",
  ]);
  expect(frames[2]?.design.layers.map(({ key }) => key)).toContain("headline");
  expect(frames[2]?.design.layers.map(({ key }) => key)).not.toContain("subline");
  expect(frames.at(-1)?.design.layers).toEqual(design.layers);
  expect(frames).toHaveLength(8);
});

it("without a price they end with the words, and what is hidden is in none", () => {
  const design = compose(null);
  const hidden = design.layers.map((layer) =>
    layer.key === "subline" ? { ...layer, is_hidden: true } : layer,
  );
  const frames = toFrames({ ...design, layers: hidden });
  expect(frames).toHaveLength(3);
  expect(frames.at(-1)?.design.layers.map(({ key }) => key)).not.toContain("subline");
});
