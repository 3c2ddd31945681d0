/** The regions of the Kingdom, as `scripts/make-places.ts` knows them. */
export type Region =
  | "riyadh"
  | "makkah"
  | "madinah"
  | "qassim"
  | "eastern"
  | "asir"
  | "tabuk"
  | "hail"
  | "northern"
  | "jazan"
  | "najran"
  | "baha"
  | "jouf";

/** Rows of the bundled files. Positions in degrees; the radius, in kilometres, covers the built-up area. */
export type CityRow = readonly [
  key: string,
  ar: string,
  en: string,
  region: Region,
  latitude: number,
  longitude: number,
  km: number,
  /** From 1 (a small town) to 6 (Riyadh, Jeddah). */
  size: number,
  /** Other names it is known by, separated by spaces. */
  other: string,
];
/** A district's key begins with its city's: "riyadh/al-olaya". */
export type DistrictRow = readonly [
  key: string,
  ar: string,
  en: string,
  latitude: number,
  longitude: number,
  km: number,
];

export type Names = { ar: string; en: string };

/** A city, governorate or district. */
export type Place = {
  key: string;
  names: Names;
  /** The names of the city it is a district of; null for a city. */
  city: Names | null;
  latitude: number;
  longitude: number;
  radiusMetres: number;
  /** 0 for a district, 1 to 6 for a city. */
  size: number;
  other: string;
};

/** All places, the largest first; districts in the order of their file. */
export function toPlaces(cities: readonly CityRow[], districts: readonly DistrictRow[]): Place[] {
  const namesByKey = new Map<string, Names>(cities.map(([key, ar, en]) => [key, { ar, en }]));
  const cityPlaces = cities.map(
    ([key, ar, en, , latitude, longitude, km, size, other]): Place => ({
      ...toPlace(key, { ar, en }, latitude, longitude, km),
      size,
      other,
    }),
  );
  const districtPlaces = districts.map(
    ([key, ar, en, latitude, longitude, km]): Place => ({
      ...toPlace(key, { ar, en }, latitude, longitude, km),
      city: namesByKey.get(key.slice(0, key.indexOf("/"))) ?? null,
    }),
  );
  return [...cityPlaces.sort((one, other) => other.size - one.size), ...districtPlaces];
}

function toPlace(key: string, names: Names, latitude: number, longitude: number, km: number): Place {
  return { key, names, city: null, latitude, longitude, radiusMetres: km * 1_000, size: 0, other: "" };
}
