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
import {
  CIRCLES_MAX,
  MAX_AGE_CEILING,
  METRES_PER_UNIT,
  MIN_AGE_FLOOR,
  RADIUS_MAX_METRES,
  RADIUS_MIN_METRES,
} from "./facts.ts";
import { COUNTRIES, INTERESTS, LANGUAGES } from "./targeting-lists.ts";

const operation = { rule: oneOf(["INCLUDE", "EXCLUDE"]) };
const ids = { rule: listOf(text(64)) };

const countryCode: Rule = (value, field) =>
  typeof value === "string" && /^[a-z]{2}$/.test(value) && value in COUNTRIES
    ? null
    : `${field} must be a lower-case two letter country code`;

const geo: FieldTable = {
  country_code: { rule: countryCode, required: true },
  region_id: ids,
  metro_id: ids,
  postal_code: ids,
  operation,
};

/** The radius is in metres by default; 96 m to 100 km in any unit. */
function checkRadius(circle: Json): string | null {
  const unit = (circle.unit ?? "METERS") as keyof typeof METRES_PER_UNIT;
  const metres = Number(circle.radius) * METRES_PER_UNIT[unit];
  return metres < RADIUS_MIN_METRES || metres > RADIUS_MAX_METRES
    ? `radius must be between ${RADIUS_MIN_METRES} m and ${RADIUS_MAX_METRES} m`
    : null;
}

const circleFields: FieldTable = {
  latitude: { rule: number(-90, 90), required: true },
  longitude: { rule: number(-180, 180), required: true },
  radius: { rule: number(Number.MIN_VALUE, 400_000), required: true },
  unit: { rule: oneOf(Object.keys(METRES_PER_UNIT)) },
};

const location: FieldTable = {
  circles: { rule: listOf(objectOf(circleFields, checkRadius), { min: 1 }), required: true },
  operation,
};

/** Ages are text in Snap's samples; a number is refused. */
function ageBetween(min: number, max: number): Rule {
  return (value, field) => {
    if (typeof value !== "string" || !/^\d{2}$/.test(value)) return `${field} must be an age as text`;
    return integer(min, max)(Number(value), field);
  };
}

const demographic: FieldTable = {
  min_age: { rule: ageBetween(MIN_AGE_FLOOR, MAX_AGE_CEILING) },
  max_age: { rule: ageBetween(MIN_AGE_FLOOR, MAX_AGE_CEILING) },
  age_groups: { rule: listOf(oneOf(["13-17", "18-20", "21-24", "25-34", "35-44", "45-54", "35+", "55+"])) },
  gender: { rule: oneOf(["MALE", "FEMALE", "OTHER"]) },
  languages: { rule: listOf(oneOf(Object.keys(LANGUAGES))) },
  advanced_demographics: { rule: listOf(text(64)) },
  operation: { rule: oneOf(["INCLUDE"]) },
};

function checkAgeOrder(entry: Json): string | null {
  if (entry.min_age === undefined || entry.max_age === undefined) return null;
  return Number(entry.min_age) > Number(entry.max_age) ? "min_age must not be above max_age" : null;
}

const device: FieldTable = {
  os_type: { rule: oneOf(["iOS", "ANDROID", "WEB"]) },
  os_version_min: { rule: text(16) },
  os_version_max: { rule: text(16) },
  connection_type: { rule: oneOf(["WIFI", "CELL"]) },
  marketing_name: ids,
  carrier_id: ids,
  operation,
};

const interest: FieldTable = {
  category_id: { rule: listOf(oneOf(Object.keys(INTERESTS)), { min: 1 }), required: true },
  operation,
};

const enabled = { rule: objectOf({ enabled: { rule: boolean, required: true } }) };
const table: FieldTable = {
  regulated_content: { rule: boolean },
  enable_targeting_expansion: { rule: boolean },
  geos: { rule: listOf(objectOf(geo), { min: 1 }), required: true },
  locations: { rule: listOf(objectOf(location)) },
  demographics: { rule: listOf(objectOf(demographic, checkAgeOrder)) },
  devices: { rule: listOf(objectOf(device)) },
  interests: { rule: listOf(objectOf(interest)) },
  segments: { rule: listOf(objectOf({ segment_id: ids, operation })) },
  auto_expansion_options: {
    rule: objectOf({
      interest_expansion_option: enabled,
      custom_audience_expansion_option: enabled,
      age_expansion_option: enabled,
    }),
  },
};

function countCircles(targeting: Json): number {
  const locations = Array.isArray(targeting.locations) ? targeting.locations : [];
  return locations.reduce(
    (sum: number, entry: unknown) =>
      sum + (isObject(entry) && Array.isArray(entry.circles) ? entry.circles.length : 0),
    0,
  );
}

function checkWhole(targeting: Json): string | null {
  if (countCircles(targeting) > CIRCLES_MAX) return `at most ${CIRCLES_MAX} circles are allowed`;
  const geos = targeting.geos as Json[];
  const isOnlyExcluded = geos.every((entry) => entry.operation === "EXCLUDE");
  if (isOnlyExcluded) return "geos must include at least one country";
  const countries = new Set(geos.map((entry) => entry.country_code));
  if (countries.size < 2) return null;
  const demographics = Array.isArray(targeting.demographics) ? (targeting.demographics as Json[]) : [];
  const hasOneLanguage = demographics.some((entry) => [entry.languages].flat().filter(Boolean).length === 1);
  return hasOneLanguage ? null : "several countries need a demographics entry with exactly one language";
}

/** An ad squad's audience (developers.snap.com, Targeting). */
export const targetingRule: Rule = objectOf(table, checkWhole);
