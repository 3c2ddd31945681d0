import { expect, it } from "vitest";
import { cities } from "./generated/cities.ts";
import { districts } from "./generated/districts.ts";
import { governorates } from "./generated/governorates.ts";
import { type Place, toPlaces } from "./places.ts";

const places = toPlaces({ cities, governorates, districts });
/** Metres between two places, exact enough within the Kingdom: a degree is 111 km. */
const computeDistance = (one: Place, other: Place) => {
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(east, one.latitude - other.latitude) * 111_000;
};

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
    expect(city && computeDistance(place, city), place.key).toBeLessThan(city?.radiusMetres ?? 0);
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

it("no two places look the same in the list, in either language", () => {
  for (const language of ["ar", "en"] as const) {
    const labels = places.map(({ names, city }) => `${names[language]} · ${city?.[language] ?? ""}`);
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  }
});

it("every place lies in the Kingdom", () => {
  // Its outermost points: the borders with Jordan, Yemen and the Emirates, and the Gulf of Aqaba.
  for (const { key, latitude, longitude } of places) {
    expect(latitude > 16.3 && latitude < 32.2, key).toBe(true);
    expect(longitude > 34.5 && longitude < 55.7, key).toBe(true);
  }
});

it("each region has its cities, and its governorates", () => {
  const countByRegion = (regions: readonly string[]) =>
    Object.fromEntries(
      [...new Set(regions)].map((one) => [one, regions.filter((other) => other === one).length]),
    );
  const regionBySeat = new Map<string, string>(cities.map(([key, , , region]) => [key, region]));
  expect(countByRegion(cities.map(([, , , region]) => region))).toEqual({
    asir: 18,
    baha: 8,
    eastern: 35,
    hail: 8,
    jazan: 20,
    jouf: 5,
    madinah: 10,
    makkah: 24,
    najran: 6,
    northern: 4,
    qassim: 15,
    riyadh: 34,
    tabuk: 9,
  });
  // Eight are missing: scripts/gazetteer/README.md names them.
  expect(countByRegion(governorates.map(([, , , seat]) => regionBySeat.get(seat) ?? seat))).toEqual({
    asir: 15,
    baha: 7,
    eastern: 11,
    hail: 7,
    jazan: 16,
    jouf: 4,
    madinah: 8,
    makkah: 15,
    najran: 5,
    northern: 3,
    qassim: 12,
    riyadh: 22,
    tabuk: 6,
  });
});

it("a governorate covers its seat, and reaches no other seat or large city that its seat does not", () => {
  const seats = new Set(governorates.map(([, , , seat]) => seat));
  for (const [key, , , seatKey, km] of governorates) {
    const seat = places.find((place) => place.key === seatKey);
    if (!seat) throw new Error(key);
    expect(km * 1_000, key).toBeGreaterThanOrEqual(seat.radiusMetres);
    const reached = places.filter(
      (place) =>
        place !== seat &&
        place.kind === "city" &&
        (place.size >= 4 || seats.has(place.key)) &&
        computeDistance(place, seat) < km * 1_000 &&
        computeDistance(place, seat) > seat.radiusMetres,
    );
    expect(reached, key).toEqual([]);
  }
});
