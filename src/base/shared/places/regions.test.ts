import { expect, it } from "vitest";
import { findRegion, findRegionNames } from "./regions.ts";

it.each([
  ["Riyadh Region", "riyadh"],
  ["Riyadh Province", "riyadh"],
  ["Ar Riyāḍ Region", "riyadh"],
  ["Makkah Province", "makkah"],
  ["Mecca Region", "makkah"],
  ["Al Madinah Region", "madinah"],
  ["Eastern Province", "eastern"],
  ["Ash Sharqiyah", "eastern"],
  ["Aseer Province", "asir"],
  ["'Asir Region", "asir"],
  ["Al-Qassim Region", "qassim"],
  ["Jizan Region", "jazan"],
  ["Ha'il Province", "hail"],
  ["Northern Borders Province", "northern"],
  ["Al Jouf Region", "jouf"],
  ["Al Bahah", "baha"],
  ["منطقة مكة المكرمة", "makkah"],
])("%s is %s", (name, region) => {
  expect(findRegion(name)).toBe(region);
});

it.each(["Riyadh City", "Dubai", "unknown", "", "Al"])("%j is no region", (name) => {
  expect(findRegion(name)).toBeNull();
});

it("a region has both names, and only a region has", () => {
  expect(findRegionNames("eastern")).toMatchObject({ ar: "المنطقة الشرقية", en: "Eastern Province" });
  expect(findRegionNames("Dubai")).toBeUndefined();
  expect(findRegionNames("toString")).toBeUndefined();
});
