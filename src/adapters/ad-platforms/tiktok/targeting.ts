import type { AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { requireCapabilities } from "../shared/checks.ts";
import type { Json } from "./api-client.ts";

/** TikTok's names of its age groups; the last one ends at a hundred. */
const ageGroups = (requireCapabilities("tiktok").ages.steps ?? []).map(({ from, to }) => ({
  from,
  group: `AGE_${from}_${to ?? 100}`,
}));
const genders = { all: "GENDER_UNLIMITED", male: "GENDER_MALE", female: "GENDER_FEMALE" } as const;

/** An ad group's audience in TikTok's terms: whole age groups, and Saudi Arabia as one location. It has no radii. */
export function toTargeting(spec: AdGroupSpec, kingdom: string): Json {
  const { ageMin, ageMax, gender, optimizedTargeting } = spec;
  return {
    location_ids: [kingdom],
    age_groups: ageGroups
      .filter(({ from }) => from >= ageMin && (ageMax === null || from <= ageMax))
      .map(({ group }) => group),
    gender: genders[gender],
    excluded_audience_ids: spec.excludedListIds ?? [],
    smart_audience_enabled: optimizedTargeting,
    smart_interest_behavior_enabled: optimizedTargeting,
  };
}
