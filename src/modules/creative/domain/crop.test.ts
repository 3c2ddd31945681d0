import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeCover, hasSameProportions } from "./crop.ts";

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

const size = fc.record({
  width: fc.integer({ min: 1, max: 6_000 }),
  height: fc.integer({ min: 1, max: 6_000 }),
});

describe("the part of a picture that fills a frame", () => {
  it("lies within the picture and touches two of its sides", () => {
    fc.assert(
      fc.property(size, size, fc.double({ min: 0, max: 1, noNaN: true }), (picture, frame, focus) => {
        const crop = computeCover(picture, frame, focus);
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(picture.width);
        expect(crop.top + crop.height).toBeLessThanOrEqual(picture.height);
        expect(crop.width === picture.width || crop.height === picture.height).toBe(true);
      }),
    );
  });

  it("is the whole picture where the shapes are alike", () => {
    expect(computeCover({ width: 540, height: 960 }, { width: 1_080, height: 1_920 }, 0.5)).toEqual({
      width: 540,
      height: 960,
      left: 0,
      top: 0,
    });
  });

  it("follows the point that was chosen", () => {
    const square = { width: 1_000, height: 1_000 };
    const tall = { width: 1_080, height: 1_920 };
    expect([0, 0.5, 1].map((focus) => computeCover(square, tall, focus).left)).toEqual([0, 219, 437]);
  });
});
