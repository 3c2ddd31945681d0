import { expect, it } from "vitest";
import type { Place } from "#base/shared/places/places.ts";
import { clampRadius, formatPlace, movePlace, toLocation, toPoint, toPointNames } from "./places.ts";

const radius = { min: 1_000, max: 80_000 };
const olaya: Place = {
  key: "riyadh/al-olaya",
  kind: "district",
  names: { ar: "العليا", en: "Al-Olaya" },
  city: { ar: "الرياض", en: "Riyadh" },
  latitude: 24.695,
  longitude: 46.682,
  radiusMetres: 2_000,
  size: 0,
  other: "",
};

it("a district is chosen with its city's name and its own radius", () => {
  expect(toLocation(olaya, radius)).toEqual({
    city: "riyadh/al-olaya",
    names: { ar: "العليا، الرياض", en: "Al-Olaya, Riyadh" },
    excluded: false,
    latitude: 24.695,
    longitude: 46.682,
    radius_metres: 2_000,
  });
});

it("a place's own radius gives way to the nearest one that the platform accepts", () => {
  expect(toLocation(olaya, { min: 5_000, max: 80_000 }).radius_metres).toBe(5_000);
  expect(toPoint({ latitude: 24, longitude: 46 }, { min: 96, max: 8_000 }).radius_metres).toBe(8_000);
  expect([clampRadius(999, radius), clampRadius(80_001, radius)]).toEqual([1_000, 80_000]);
});

it("a point has the merchant's name, and none when it is empty", () => {
  const point = toPoint({ latitude: 24, longitude: 46 }, radius);
  expect(formatPlace(point, "ar", "نقطة على الخريطة")).toBe("نقطة على الخريطة");
  expect(formatPlace({ names: toPointNames("فرع العليا") }, "en", "A point")).toBe("فرع العليا");
  expect(toPointNames("  ")).toBeNull();
});

it("a district moved within itself keeps its name, and moved away becomes a point", () => {
  const near = { latitude: 24.7, longitude: 46.682 };
  const away = { latitude: 24.75, longitude: 46.682 };
  expect(movePlace(near, olaya)).toEqual(near);
  expect(movePlace(away, olaya)).toEqual({ ...away, city: null, names: null });
  expect(movePlace(away, undefined)).toEqual(away);
});
