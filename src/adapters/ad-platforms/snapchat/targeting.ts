import type { AdGroupSpec, GeoRadius } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { requireCapabilities } from "../shared/checks.ts";
import type { Json } from "./api-client.ts";

/** An ad squad's audience in Snapchat's terms (Snap docs, Targeting). It has no keywords. */
export function toTargeting(spec: AdGroupSpec): Json {
  const locations = [
    ...toLocations(spec.geoRadii, "INCLUDE"),
    // Applied last, whatever the order.
    ...toLocations(spec.excludedRadii, "EXCLUDE"),
  ];
  // Expansion is on unless it is switched off explicitly.
  const expansion = { enabled: spec.optimizedTargeting };
  return {
    regulated_content: false,
    geos: [{ country_code: "sa", operation: "INCLUDE" }],
    ...(locations.length > 0 ? { locations } : {}),
    ...(spec.excludedListIds?.length
      ? { segments: [{ segment_id: spec.excludedListIds, operation: "EXCLUDE" }] }
      : {}),
    demographics: [{ ...toAges(spec), ...toGender(spec) }],
    auto_expansion_options: {
      interest_expansion_option: expansion,
      custom_audience_expansion_option: expansion,
      age_expansion_option: expansion,
    },
  };
}

function toLocations(radii: readonly GeoRadius[], operation: "INCLUDE" | "EXCLUDE"): Json[] {
  if (radii.length === 0) return [];
  const circles = radii.map(({ latitude, longitude, radiusMetres }) => ({
    latitude,
    longitude,
    radius: radiusMetres,
    unit: "METERS",
  }));
  return [{ circles, operation }];
}

/** Ages are text. People of the last age and older are one group: no range can end or begin above it. */
function toAges({ ageMin, ageMax }: AdGroupSpec): Json {
  const open = requireCapabilities("snapchat").ages.maxOpenFrom;
  const isOpen = ageMax === null || ageMax > open;
  return { min_age: String(Math.min(ageMin, open)), ...(isOpen ? {} : { max_age: String(ageMax) }) };
}

function toGender({ gender }: AdGroupSpec): Json {
  return gender === "all" ? {} : { gender: gender === "male" ? "MALE" : "FEMALE" };
}
