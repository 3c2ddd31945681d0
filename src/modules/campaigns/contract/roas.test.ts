import fc from "fast-check";
import { expect, it } from "vitest";
import { formatTimes, toBasisPoints } from "./roas.ts";

it.each([
  [35_000, "3.5"],
  [10_000, "1"],
  [100, "0.01"],
  [10_000_000, "1000"],
])("%i basis points are formatted as %s times", (basisPoints, times) => {
  expect(formatTimes(basisPoints)).toBe(times);
});

it("formatting and parsing give the stored value back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (basisPoints) => {
      expect(toBasisPoints(Number(formatTimes(basisPoints)))).toBe(basisPoints);
    }),
  );
  expect(toBasisPoints(null)).toBeNull();
});
