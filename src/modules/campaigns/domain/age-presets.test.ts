import { expect, it } from "vitest";
import { computeAgeSpan } from "../contract/ages.ts";
import { agePresetNames, agePresets, findAgePreset } from "./age-presets.ts";

const anyAge = { min: 0, maxOpenFrom: 120 };

it.each(agePresetNames)("%s is one unbroken span, and is recognised again in any order", (name) => {
  expect(typeof computeAgeSpan(agePresets[name], [], anyAge)).toBe("object");
  expect(findAgePreset(agePresets[name].toReversed())).toBe(name);
});

it("anything else is the merchant's own choice", () => {
  expect(findAgePreset([])).toBeNull();
  expect(findAgePreset(["18-24"])).toBeNull();
  expect(findAgePreset(["18-24", "25-34", "45-54"])).toBeNull();
});
