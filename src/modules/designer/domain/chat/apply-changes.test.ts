import { describe, expect, it } from "vitest";
import { computeLuminance, isReadable, parseColor } from "#base/shared/contrast.ts";
import type { DesignChange } from "../../contract/design-changes.ts";
import type { Box, LayerKey } from "../../contract/design-shapes.ts";
import { layouts } from "../../contract/designer-enums.ts";
import { addBackdrop } from "../add-backdrop.ts";
import { composeDesign } from "../compose-design.ts";
import { listLooks } from "../looks.ts";
import { applyChanges, type ChangedDesign } from "./apply-changes.ts";

const noBrand = { colors: null, font: null };
const choices = { style: "calm", season: null } as const;
const content = {
  language: "ar",
  headline: "ليلك",
  subline: "عباية كريب",
  store: "متجر ليلك",
  priceHalalas: 24_900,
  logoRatio: null,
} as const;

function aDesign(layout: ChangedDesign["layout"] = "arch"): ChangedDesign {
  const [look] = listLooks("calm", null, noBrand);
  if (!look) throw new Error("the style has no look");
  return {
    number: 1,
    layout,
    language: "ar",
    placements: ["square"],
    sizes: { square: [...composeDesign(layout, "square", content, look).layers] },
  };
}
const change = (design: ChangedDesign, ...changes: DesignChange[]) =>
  applyChanges(design, changes, { choices, brand: noBrand });
/** Fields of a layer, whatever its kind. */
type Loose = Partial<{
  color: string;
  text: string;
  font: string;
  is_hidden: boolean;
  opacity: number;
  box: Box;
}>;
const find = ({ sizes }: ChangedDesign, key: LayerKey, placement: "square" | "story" = "square") =>
  sizes[placement]?.find((layer) => layer.key === key) as Loose | undefined;
const light = (design: ChangedDesign) =>
  computeLuminance(parseColor(find(design, "background")?.color ?? ""));

describe("a change of a design", () => {
  it("makes the background lighter and darker", () => {
    expect(light(change(aDesign("circle"), { kind: "background", shade: "lighter" }))).toBeGreaterThan(
      light(aDesign("circle")),
    );
    expect(light(change(aDesign(), { kind: "background", shade: "darker" }))).toBeLessThan(light(aDesign()));
  });

  it.each(["arch", "circle", "window"] as const)("keeps texts readable on another ground: %s", (layout) => {
    for (const color of ["white", "black", "green", "pink", "gray"] as const) {
      const changed = change(aDesign(layout), { kind: "ground_color", color });
      const ground = find(changed, "background")?.color ?? "";
      expect(isReadable(find(changed, "headline")?.color ?? "", ground)).toBe(true);
    }
  });

  it("makes the price larger inside the safe box, and smaller", () => {
    const before = find(aDesign(), "price")?.box?.width ?? 0;
    let grown = aDesign();
    for (let times = 0; times < 12; times += 1)
      grown = change(grown, { kind: "size", part: "price", step: "bigger" });
    const box = find(grown, "price")?.box;
    expect(box?.width).toBeGreaterThan(before);
    expect((box?.x ?? 0) >= 54 && (box?.x ?? 0) + (box?.width ?? 0) <= 1_026).toBe(true);
    const smaller = change(aDesign(), { kind: "size", part: "price", step: "smaller" });
    expect(find(smaller, "price")?.box?.width).toBeLessThan(before);
  });

  it("hides and shows a part, writes a text and sets its font", () => {
    const hidden = change(aDesign(), { kind: "shown", part: "price", is_hidden: true });
    expect(find(hidden, "price")?.is_hidden).toBe(true);
    expect(find(change(hidden, { kind: "shown", part: "price", is_hidden: false }), "price")?.is_hidden).toBe(
      false,
    );
    const written = change(
      aDesign(),
      { kind: "text", part: "headline", text: "عطر" },
      { kind: "font", font: "Cairo" },
    );
    expect(find(written, "headline")).toMatchObject({ text: "عطر", font: "Cairo" });
  });

  it.each(layouts)(
    "for a season has its colours and motif, and keeps texts and what is hidden: %s",
    (layout) => {
      const before = change(
        aDesign(layout),
        { kind: "text", part: "headline", text: "وطننا" },
        { kind: "shown", part: "price", is_hidden: true },
      );
      const changed = change(before, { kind: "season", season: "national_day" });
      expect(find(changed, "background")?.color).not.toBe(find(before, "background")?.color);
      expect(find(changed, "headline")).toMatchObject({ text: "وطننا" });
      expect(find(changed, "price")?.is_hidden).toBe(true);
    },
  );

  it("keeps a drawn background faint behind another colour, and takes it away for a plain one", () => {
    const page = { width: 1_080, height: 1_080, opacity: 0.85 };
    const plain = aDesign("circle");
    const drawn = { ...plain, sizes: { square: addBackdrop(plain.sizes.square ?? [], page) } };
    const opacity = (design: ChangedDesign) => find(design, "backdrop")?.opacity;
    expect(opacity(change(drawn, { kind: "background", shade: "darker" }))).toBe(0.25);
    expect(opacity(change(drawn, { kind: "season", season: "ramadan" }))).toBe(0.25);
    expect(opacity(change(drawn, { kind: "size", part: "price", step: "bigger" }))).toBe(0.85);
    expect(find(change(drawn, { kind: "ground_color", color: "green" }), "backdrop")?.is_hidden).toBe(true);
  });

  it("gets a further size once", () => {
    const changed = change(aDesign(), { kind: "placement", placement: "story" });
    expect(changed.placements).toEqual(["square", "story"]);
    expect(find(changed, "headline", "story")).toMatchObject({ text: "ليلك" });
    expect(change(changed, { kind: "placement", placement: "story" })).toEqual(changed);
  });
});
