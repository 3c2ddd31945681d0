import type { AgeStep, Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import { computeAgeSpan } from "./ages.ts";
import { nameMax } from "./enums.ts";
import { isInKingdom, isWithinCircle } from "./geography.ts";
import { checkName, isOutside, missing, type Problem, wrong } from "./problem.ts";
import type { AdGroupFields, Location } from "./shapes.ts";

/** Checks an ad group's audience against what its platform can target. */
export function checkAdGroup(fields: AdGroupFields, limits: Capabilities): Problem[] {
  const { platform } = limits;
  return [
    ...checkName(fields.name, nameMax),
    ...checkAges(fields, limits),
    ...checkPlaces(fields.locations, limits),
    ...checkReach(fields.locations),
    ...missing(fields.devices.length === 0, "devices"),
    ...checkDevices(fields.devices, limits),
    ...wrong(
      fields.optimized_targeting && !limits.supportsOptimizedTargeting,
      "campaigns.optimized_not_supported",
      "optimized_targeting",
      { platform },
    ),
    ...checkKeywords(fields.keywords, limits),
  ];
}

function checkAges(
  { age_ranges, excluded_age_ranges }: AdGroupFields,
  { platform, ages, supportsExcludedAges }: Capabilities,
): Problem[] {
  if (age_ranges.length === 0) return missing(true, "age_ranges", "campaigns.ages_empty");
  const reached = computeAgeSpan(age_ranges, excluded_age_ranges, ages);
  if (typeof reached !== "string") return [];
  const isLeftOutInside = reached === "ages_broken" && excluded_age_ranges.length > 0;
  const code = isLeftOutInside && !supportsExcludedAges ? "ages_not_left_out" : reached;
  return wrong(
    true,
    `campaigns.${code}`,
    code === "ages_not_left_out" ? "excluded_age_ranges" : "age_ranges",
    {
      platform,
      min: ages.min,
      max: ages.maxOpenFrom,
      ages: age_ranges.join(", "),
      steps: (ages.steps ?? []).map(stepText).join(", "),
    },
  );
}

const stepText = ({ from, to }: AgeStep) => (to === null ? `${from}+` : `${from}-${to}`);

export function checkDevices(devices: AdGroupFields["devices"], limits: Capabilities): Problem[] {
  const { platform } = limits;
  const strange = devices.find((device) => !limits.devices.includes(device));
  return strange
    ? wrong(true, "campaigns.device_not_supported", "devices", { platform, device: strange })
    : [];
}

/** Checks places against what the platform can target: no radius at all, no exclusions, their size and number. */
export function checkPlaces(
  places: readonly Pick<Location, "radius_metres" | "excluded">[],
  limits: Capabilities,
): Problem[] {
  const { platform, radiusMetres: reach, maxGeoRadii, supportsExcludedPlaces } = limits;
  if (!reach) return wrong(places.length > 0, "campaigns.radius_not_supported", "locations", { platform });
  const isTooFar = places.some(({ radius_metres }) => isOutside(radius_metres, reach));
  const hasExclusion = places.some(({ excluded }) => excluded);
  return [
    ...wrong(hasExclusion && !supportsExcludedPlaces, "campaigns.exclusion_not_supported", "locations", {
      platform,
    }),
    ...wrong(places.length > maxGeoRadii, "campaigns.locations_too_many", "locations", {
      platform,
      max: maxGeoRadii,
    }),
    ...wrong(isTooFar, "campaigns.radius_out_of_reach", "locations", {
      platform,
      min: kilometres(reach.min),
      max: kilometres(reach.max),
    }),
  ];
}

/** Places that reach nobody on any platform: outside the Kingdom, or all of them inside excluded ones. */
function checkReach(places: readonly Location[]): Problem[] {
  return [
    ...wrong(!places.every(isInKingdom), "campaigns.location_outside_kingdom", "locations"),
    ...wrong(areAllExcluded(places), "campaigns.locations_all_excluded", "locations"),
  ];
}

/** Whether every included place lies inside an excluded one. */
export function areAllExcluded(places: readonly Location[]): boolean {
  const included = places.filter(({ excluded }) => !excluded);
  const circles = places.filter(({ excluded }) => excluded);
  return (
    included.length > 0 && included.every((place) => circles.some((circle) => isWithinCircle(place, circle)))
  );
}

export function checkKeywords(words: readonly string[], { platform, keywords }: Capabilities): Problem[] {
  if (!keywords) return wrong(words.length > 0, "campaigns.keywords_not_supported", "keywords", { platform });
  const { min, max, length } = keywords;
  const params = { platform, min, max };
  const long = words.find((word) => textLength(word, "units") > length);
  return [
    ...missing(words.length < min, "keywords", "campaigns.keywords_out_of_range", params),
    ...wrong(words.length > max, "campaigns.keywords_out_of_range", "keywords", params),
    ...(long === undefined
      ? []
      : wrong(true, "campaigns.keyword_too_long", "keywords", { platform, keyword: long, max: length })),
  ];
}

/** Metres as kilometres, as the form shows them: "0.1", "100". */
export const kilometres = (metres: number): string => String(Math.round(metres / 10) / 100);
