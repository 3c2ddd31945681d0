import type { Json } from "../shared/field-table.ts";

/** A targetable place. Ids are those of GeoNames, as TikTok's appear to be. */
type Region = {
  id: string;
  name: string;
  level: "COUNTRY" | "CITY";
  code: string;
  parent: string;
  /** A city's centre and the radius of its built-up area, for the economy. */
  geoRadius?: { latitude: number; longitude: number; radiusKm: number };
};

const SAUDI_ARABIA = "102358";
const city = (id: string, name: string, latitude: number, longitude: number, radiusKm: number): Region => ({
  id,
  name,
  level: "CITY",
  code: "SA",
  parent: SAUDI_ARABIA,
  geoRadius: { latitude, longitude, radiusKm },
});
const country = (id: string, name: string, code: string): Region => ({
  id,
  name,
  level: "COUNTRY",
  code,
  parent: "0",
});

const regions: Region[] = [
  country(SAUDI_ARABIA, "Saudi Arabia", "SA"),
  country("290557", "United Arab Emirates", "AE"),
  country("285570", "Kuwait", "KW"),
  country("289688", "Qatar", "QA"),
  country("290291", "Bahrain", "BH"),
  country("286963", "Oman", "OM"),
  city("108410", "Riyadh", 24.71, 46.68, 30),
  city("105343", "Jeddah", 21.49, 39.19, 25),
  city("104515", "Mecca", 21.39, 39.86, 15),
  city("109223", "Medina", 24.52, 39.57, 15),
  city("110336", "Dammam", 26.42, 50.09, 15),
  city("107968", "Taif", 21.27, 40.42, 14),
  city("101628", "Tabuk", 28.38, 36.57, 12),
  city("110690", "Abha", 18.22, 42.5, 12),
];

export const findRegion = (id: string): Region | undefined => regions.find((region) => region.id === id);

/** Why these places cannot be targeted together, or null: unknown ids, and a country beside its own city. */
export function locationProblem(ids: readonly string[]): string | null {
  const unexpected = ids.find((id) => !findRegion(id));
  if (unexpected) return `location_ids: ${unexpected} is not a location`;
  const inside = ids.find((id) => ids.includes(findRegion(id)?.parent ?? ""));
  return inside ? `location_ids: ${inside} lies within another targeted location` : null;
}

const LEVELS: Record<string, Region["level"][]> = {
  ALL: ["COUNTRY", "CITY"],
  TO_COUNTRY: ["COUNTRY"],
  TO_PROVINCE: ["COUNTRY"],
  TO_CITY: ["COUNTRY", "CITY"],
  TO_DISTRICT: ["COUNTRY", "CITY"],
};

/** The response of /tool/region/, or null for an invalid level. */
export function regionInfo(levelRange: string): Json[] | null {
  const levels = LEVELS[levelRange];
  if (!levels) return null;
  return regions
    .filter((region) => levels.includes(region.level))
    .map(({ id, name, level, code, parent }) => ({
      location_id: id,
      name,
      level,
      region_code: code,
      parent_id: parent,
      next_level_ids: regions.filter((each) => each.parent === id).map((each) => each.id),
      area_type: "ADMIN",
      support_below_18: true,
    }));
}
