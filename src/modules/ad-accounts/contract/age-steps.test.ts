import { describe, expect, it } from "vitest";
import { coversRange } from "./age-steps.ts";

const tens = [
  { from: 18, to: 24 },
  { from: 25, to: 34 },
  { from: 35, to: null },
];

describe("ages in a platform's own steps", () => {
  it.each([
    [18, 24],
    [18, 34],
    [25, null],
    [18, null],
  ])("reach from %i to %s", (from, to) => {
    expect(coversRange({ from, to }, tens)).toBe(true);
  });

  it.each([
    [13, 24],
    [18, 30],
    [20, 34],
    [18, 35],
  ])("do not reach from %i to %i", (from, to) => {
    expect(coversRange({ from, to }, tens)).toBe(false);
  });

  it("overlapping steps do not cover the ages between them", () => {
    const overlapping = [
      { from: 13, to: 24 },
      { from: 18, to: 34 },
    ];
    expect(coversRange({ from: 18, to: 24 }, overlapping)).toBe(false);
  });
});
