import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Device } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { Json } from "./api-client.ts";

/** One criterion to write, and a key that identifies the same one when it is read. */
export type Criterion = { key: string; fields: Json };

/** Google Ads API, Codes and formats: all of Saudi Arabia. */
const saudiArabia = "geoTargetConstants/2682";

const ageTypes: Record<number, string> = {
  18: "AGE_RANGE_18_24",
  25: "AGE_RANGE_25_34",
  35: "AGE_RANGE_35_44",
  45: "AGE_RANGE_45_54",
  55: "AGE_RANGE_55_64",
  65: "AGE_RANGE_65_UP",
};
const genderTypes = ["MALE", "FEMALE"] as const;

/**
 * An ad group's audience (Google Ads API, Targeting). Google reaches everybody who is not excluded: so ages and genders
 * are written as exclusions, together with people whose age or gender Google does not know.
 */
export function toGroupCriteria(spec: AdGroupSpec): Criterion[] {
  const excluded = [
    ...listExcludedAges(spec).map((type) => ["ageRange", type] as const),
    ...listExcludedGenders(spec).map((type) => ["gender", type] as const),
  ];
  return [
    ...excluded.map(([field, type]) => ({
      key: toCriterionKey(field, type, true),
      fields: { [field]: { type }, negative: true },
    })),
    ...normalizeKeywords(spec).map((text) => ({
      key: toCriterionKey("keyword", text, false),
      fields: { keyword: { text, matchType: "BROAD" }, status: "ENABLED" },
    })),
  ];
}

export function toCriterionKey(field: string, value: string, isNegative: boolean): string {
  return `${isNegative ? "-" : "+"}${field} ${value}`;
}

function listExcludedAges({ ageMin, ageMax, campaign }: AdGroupSpec): string[] {
  const steps = getCapabilities("google", campaign.placements)?.ages.steps ?? [];
  const isWithin = (from: number, to: number | null) =>
    from >= ageMin && (ageMax === null || (to !== null && to <= ageMax));
  const excludedAges = steps
    .filter(({ from, to }) => !isWithin(from, to))
    .flatMap(({ from }) => ageTypes[from] ?? []);
  return excludedAges.length > 0 ? [...excludedAges, "AGE_RANGE_UNDETERMINED"] : [];
}

function listExcludedGenders({ gender }: AdGroupSpec): string[] {
  if (gender === "all") return [];
  return [...genderTypes.filter((type) => type !== gender.toUpperCase()), "UNDETERMINED"];
}

/** Google compares keywords without regard to spaces and case; duplicates would be refused. */
function normalizeKeywords({ keywords }: AdGroupSpec): string[] {
  return [...new Set(keywords.map((text) => text.trim().replaceAll(/\s+/g, " ").toLowerCase()))];
}

/** The campaign's locations: proximity criteria exist on campaigns only, so all its ad groups share them. */
export function toLocationCriteria({ geoRadii }: AdGroupSpec): Criterion[] {
  if (geoRadii.length === 0)
    return [{ key: `place ${saudiArabia}`, fields: { location: { geoTargetConstant: saudiArabia } } }];
  return geoRadii.map(({ latitude, longitude, radiusMetres }) => {
    const geoPoint = {
      latitudeInMicroDegrees: Math.round(latitude * 1e6),
      longitudeInMicroDegrees: Math.round(longitude * 1e6),
    };
    const radius = radiusMetres / 1_000;
    return {
      key: toProximityKey(geoPoint.latitudeInMicroDegrees, geoPoint.longitudeInMicroDegrees, radius),
      fields: { proximity: { geoPoint, radius, radiusUnits: "KILOMETERS" } },
    };
  });
}

export function toProximityKey(latitude: number, longitude: number, radiusKm: number): string {
  return `proximity ${latitude},${longitude} ${radiusKm}`;
}

const deviceTypes: Partial<Record<Device, string>> = {
  mobile: "MOBILE",
  desktop: "DESKTOP",
  tablet: "TABLET",
  connected_tv: "CONNECTED_TV",
};

/** Each device's bid modifier: devices cannot be selected; a modifier of 0 excludes one. */
export function toDeviceBids({ devices, campaign }: AdGroupSpec): Map<string, number> {
  const knownDevices = getCapabilities("google", campaign.placements)?.devices ?? [];
  const isWanted = (device: Device) => devices.length === 0 || devices.includes(device);
  return new Map(
    knownDevices.flatMap((device) => {
      const type = deviceTypes[device];
      return type ? [[type, isWanted(device) ? 1 : 0] as const] : [];
    }),
  );
}
