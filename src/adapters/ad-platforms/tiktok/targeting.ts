import type { AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { Json } from "./api-client.ts";

const ageGroups = [
  { from: 18, group: "AGE_18_24" },
  { from: 25, group: "AGE_25_34" },
  { from: 35, group: "AGE_35_44" },
  { from: 45, group: "AGE_45_54" },
  { from: 55, group: "AGE_55_100" },
];
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
    smart_audience_enabled: optimizedTargeting,
    smart_interest_behavior_enabled: optimizedTargeting,
  };
}
