import { stableHex } from "../shared/stable-id.ts";

export type Place = {
  targeting_value: string;
  name: string;
  country_code: string;
  location_type: "COUNTRIES" | "REGIONS" | "CITIES";
  /** The location of a region or a city, for the economy; null = the whole country. */
  geoRadius: { latitude: number; longitude: number; radiusKm: number } | null;
};

const countries: Record<string, string> = {
  SA: "Saudi Arabia",
  AE: "United Arab Emirates",
  KW: "Kuwait",
  BH: "Bahrain",
  QA: "Qatar",
  OM: "Oman",
  EG: "Egypt",
  JO: "Jordan",
  US: "United States",
};
const saudi: [Place["location_type"], string, number, number, number][] = [
  ["REGIONS", "Riyadh Region", 24.6, 46.3, 250],
  ["REGIONS", "Makkah Region", 21.4, 40.2, 170],
  ["REGIONS", "Eastern Province", 25.9, 49.6, 220],
  ["REGIONS", "Al Madinah Region", 24.5, 39.2, 180],
  ["REGIONS", "Asir", 18.6, 42.4, 130],
  ["CITIES", "Riyadh", 24.7136, 46.6753, 35],
  ["CITIES", "Jeddah", 21.4858, 39.1925, 30],
  ["CITIES", "Mecca", 21.3891, 39.8579, 20],
  ["CITIES", "Medina", 24.5247, 39.5692, 20],
  ["CITIES", "Dammam", 26.4207, 50.0888, 20],
  ["CITIES", "Khobar", 26.2172, 50.1971, 15],
  ["CITIES", "Taif", 21.2703, 40.4158, 20],
  ["CITIES", "Tabuk", 28.3838, 36.555, 20],
  ["CITIES", "Buraydah", 26.326, 43.975, 20],
  ["CITIES", "Abha", 18.2465, 42.5117, 20],
];

const makePlace = (
  type: Place["location_type"],
  name: string,
  country: string,
  geoRadius: Place["geoRadius"],
): Place => ({
  targeting_value: stableHex("x", "place", type, country, name).slice(0, 16),
  name,
  country_code: country,
  location_type: type,
  geoRadius,
});

/** The places of the location lookup: enough for the Gulf. Values only look like X's. */
export const PLACES: Place[] = [
  ...Object.entries(countries).map(([code, name]) => makePlace("COUNTRIES", name, code, null)),
  ...saudi.map(([type, name, latitude, longitude, radiusKm]) =>
    makePlace(type, name, "SA", { latitude, longitude, radiusKm }),
  ),
];
export const findPlace = (value: unknown): Place | undefined =>
  PLACES.find(({ targeting_value }) => targeting_value === value);

/** The other lookups: the meaning of each value. */
export const PLATFORMS: Record<string, string> = {
  "0": "iOS",
  "1": "Android",
  "3": "Mobile web",
  "4": "Desktop",
};
export const LANGUAGES: Record<string, string> = { ar: "Arabic", en: "English", fr: "French", ur: "Urdu" };
export const INTERESTS: Record<string, string> = {
  "1001": "Beauty",
  "2002": "Style & fashion",
  "3003": "Food & drink",
  "4004": "Technology & computing",
  "5005": "Home & garden",
  "6006": "Family & parenting",
  "7007": "Sports",
};
export const DEVICES: Record<string, string> = { "1m": "iPad Air", "1n": "iPad Pro", "2k": "Galaxy Tab" };
