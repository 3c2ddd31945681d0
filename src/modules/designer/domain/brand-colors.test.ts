import { describe, expect, it } from "vitest";
import { isReadable, type Rgb } from "#base/shared/contrast.ts";
import { isReadablePair, listBrandLooks, pickBrandColors } from "./brand-colors.ts";

describe("colours of a brand", () => {
  it.each<[string, Rgb[]]>([
    [
      "dark and vivid",
      [
        [15, 74, 56],
        [201, 151, 63],
      ],
    ],
    ["light alone", [[240, 200, 60]]],
    ["grey alone", [[120, 120, 120]]],
    ["none", []],
  ])("from a logo that is %s are read on each other", (_, found) => {
    const colors = pickBrandColors(found);
    expect(isReadablePair(colors)).toBe(true);
    expect(isReadable(colors.main, "#ffffff")).toBe(true);
    for (const { main, soft } of listBrandLooks(colors, { font: "Cairo", motif: null }))
      expect(isReadable(main, soft)).toBe(true);
  });

  it("keep the logo's own where they serve", () => {
    expect(
      pickBrandColors([
        [15, 74, 56],
        [250, 250, 250],
        [201, 151, 63],
      ]),
    ).toMatchObject({
      main: "#0f4a38",
      accent: "#c9973f",
    });
  });
});
