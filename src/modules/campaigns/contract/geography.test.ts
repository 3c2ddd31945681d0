import fc from "fast-check";
import { expect, it } from "vitest";
import { computeDistanceMetres, isInKingdom, isWithinCircle } from "./geography.ts";

const riyadh = { latitude: 24.7136, longitude: 46.6753 };
const jeddah = { latitude: 21.5433, longitude: 39.1728 };

it("Riyadh and Jeddah are about 850 km apart", () => {
  const km = computeDistanceMetres(riyadh, jeddah) / 1_000;
  expect(km).toBeGreaterThan(840);
  expect(km).toBeLessThan(860);
});

it("the Kingdom's corners are in it, and neighbours' capitals are not", () => {
  expect(isInKingdom({ latitude: 16.37, longitude: 42.77 })).toBe(true);
  expect(isInKingdom({ latitude: 31.33, longitude: 37.34 })).toBe(true);
  expect(isInKingdom({ latitude: 33.3, longitude: 44.4 })).toBe(false);
  expect(isInKingdom({ latitude: 15.35, longitude: 44.2 })).toBe(false);
  expect(isInKingdom({ latitude: 0, longitude: 0 })).toBe(false);
});

const circle = fc.record({
  latitude: fc.double({ min: 16, max: 32, noNaN: true }),
  longitude: fc.double({ min: 35, max: 55, noNaN: true }),
  radius_metres: fc.integer({ min: 1, max: 500_000 }),
});

it("a circle is within itself, and two that are within each other are the same", () => {
  fc.assert(
    fc.property(circle, circle, (one, other) => {
      const isSame = computeDistanceMetres(one, other) === 0 && one.radius_metres === other.radius_metres;
      return (
        isWithinCircle(one, one) && (!(isWithinCircle(one, other) && isWithinCircle(other, one)) || isSame)
      );
    }),
  );
});
