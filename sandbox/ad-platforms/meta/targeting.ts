import {
  boolean,
  type FieldTable,
  integer,
  isObject,
  type Json,
  listOf,
  number,
  objectOf,
  oneOf,
  type Rule,
  text,
} from "../shared/field-table.ts";
import { refused } from "./errors.ts";
import {
  AGES,
  ENUMS,
  KM_PER_MILE,
  PLACES_MAX,
  POSITIONS,
  PUBLISHER_PLATFORMS,
  RADIUS_KM,
  SHAPES,
} from "./facts.ts";
import { country, id, oneOrMore, shaped } from "./rules.ts";

const distanceUnit = { rule: oneOf(["kilometer", "mile"]) };

/** 1 to 80 km; without a unit the radius is in miles. */
function checkRadius(place: Json): string | null {
  if (place.radius === undefined) return null;
  const km = Number(place.radius) * (place.distance_unit === "kilometer" ? 1 : KM_PER_MILE);
  return km < RADIUS_KM.min - 1e-9 || km > RADIUS_KM.max + 0.5
    ? `radius must be between ${RADIUS_KM.min} and ${RADIUS_KM.max} kilometers`
    : null;
}

const customLocation = shaped(
  SHAPES.TargetingGeoLocationCustomLocation,
  {
    latitude: { rule: number(-90, 90) },
    longitude: { rule: number(-180, 180) },
    radius: { rule: number(0, 100) },
    distance_unit: distanceUnit,
    address_string: { rule: text(1_000) },
    name: { rule: text(1_000) },
  },
  (place) => {
    const isPoint = place.latitude !== undefined && place.longitude !== undefined;
    return isPoint || place.address_string
      ? checkRadius(place)
      : "needs latitude and longitude, or address_string";
  },
);
const city = objectOf(
  {
    key: { rule: text(64), required: true },
    radius: { rule: number(10, 80) },
    distance_unit: distanceUnit,
    name: { rule: text(200) },
    region: { rule: text(200) },
    country: { rule: country },
  },
  (place) =>
    place.distance_unit === "kilometer" && Number(place.radius) < 17 ? "radius must be 17 km or more" : null,
);

const geoTable: FieldTable = {
  countries: { rule: listOf(country) },
  country_groups: { rule: listOf(text(64)) },
  regions: {
    rule: listOf(objectOf({ key: { rule: text(64), required: true }, name: { rule: text(200) } }), {
      max: PLACES_MAX,
    }),
  },
  cities: { rule: listOf(city, { max: 250 }) },
  custom_locations: { rule: listOf(customLocation, { max: PLACES_MAX }) },
  location_types: { rule: oneOrMore(["home", "recent"]) },
};
const geo = shaped(SHAPES.TargetingGeoLocation, geoTable);
const named = objectOf({ id: { rule: id, required: true }, name: { rule: text(200) } });

const table: FieldTable = {
  geo_locations: { rule: geo },
  excluded_geo_locations: { rule: geo },
  excluded_custom_audiences: { rule: listOf(named) },
  custom_audiences: { rule: listOf(named) },
  age_min: { rule: integer(AGES.min, AGES.max) },
  age_max: { rule: integer(AGES.min, AGES.max) },
  age_range: { rule: listOf(integer(AGES.min, AGES.max), { min: 2, max: 2 }) },
  genders: { rule: listOf(integer(1, 2), { max: 2 }) },
  publisher_platforms: { rule: oneOrMore(PUBLISHER_PLATFORMS) },
  facebook_positions: { rule: oneOrMore(POSITIONS.facebook_positions) },
  instagram_positions: { rule: oneOrMore(POSITIONS.instagram_positions) },
  device_platforms: { rule: oneOrMore(ENUMS.device_platforms) },
  locales: { rule: listOf(integer(1)) },
  interests: { rule: listOf(named) },
  flexible_spec: { rule: listOf((value, field) => (isObject(value) ? null : `${field} must be an object`)) },
  targeting_automation: {
    rule: shaped(SHAPES.TargetingAutomation, {
      advantage_audience: {
        rule: (value, field) => (value === 0 || value === 1 ? null : `${field} must be 0 or 1`),
      },
    }),
  },
  targeting_optimization: { rule: oneOf(["none", "expansion_all"]) },
  targeting_relaxation_types: {
    rule: (value, field) => (isObject(value) ? null : `${field} must be an object`),
  },
  exclude_reached_since: { rule: boolean },
};

export const targetingRule: Rule = shaped(SHAPES.Targeting, table);

/** Checks inside an audience. `isNew`: a new ad set must say whether the audience may be expanded. */
export function checkTargeting(targeting: Json, isNew: boolean): void {
  const { age_min, age_max } = targeting as { age_min?: number; age_max?: number };
  if (!hasLocation(targeting.geo_locations) && targeting.custom_audiences === undefined)
    throw refused(1_885_364, "Location missing", "An ad set needs at least one place.", ["targeting"]);
  if (age_min !== undefined && age_max !== undefined && age_min > age_max)
    throw refused(1_870_165, "Ages out of order", "age_min must not be above age_max.", ["targeting"]);
  if (age_min !== undefined && age_min < AGES.unset && hasGeoRadii(targeting.geo_locations))
    throw refused(
      3_858_064,
      "Place too small for minors",
      "People under 18 can be reached by city or larger places only.",
      ["targeting"],
    );
  const automation = targeting.targeting_automation as { advantage_audience?: 0 | 1 } | undefined;
  const advantage = automation?.advantage_audience;
  if (isNew && advantage === undefined && isNarrowed(targeting))
    throw refused(
      1_870_227,
      "Advantage audience flag required",
      "Set advantage_audience in targeting_automation to 1 or 0.",
      ["targeting"],
    );
  if (advantage !== 1) return;
  if ((age_min ?? AGES.unset) > AGES.highestMinOfAdvantage || (age_max ?? AGES.max) !== AGES.max)
    throw refused(
      1_870_188,
      "Ages too narrow for an Advantage+ audience",
      `With an Advantage+ audience age_min goes up to ${AGES.highestMinOfAdvantage} and age_max is 65; wishes go to age_range.`,
      ["targeting"],
    );
}

function hasLocation(geoLocations: unknown): boolean {
  return (
    isObject(geoLocations) &&
    Object.entries(geoLocations).some(
      ([name, list]) => name !== "location_types" && Array.isArray(list) && list.length > 0,
    )
  );
}

function hasGeoRadii(geoLocations: unknown): boolean {
  return (
    isObject(geoLocations) &&
    Array.isArray(geoLocations.custom_locations) &&
    geoLocations.custom_locations.length > 0
  );
}

function isNarrowed(targeting: Json): boolean {
  return ["age_min", "age_max", "genders", "flexible_spec", "interests"].some(
    (name) => targeting[name] !== undefined,
  );
}
