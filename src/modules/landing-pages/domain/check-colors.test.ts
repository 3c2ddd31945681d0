import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReadable } from "#base/shared/contrast.ts";
import { findUnreadableColors, mendColors, toButtonInk, toSoftGround } from "./check-colors.ts";
import { defaultColors } from "./default-content.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const colors = fc.record({ main: color, accent: color, ground: color });

describe("a page's colours", () => {
  it("are readable at first", () => expect(findUnreadableColors(defaultColors)).toEqual([]));

  it("are refused where titles or texts would be hard to read", () => {
    expect(findUnreadableColors({ ...defaultColors, main: "#c9b458" })).toEqual(["main"]);
    expect(findUnreadableColors({ ...defaultColors, ground: "#808080" })).toEqual(["ground"]);
  });

  it("give every button an ink that is read on it", () => {
    fc.assert(fc.property(color, (accent) => isReadable(toButtonInk(accent), accent)));
  });

  it("are mended to readable ones, and left as they are where nothing is wrong", () => {
    fc.assert(
      fc.property(colors, (chosen) => {
        const mended = mendColors(chosen);
        expect(findUnreadableColors(mended)).toEqual([]);
        expect(mended.accent).toBe(chosen.accent);
        for (const ground of ["#ffffff", mended.ground, toSoftGround(mended)])
          expect(isReadable(mended.main, ground)).toBe(true);
      }),
    );
    expect(mendColors(defaultColors)).toEqual(defaultColors);
  });
});
