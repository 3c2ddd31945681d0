import fc from "fast-check";
import { expect, it } from "vitest";
import { aCampaign, anAdGroup } from "../shared/testing/specs.ts";
import { toTargeting } from "./targeting.ts";

const listAges = (ageMin: number, ageMax: number | null) => {
  const group = anAdGroup(aCampaign(new Date(0)), "1", { ageMin, ageMax, gender: "all" });
  return (toTargeting(group).demographics as Record<string, unknown>[])[0];
};

it.each([
  [18, 34, { min_age: "18", max_age: "34" }],
  [13, null, { min_age: "13" }],
  [35, 55, { min_age: "35", max_age: "55" }],
  [45, 64, { min_age: "45" }],
  [65, null, { min_age: "55" }],
])("ages from %s to %s are text, open above 55", (min, max, expected) =>
  expect(listAges(min, max)).toEqual(expected),
);

it("every age is text, and one that Snapchat supports", () => {
  const ages = fc.tuple(fc.integer({ min: 13, max: 65 }), fc.option(fc.integer({ min: 13, max: 65 })));
  fc.assert(
    fc.property(ages, ([min, max]) => {
      for (const age of Object.values(listAges(min, max) ?? {})) {
        expect(age).toMatch(/^\d{2}$/);
        expect(Number(age)).toBeLessThanOrEqual(55);
      }
    }),
  );
});

it("places are included and excluded as circles in metres, within Saudi Arabia", () => {
  const riyadh = { latitude: 24.7, longitude: 46.7, radiusMetres: 35_000 };
  const olaya = { latitude: 24.695, longitude: 46.682, radiusMetres: 2_000 };
  const targeting = toTargeting(
    anAdGroup(aCampaign(new Date(0)), "1", { geoRadii: [riyadh], excludedRadii: [olaya] }),
  );
  const circle = ({ radiusMetres, ...at }: typeof riyadh) => ({
    ...at,
    radius: radiusMetres,
    unit: "METERS",
  });
  expect(targeting.locations).toEqual([
    { circles: [circle(riyadh)], operation: "INCLUDE" },
    { circles: [circle(olaya)], operation: "EXCLUDE" },
  ]);
  expect(targeting.geos).toEqual([{ country_code: "sa", operation: "INCLUDE" }]);
});
