import type { AgeStep, Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { computeAgeSpan } from "./ages.ts";
import { isOutside, type Problem, wrong } from "./problem.ts";
import type { AdGroupFields } from "./shapes.ts";

/** Checks an ad group's audience against what its platform can target. */
export function checkAdGroup(fields: AdGroupFields, limits: Capabilities): Problem[] {
  const { platform } = limits;
  const strange = fields.devices.find((device) => !limits.devices.includes(device));
  return [
    ...checkAges(fields, limits),
    ...checkPlaces(fields.locations, limits),
    ...(strange
      ? wrong(true, "campaigns.device_not_supported", "devices", { platform, device: strange })
      : []),
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

function checkPlaces(places: AdGroupFields["locations"], limits: Capabilities): Problem[] {
  const { platform, radiusMetres: reach, maxGeoRadii } = limits;
  if (!reach) return wrong(places.length > 0, "campaigns.radius_not_supported", "locations", { platform });
  const isTooFar = places.some(({ radius_metres }) => isOutside(radius_metres, reach));
  return [
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

function checkKeywords(words: readonly string[], { platform, keywords }: Capabilities): Problem[] {
  if (!keywords) return wrong(words.length > 0, "campaigns.keywords_not_supported", "keywords", { platform });
  const long = words.find((word) => word.trim().length > keywords.length);
  return [
    ...wrong(isOutside(words.length, keywords), "campaigns.keywords_out_of_range", "keywords", {
      platform,
      min: keywords.min,
      max: keywords.max,
    }),
    ...(long === undefined
      ? []
      : wrong(true, "campaigns.keyword_too_long", "keywords", {
          platform,
          keyword: long,
          max: keywords.length,
        })),
  ];
}

/** Metres as kilometres, as the form shows them: "0.1", "100". */
export const kilometres = (metres: number): string => String(Math.round(metres / 10) / 100);
