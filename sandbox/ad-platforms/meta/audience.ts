import type { Figures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { type Share, splitFigures } from "../shared/split-figures.ts";

/** How an ad's deliveries fall on groups of people: by fixed shares within what its ad set targets. */

export const AUDIENCE_BREAKDOWNS = [
  "age",
  "gender",
  "region",
  "publisher_platform",
  "impression_device",
] as const;
export type AudienceBreakdown = (typeof AUDIENCE_BREAKDOWNS)[number];

/** Years included, and the group's share of all people. */
const AGE_GROUPS = [
  { key: "13-17", from: 13, to: 17, share: 6 },
  { key: "18-24", from: 18, to: 24, share: 22 },
  { key: "25-34", from: 25, to: 34, share: 34 },
  { key: "35-44", from: 35, to: 44, share: 22 },
  { key: "45-54", from: 45, to: 54, share: 10 },
  { key: "55-64", from: 55, to: 64, share: 4 },
  { key: "65+", from: 65, to: 65, share: 2 },
];
const GENDERS = [
  { key: "male", code: 1, share: 54 },
  { key: "female", code: 2, share: 44 },
];
const UNKNOWN_GENDER_SHARE = 2;
const REGIONS = [
  ["Riyadh Region", 32],
  ["Makkah Region", 27],
  ["Eastern Province", 17],
  ["Al Madinah Region", 8],
  ["Asir Region", 7],
  ["Al Qassim Region", 5],
  ["Jizan Region", 4],
] as const;

/** Placements by app. */
const PLATFORMS: readonly Share[] = [
  ["instagram", 58],
  ["facebook", 34],
  ["audience_network", 6],
  ["messenger", 2],
];

/** Insights, impression_device; `device_platforms` of a targeting narrows them. */
const DEVICES = [
  { key: "iphone", platform: "mobile", share: 46 },
  { key: "android_smartphone", platform: "mobile", share: 42 },
  { key: "ipad", platform: "mobile", share: 4 },
  { key: "android_tablet", platform: "mobile", share: 2 },
  { key: "desktop", platform: "desktop", share: 5 },
  { key: "other", platform: "mobile", share: 1 },
];

/** Each group's part of what an ad delivered. */
export const splitByAudience = (
  figures: Figures,
  targeting: Json,
  by: AudienceBreakdown,
): Map<string, Figures> => splitFigures(figures, listShares(targeting, by));

function listShares(targeting: Json, by: AudienceBreakdown): readonly Share[] {
  if (by === "region") return REGIONS;
  if (by === "publisher_platform") {
    const chosen = targeting.publisher_platforms as string[] | undefined;
    return PLATFORMS.filter(([key]) => !chosen?.length || chosen.includes(key));
  }
  if (by === "impression_device") {
    const chosen = targeting.device_platforms as string[] | undefined;
    return DEVICES.filter(({ platform }) => !chosen?.length || chosen.includes(platform)).map(
      ({ key, share }): Share => [key, share],
    );
  }
  if (by === "gender") {
    const genders = (targeting.genders as number[] | undefined) ?? [];
    const known = GENDERS.filter(({ code }) => genders.length === 0 || genders.includes(code));
    const unknown: Share[] = genders.length === 0 ? [["unknown", UNKNOWN_GENDER_SHARE]] : [];
    return [...known.map(({ key, share }): Share => [key, share]), ...unknown];
  }
  const least = Number(targeting.age_min ?? 18);
  const most = Number(targeting.age_max ?? 65);
  return AGE_GROUPS.map(({ key, from, to, share }): Share => {
    const years = Math.min(to, most) - Math.max(from, least) + 1;
    return [key, years > 0 ? (share * years) / (to - from + 1) : 0];
  });
}
