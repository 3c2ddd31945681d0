import type { Device, Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdGroupSpec, GeoRadius } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse, requireCapabilities } from "../shared/checks.ts";
import type { Json } from "./graph.ts";

/** Marketing API, Basic targeting: the youngest adult age. */
const adult = 18;
/** The age that means "and older". */
const oldest = requireCapabilities("meta").ages.maxOpenFrom;
/** With an Advantage+ audience the lower bound cannot be higher; a higher desired age is only a hint. */
const highestMinOfAdvantage = 25;

const devicePlatforms: Partial<Record<Device, string>> = { mobile: "mobile", desktop: "desktop" };
const publishers: Partial<Record<Placement, string>> = { facebook: "facebook", instagram: "instagram" };

/** Locations smaller than a city are not allowed where people under eighteen are reached (errors 1870165, 3858064). */
export function checkTargeting({ ageMin, geoRadii, excludedRadii }: AdGroupSpec): void {
  const radii = geoRadii.length + excludedRadii.length;
  if (ageMin < adult && radii > 0) refuse("radius_not_for_minors", `${radii} radii from age ${ageMin}`);
}

/** An ad set's audience and placements. Meta's targeting has no keywords. */
export function toTargeting(spec: AdGroupSpec): Json {
  const devices = spec.devices.flatMap((device) => devicePlatforms[device] ?? []);
  return {
    ...toAges(spec),
    ...(spec.gender === "all" ? {} : { genders: [spec.gender === "male" ? 1 : 2] }),
    geo_locations: toGeoLocations(spec),
    ...(spec.excludedRadii.length > 0
      ? { excluded_geo_locations: { custom_locations: spec.excludedRadii.map(toCustomLocation) } }
      : {}),
    ...(spec.excludedListIds?.length
      ? { excluded_custom_audiences: spec.excludedListIds.map((id) => ({ id })) }
      : {}),
    publisher_platforms: toPublishers(spec.campaign.placements),
    ...(devices.length > 0 ? { device_platforms: devices } : {}),
    // Always sent: if left out, it is refused or silently switched on.
    targeting_automation: { advantage_audience: spec.optimizedTargeting ? 1 : 0 },
  };
}

/** Meta's names of the apps that ads appear in. */
export function toPublishers(placements: readonly Placement[]): string[] {
  return placements.flatMap((placement) => publishers[placement] ?? []);
}

/** Radii in kilometres; the whole country without any. Meta unites locations, so never both. */
function toGeoLocations({ geoRadii }: AdGroupSpec): Json {
  if (geoRadii.length === 0) return { countries: ["SA"] };
  return { custom_locations: geoRadii.map(toCustomLocation) };
}

function toCustomLocation({ latitude, longitude, radiusMetres }: GeoRadius): Json {
  return { latitude, longitude, radius: radiusMetres / 1_000, distance_unit: "kilometer" };
}

/**
 * Hard age bounds; where Meta may expand the audience they are a hint, and the hard bounds are as wide as Meta
 * requires.
 */
function toAges({ ageMin, ageMax, optimizedTargeting }: AdGroupSpec): Json {
  const from = Math.min(ageMin, oldest);
  const to = Math.min(ageMax ?? oldest, oldest);
  if (!optimizedTargeting) return { age_min: from, age_max: to };
  return {
    age_min: Math.min(Math.max(from, adult), highestMinOfAdvantage),
    age_max: oldest,
    age_range: [Math.max(from, adult), to],
  };
}
