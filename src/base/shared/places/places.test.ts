import { expect, it } from "vitest";
import { cities } from "./generated/cities.ts";
import { districts } from "./generated/districts.ts";
import { toPlaces } from "./places.ts";

const places = toPlaces(cities, districts);

it("every place has both names, a radius, and a key of its own", () => {
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
  for (const { names, radiusMetres } of places) {
    expect(names.ar).toMatch(/^[\p{Script=Arabic} ()]+$/u);
    expect(names.en).toMatch(/^[A-Za-z' ()-]+$/);
    expect(radiusMetres).toBeGreaterThanOrEqual(1_000);
  }
});

it("every district names its city and lies within it", () => {
  for (const place of places.filter(({ key }) => key.includes("/"))) {
    const city = places.find(({ key }) => key === place.key.split("/")[0]);
    expect(place.city).toEqual(city?.names);
    const east = (place.longitude - (city?.longitude ?? 0)) * Math.cos((place.latitude * Math.PI) / 180);
    const north = place.latitude - (city?.latitude ?? 0);
    // A degree is 111 km.
    expect(Math.hypot(east, north) * 111_000, place.key).toBeLessThan(city?.radiusMetres ?? 0);
    expect(place.radiusMetres, place.key).toBeLessThan(city?.radiusMetres ?? 0);
  }
});

it("no city has two districts of one name, in either language", () => {
  for (const language of ["ar", "en"] as const) {
    const names = places
      .filter(({ city }) => city)
      .map(({ names, city }) => `${city?.en}/${names[language]}`);
    expect(new Set(names).size).toBe(names.length);
  }
});

it("all thirteen regions have cities", () => {
  expect(new Set(cities.map(([, , , region]) => region)).size).toBe(13);
});
