import { SAUDI_ARABIA } from "./facts.ts";

/** A few places with Google's ids; the ids of cities are ours, because no list of them was at hand. */
const places = [
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
