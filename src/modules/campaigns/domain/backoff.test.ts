import fc from "fast-check";
import { expect, it } from "vitest";
import { computeBackoffSeconds } from "./backoff.ts";

it("doubles with each failure", () => {
  expect([1, 2, 3].map((failures) => computeBackoffSeconds(failures, 0.5))).toEqual([2, 4, 8]);
});

it("is never shorter than a second and a half nor longer than twelve and a half minutes, however many failed", () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1 }), random, (failures, random) => {
      const seconds = computeBackoffSeconds(failures, random);
      expect(seconds).toBeGreaterThanOrEqual(1.5);
      expect(seconds).toBeLessThanOrEqual(750);
    }),
  );
});
