import { describe, expect, it } from "vitest";
import type { Box } from "../contract/design-shapes.ts";
import { layouts, placementNames } from "../contract/designer-enums.ts";
import { computeSafeBox } from "../contract/placements.ts";
import { composeDesign } from "./compose-design.ts";
import { toPriceText } from "./design.ts";

const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
const content = {
  headline: "عطر يسبقك",
  subline: "دهن عود",
  store: "نورة",
  priceHalalas: 34_900,
  logoRatio: null,
};
const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

describe.each(layouts)("the layout %s", (layout) => {
  it.each(placementNames)(
    "keeps texts and price inside the safe box of %s, in both languages",
    (placement) => {
      for (const language of ["ar", "en"] as const) {
        const { layers } = composeDesign(layout, placement, { ...content, language }, style);
        for (const layer of layers)
          if (layer.kind === "text" || layer.kind === "price")
            expect({ layer, isInside: isInside(layer.box, computeSafeBox(placement)) }).toMatchObject({
              isInside: true,
            });
      }
    },
  );

  it("has no tag without a price and no empty text", () => {
    const { layers } = composeDesign(
      layout,
      "square",
      { ...content, language: "ar", subline: "", priceHalalas: null },
      style,
    );
    expect(layers.map(({ key }) => key)).not.toContain("price");
    expect(layers.map(({ key }) => key)).not.toContain("subline");
  });
});

it("a price is written in whole riyals, or with both decimals", () => {
  expect([34_900, 123_450, 99].map(toPriceText)).toEqual(["349", "1,234.50", "0.99"]);
});
