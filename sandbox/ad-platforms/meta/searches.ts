import type { Json } from "../shared/field-table.ts";
import { stableNumber } from "../shared/stable-id.ts";
import type { Call } from "./call.ts";
import { invalid } from "./errors.ts";
import { rejectUnknownParams } from "./params.ts";

const CITIES = [
  ["Riyadh", "الرياض", "Riyadh Region"],
  ["Jeddah", "جدة", "Makkah Region"],
  ["Mecca", "مكة", "Makkah Region"],
  ["Medina", "المدينة", "Medina Region"],
  ["Dammam", "الدمام", "Eastern Province"],
  ["Khobar", "الخبر", "Eastern Province"],
  ["Abha", "أبها", "Asir Region"],
  ["Tabuk", "تبوك", "Tabuk Region"],
] as const;

const INTERESTS = [
  "Perfume",
  "Coffee",
  "Fashion",
  "Online shopping",
  "Gifts",
  "Electronics",
  "Home decor",
  "Cosmetics",
  "Sweets",
  "Travel",
];

/** GET /search: places and interests; ad sets use their keys. */
export function handleSearch(call: Call): Json {
  rejectUnknownParams(call.params, ["type", "q", "location_types", "country_code"]);
  const { type } = call.params;
  const searchText = String(call.params.q ?? "")
    .trim()
    .toLowerCase();
  if (type === "adgeolocation") return { data: places(searchText) };
  if (type === "adinterest") return { data: interests(searchText) };
  throw invalid(`type ${JSON.stringify(type)} is not served here`, { blame: ["type"] });
}

function places(searchText: string): Json[] {
  return CITIES.filter(
    ([en, ar]) => en.toLowerCase().startsWith(searchText) || ar.startsWith(searchText),
  ).map(([name, , region]) => ({
    key: stableNumber(7, "meta", "city", name),
    name,
    type: "city",
    country_code: "SA",
    country_name: "Saudi Arabia",
    region,
    region_id: Number(stableNumber(4, "meta", "region", region)),
    supports_region: true,
    supports_city: true,
  }));
}

function interests(searchText: string): Json[] {
  return INTERESTS.filter((name) => searchText && name.toLowerCase().includes(searchText)).map((name) => ({
    id: `600${stableNumber(10, "meta", "interest", name)}`,
    name,
    audience_size_lower_bound: 900_000,
    audience_size_upper_bound: 1_100_000,
    path: ["Interests", name],
  }));
}
