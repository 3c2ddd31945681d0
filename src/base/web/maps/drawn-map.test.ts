import fc from "fast-check";
import { expect, it } from "vitest";
import { boxAround, findFocus, kingdomBox, type MapView, roundPosition, roundRadius } from "./drawn-map.ts";

it("a radius is in whole hundreds of metres", () => {
  expect(roundRadius(2_349, { min: 1_000, max: 80_000 })).toBe(2_300);
});

it("a radius never leaves the platform's bounds", () => {
  const bounds = fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 5_001, max: 800_000 }));
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2_000_000, noNaN: true }), bounds, (metres, [min, max]) => {
      const radius = roundRadius(metres, { min, max });
      return radius >= min && radius <= max;
    }),
  );
});

it("a position is kept to about ten metres", () => {
  expect(roundPosition({ latitude: 24.713_649, longitude: 46.675_25 })).toEqual({
    latitude: 24.7136,
    longitude: 46.6753,
  });
});

const riyadh = {
  id: "0",
  name: "الرياض",
  latitude: 24.7136,
  longitude: 46.6753,
  radiusMetres: 35_000,
  isExcluded: false,
};
const olaya = { ...riyadh, id: "1", name: "العليا", radiusMetres: 2_000 };
const view = (change: Partial<MapView>): MapView => ({
  circles: [],
  places: [],
  selected: null,
  radius: { min: 1_000, max: 80_000 },
  ...change,
});

it("a circle that is chosen comes into view with as much around it again", () => {
  const before = view({ circles: [riyadh] });
  const next = view({ circles: [riyadh, olaya], selected: "1" });
  expect(findFocus(before, next, kingdomBox)).toEqual(boxAround({ ...olaya, radiusMetres: 4_000 }));
});

it("a circle that is moved or resized leaves the view as it is", () => {
  const before = view({ circles: [olaya], selected: "1" });
  const next = view({ circles: [{ ...olaya, radiusMetres: 9_000 }], selected: "1" });
  expect(findFocus(before, next, kingdomBox)).toBeNull();
});

it("circles that are there from the beginning are shown together", () => {
  const jeddah = { ...riyadh, id: "1", latitude: 21.5433, longitude: 39.1728 };
  const around = boxAround(riyadh);
  const focus = findFocus(view({}), view({ circles: [riyadh, jeddah] }), around);
  expect(focus).toEqual({ ...around, south: boxAround(jeddah).south, west: boxAround(jeddah).west });
  expect(findFocus(view({}), view({ circles: [riyadh] }), kingdomBox)).toBeNull();
});
