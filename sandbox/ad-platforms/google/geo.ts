import type { Json } from "../shared/field-table.ts";
import { SAUDI_ARABIA } from "./facts.ts";

/** The Kingdom's provinces under Google's English names; their ids are ours, and shares of deliveries fixed. */
export const PROVINCES = [
  ["9070391", "Riyadh Province", "منطقة الرياض", 33],
  ["9070392", "Makkah Province", "منطقة مكة المكرمة", 28],
  ["9070393", "Eastern Province", "المنطقة الشرقية", 17],
  ["9070394", "Al Madinah Province", "منطقة المدينة المنورة", 8],
  ["9070395", "Aseer Province", "منطقة عسير", 6],
  ["9070396", "Al Qassim Province", "منطقة القصيم", 5],
  ["9070397", "Jazan Province", "منطقة جازان", 3],
].map(([id, name, ar, share]) => ({
  resourceName: `geoTargetConstants/${id}`,
  name: String(name),
  ar: String(ar),
  type: "Province",
  share: Number(share),
}));

/** A few places with Google's ids; the ids of cities are ours, because no list of them was at hand. */
const places = [
  ...PROVINCES,
  { resourceName: SAUDI_ARABIA, name: "Saudi Arabia", ar: "المملكة العربية السعودية", type: "Country" },
  { resourceName: "geoTargetConstants/1012088", name: "Riyadh", ar: "الرياض", type: "City" },
  { resourceName: "geoTargetConstants/1012082", name: "Jeddah", ar: "جدة", type: "City" },
  { resourceName: "geoTargetConstants/1012080", name: "Dammam", ar: "الدمام", type: "City" },
];

export function isKnownPlace(resourceName: string): boolean {
  return places.some((place) => place.resourceName === resourceName);
}

/** The city's name in the economy is the Arabic one. */
export function placeNamed(resourceName: string): { name: string; ar: string; isCountry: boolean } | null {
  const place = places.find((one) => one.resourceName === resourceName);
  return place ? { name: place.name, ar: place.ar, isCountry: place.type === "Country" } : null;
}

/** `geoTargetConstants:suggest`: places of the Kingdom by the beginning of a name, in either language. */
export function suggestPlaces(names: string[], locale: string) {
  return names.flatMap((searchTerm) => {
    const prefix = searchTerm.trim().toLowerCase();
    const matches = places.filter(
      ({ name, ar }) => name.toLowerCase().startsWith(prefix) || ar.startsWith(prefix),
    );
    return matches.map(({ resourceName, name, ar, type }) => ({
      locale,
      searchTerm,
      geoTargetConstant: {
        resourceName,
        id: resourceName.slice(resourceName.lastIndexOf("/") + 1),
        name: locale.startsWith("ar") ? ar : name,
        countryCode: "SA",
        targetType: type,
        status: "ENABLED",
      },
    }));
  });
}

/** The rows of `geo_target_constant`, which are the same for every customer. */
export const listGeoTargets = (): Json[] =>
  places.map(({ resourceName, name, type }) => ({
    resourceName,
    id: resourceName.slice(resourceName.lastIndexOf("/") + 1),
    name,
    countryCode: "SA",
    targetType: type,
    status: "ENABLED",
    canonicalName: type === "Country" ? name : `${name},Saudi Arabia`,
    ...(type === "Country" ? {} : { parentGeoTarget: SAUDI_ARABIA }),
  }));
