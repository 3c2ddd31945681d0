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
/** A governorate stands at its seat, a city of the table; the radius, in kilometres, is our own estimate. */
export type GovernorateRow = readonly [
  key: string,
  ar: string,
  en: string,
  seat: string,
  km: number,
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

/** A city or town, a governorate, or a district of a city. */
export type Place = {
  key: string;
  kind: "city" | "governorate" | "district";
  names: Names;
  /** The names of the city it is a district of; null for what is no district. */
  city: Names | null;
  latitude: number;
  longitude: number;
  radiusMetres: number;
  /** 1 to 6 for a city, 0 for others. */
  size: number;
  other: string;
};

type Tables = {
  cities: readonly CityRow[];
  governorates: readonly GovernorateRow[];
  districts: readonly DistrictRow[];
};

/** All places: cities, the largest first, then governorates and districts in the order of their files. */
export function toPlaces({ cities, governorates, districts }: Tables): Place[] {
  const cityByKey = new Map(cities.map((row) => [row[0], toCity(row)]));
  return [
    ...[...cityByKey.values()].sort((one, other) => other.size - one.size),
    ...governorates.flatMap((row) => toGovernorate(row, cityByKey.get(row[3])) ?? []),
    ...districts.map(
      ([key, ar, en, latitude, longitude, km]): Place => ({
        ...toPlace(key, "district", { ar, en }, { latitude, longitude }, km),
        city: cityByKey.get(key.slice(0, key.indexOf("/")))?.names ?? null,
      }),
    ),
  ];
}

function toCity([key, ar, en, , latitude, longitude, km, size, other]: CityRow): Place {
  return { ...toPlace(key, "city", { ar, en }, { latitude, longitude }, km), size, other };
}

function toGovernorate([key, ar, en, , km, other]: GovernorateRow, seat: Place | undefined): Place | null {
  return seat ? { ...toPlace(key, "governorate", { ar, en }, seat, km), other } : null;
}

type Position = Pick<Place, "latitude" | "longitude">;

function toPlace(
  key: string,
  kind: Place["kind"],
  names: Names,
  { latitude, longitude }: Position,
  km: number,
): Place {
  return { key, kind, names, city: null, latitude, longitude, radiusMetres: km * 1_000, size: 0, other: "" };
}
