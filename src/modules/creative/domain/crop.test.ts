import { describe, expect, it } from "vitest";
import { hasSameProportions, refuseCropOutside } from "./crop.ts";

describe("a cut rectangle", () => {
  const picture = { width: 3_000, height: 2_000 };
  it.each([
    [{ x: 0, y: 0, width: 3_000, height: 2_000 }, true],
    [{ x: 1_875, y: 0, width: 1_125, height: 2_000 }, true],
    [{ x: 1_876, y: 0, width: 1_125, height: 2_000 }, false],
    [{ x: 0, y: 1, width: 10, height: 2_000 }, false],
  ])("%j lies inside the picture: %s", (crop, isInside) => {
    const check = () => refuseCropOutside(crop, picture);
    if (isInside) expect(check).not.toThrow();
    else expect(check).toThrow("crop_outside");
  });
});

describe("a poster frame", () => {
  it.each([
    [{ width: 540, height: 960 }, true],
    [{ width: 541, height: 960 }, true],
    [{ width: 960, height: 540 }, false],
    [{ width: 540, height: 900 }, false],
  ])("of %j may be of a tall video: %s", (picture, isOfIt) => {
    expect(hasSameProportions(picture, { width: 1_080, height: 1_920 })).toBe(isOfIt);
  });
});
