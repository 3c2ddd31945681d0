import { describe, expect, it } from "vitest";
import type { Sizes } from "../contract/design-shapes.ts";
import { changeLayer, placeLayer, reorderLayer, resizeText } from "./change-layers.ts";
import { composeDesign } from "./compose-design.ts";

const style = { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f", font: "Cairo", motif: null } as const;
const content = {
  language: "ar",
  headline: "عطر",
  subline: "عود",
  store: "نورة",
  priceHalalas: 100,
  logoRatio: null,
} as const;
const sizes: Sizes = {
  story: [...composeDesign("arch", "story", content, style).layers],
  wide: [...composeDesign("arch", "wide", content, style).layers],
};
const find = (from: Sizes, placement: "story" | "wide", key: string) =>
  from[placement]?.find((layer) => layer.key === key);
const listKeys = (from: Sizes) => from.story?.map(({ key }) => key) ?? [];

describe("a change of a design", () => {
  it("of what a layer says is in every size, and touches no other layer", () => {
    const changed = changeLayer(sizes, "headline", { text: "جديد", color: "#111111" });
    for (const placement of ["story", "wide"] as const) {
      expect(find(changed, placement, "headline")).toMatchObject({ text: "جديد", color: "#111111" });
      expect(find(changed, placement, "subline")).toBe(find(sizes, placement, "subline"));
    }
  });

  it("leaves out what the layer does not have", () => {
    const changed = changeLayer(sizes, "product", { text: "جديد", is_hidden: true });
    expect(find(changed, "story", "product")).not.toHaveProperty("text");
    expect(find(changed, "story", "product")).toMatchObject({ is_hidden: true });
  });

  it("of a place is in one size, in whole pixels, and leaves a part of the layer on the page", () => {
    const changed = placeLayer(sizes, "story", "price", { x: 5_000, y: -900.4, width: 200.4, height: 200 });
    expect(find(changed, "story", "price")).toMatchObject({
      box: { x: 1_060, y: -180, width: 200, height: 200 },
    });
    expect(changed.wide).toBe(sizes.wide);
  });

  it("of a text's size keeps the least size below it", () => {
    expect(find(resizeText(sizes, "story", "headline", 30), "story", "headline")).toMatchObject({
      max_size: 30,
      min_size: 30,
    });
  });

  it("of the order is one step beneath the words, and nothing goes behind the background", () => {
    const raised = listKeys(reorderLayer(sizes, "product", 1));
    expect(raised.indexOf("product")).toBeGreaterThan(raised.indexOf("price"));
    expect(raised.filter((key) => key !== "product" && key !== "price")).toEqual(
      listKeys(sizes).filter((key) => key !== "product" && key !== "price"),
    );
    for (const [key, step] of [
      ["ornament", -1],
      ["price", 1],
      ["headline", 1],
      ["background", 1],
    ] as const)
      expect(listKeys(reorderLayer(sizes, key, step))).toEqual(listKeys(sizes));
  });
});
