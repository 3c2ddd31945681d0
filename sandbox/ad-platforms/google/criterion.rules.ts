import type { Json } from "../shared/field-table.ts";
import { checkAdSchedule } from "./ad-schedule.ts";
import { refuse } from "./errors.ts";
import { BID_MODIFIER, KEYWORD, KM_PER_UNIT, LANGUAGES, RADIUS_MAX_KM } from "./facts.ts";
import { isKnownPlace } from "./geo.ts";
import { parseResourceNumber, type StoredObject } from "./registry.ts";
import {
  type KindRules,
  type Mutation,
  requireReferenced,
  statusOr,
  toChannelType,
  toNumericId,
} from "./rules.ts";

/** Criteria of these kinds have the same id everywhere; keywords and radii get a new one. */
const NUMBERS: Record<string, string> = {
  AGE_RANGE_18_24: "503001",
  AGE_RANGE_25_34: "503002",
  AGE_RANGE_35_44: "503003",
  AGE_RANGE_45_54: "503004",
  AGE_RANGE_55_64: "503005",
  AGE_RANGE_65_UP: "503006",
  AGE_RANGE_UNDETERMINED: "503999",
  MALE: "10",
  FEMALE: "11",
  UNDETERMINED: "20",
  DESKTOP: "30000",
  MOBILE: "30001",
  TABLET: "30002",
  CONNECTED_TV: "30004",
};

const TYPES: Record<string, string> = {
  keyword: "KEYWORD",
  ageRange: "AGE_RANGE",
  gender: "GENDER",
  location: "LOCATION",
  language: "LANGUAGE",
  device: "DEVICE",
  proximity: "PROXIMITY",
  adSchedule: "AD_SCHEDULE",
};

/** Targeting of an ad group: keywords, ages, genders; places and languages in Demand Gen with upgraded targeting. */
export const adGroupCriterionRules: KindRules = {
  kind: "adGroupCriteria",
  message: "AdGroupCriterion",
  operation: "adGroupCriterionOperation",
  path: "adGroupCriteria",
  create(mutation, wire) {
    const group = requireReferenced(mutation, "adGroups", wire, "adGroup");
    const campaign = requireReferenced(mutation, "campaigns", group.wire, "campaign");
    const [name, criterion] = criterionIn(wire);
    if (name === "keyword" && toChannelType(campaign) !== "SEARCH")
      refuse("criterionError", "CANNOT_ADD_CRITERIA_TYPE", "Demand Gen takes no keywords.", [name]);
    if ((name === "location" || name === "language") && !hasUpgradedTargeting(campaign))
      refuse("criterionError", "CANNOT_ADD_CRITERIA_TYPE", "Places and languages stand on the campaign.", [
        name,
      ]);
    if (name === "adSchedule")
      refuse("criterionError", "CANNOT_ADD_CRITERIA_TYPE", "Ad schedules stand on the campaign.", [name]);
    checkCriterion(name, criterion);
    const stored: Json = { ...wire, type: TYPES[name], status: statusOr(wire, "ENABLED") };
    return createCriterion(mutation, "adGroupCriteria", group, name, criterion, stored);
  },
  update: (_mutation, _kept, next, paths) => {
    if (paths.has("status")) statusOr(next, "ENABLED");
    return next;
  },
  remove: (mutation, stored) => void requireReferenced(mutation, "adGroups", stored.wire, "adGroup"),
};

/** Targeting of a campaign: radii, places, languages, hours, device bid modifiers, and negative keywords. */
export const campaignCriterionRules: KindRules = {
  kind: "campaignCriteria",
  message: "CampaignCriterion",
  operation: "campaignCriterionOperation",
  path: "campaignCriteria",
  create(mutation, wire) {
    const campaign = requireReferenced(mutation, "campaigns", wire, "campaign");
    const [name, criterion] = criterionIn(wire);
    if (["location", "language", "proximity"].includes(name) && hasUpgradedTargeting(campaign))
      refuse(
        "criterionError",
        "CANNOT_ATTACH_CRITERIA_AT_CAMPAIGN_AND_ADGROUP",
        "With upgraded targeting, places and languages stand on the ad groups.",
        [name],
      );
    if (name === "keyword" && wire.negative !== true)
      refuse(
        "campaignCriterionError",
        "CONCRETE_TYPE_REQUIRED",
        "Keywords of a campaign can only be negative.",
        [name],
      );
    if (name === "ageRange" || name === "gender")
      refuse("criterionError", "CANNOT_ADD_CRITERIA_TYPE", "Ages and genders stand on the ad groups.", [
        name,
      ]);
    if (name === "proximity" && wire.negative === true)
      refuse("criterionError", "CANNOT_EXCLUDE_CRITERIA_TYPE", "A circle cannot be excluded.", [name]);
    checkCriterion(name, criterion);
    if (name === "adSchedule") checkAdSchedule(criterion, listSchedules(mutation, campaign));
    checkModifier(wire);
    const stored: Json = { ...wire, type: TYPES[name], status: "ENABLED" };
    return createCriterion(mutation, "campaignCriteria", campaign, name, criterion, stored);
  },
  update(_mutation, _kept, next) {
    checkModifier(next);
    return next;
  },
  remove: (mutation, stored) => void requireReferenced(mutation, "campaigns", stored.wire, "campaign"),
};

/** Demand Gen has places and languages on its ad groups, unless the campaign was created without upgraded targeting. */
function hasUpgradedTargeting(campaign: StoredObject): boolean {
  const settings = campaign.wire.demandGenCampaignSettings as Json | undefined;
  return toChannelType(campaign) === "DEMAND_GEN" && settings?.upgradedTargeting !== false;
}

/** The ad schedules that the campaign has so far, in this request too. */
function listSchedules(mutation: Mutation, campaign: StoredObject): Json[] {
  return mutation.staged
    .listChildren("campaignCriteria", campaign.id)
    .flatMap((row) =>
      row.deleted || row.wire.adSchedule === undefined ? [] : [row.wire.adSchedule as Json],
    );
}

function criterionIn(wire: Json): [string, Json] {
  const name = Object.keys(TYPES).find((one) => wire[one] !== undefined);
  if (!name) refuse("criterionError", "CONCRETE_TYPE_REQUIRED", "A concrete type of criterion is required.");
  return [name, wire[name] as Json];
}

function createCriterion(
  mutation: Mutation,
  kind: "adGroupCriteria" | "campaignCriteria",
  parent: StoredObject,
  name: string,
  criterion: Json,
  wire: Json,
) {
  const number = resolveCriterionId(mutation, name, criterion);
  const full = `${toNumericId(parent)}~${number}`;
  const before = mutation.staged.find(kind, `customers/${mutation.customer.id}/${kind}/${full}`);
  if (before && !before.deleted)
    refuse("mutateError", "RESOURCE_ALREADY_EXISTS", "The criterion is already there.", [name]);
  const duplicate = mutation.staged
    .listChildren(kind, parent.id)
    .some(
      (row) =>
        !row.deleted &&
        row.wire.negative === wire.negative &&
        JSON.stringify(row.wire[name]) === JSON.stringify(criterion),
    );
  if (duplicate) refuse("mutateError", "RESOURCE_ALREADY_EXISTS", "The criterion is already there.", [name]);
  return { number: full, parentId: parent.id, wire: { ...wire, criterionId: number } };
}

function resolveCriterionId(mutation: Mutation, name: string, criterion: Json): string {
  const value = criterion.geoTargetConstant ?? criterion.languageConstant;
  if (typeof value === "string") return parseResourceNumber(value);
  return NUMBERS[String(criterion.type)] ?? String(mutation.context.world.ids.number(`google/${name}`, 10));
}

function checkCriterion(name: string, criterion: Json): void {
  if (name === "keyword") checkKeyword(criterion);
  if (name === "proximity") checkCircle(criterion);
  if (["ageRange", "gender", "device"].includes(name) && criterion.type === undefined)
    refuse("fieldError", "REQUIRED", "The required field was not present.", [name, "type"]);
  if (name === "location" && !isKnownPlace(String(criterion.geoTargetConstant)))
    refuse("criterionError", "CANNOT_TARGET_CRITERION", "There is no such place.", [
      name,
      "geo_target_constant",
    ]);
  if (name === "language" && !LANGUAGES[parseResourceNumber(String(criterion.languageConstant))])
    refuse("criterionError", "INVALID_CRITERION_ID", "There is no such language.", [
      name,
      "language_constant",
    ]);
}

function checkKeyword({ text, matchType }: Json): void {
  const at = ["keyword", "text"];
  if (typeof text !== "string" || text.trim() === "")
    refuse("fieldError", "REQUIRED", "The required field was not present.", at);
  if (matchType === undefined)
    refuse("fieldError", "REQUIRED", "The required field was not present.", ["keyword", "match_type"]);
  if ([...text].length > KEYWORD.length)
    refuse("criterionError", "KEYWORD_TEXT_TOO_LONG", `More than ${KEYWORD.length} characters.`, at, {
      trigger: text,
    });
  if (text.trim().split(/\s+/).length > KEYWORD.words)
    refuse("criterionError", "KEYWORD_HAS_TOO_MANY_WORDS", `More than ${KEYWORD.words} words.`, at, {
      trigger: text,
    });
  if (/[!@%,*^()={};~`<>?\\|]/.test(text))
    refuse(
      "criterionError",
      "KEYWORD_HAS_INVALID_CHARS",
      "The keyword has characters that are not allowed.",
      at,
      { trigger: text },
    );
}

function checkCircle({ geoPoint, address, radius, radiusUnits }: Json): void {
  const at = ["proximity"];
  if (!geoPoint && !address)
    refuse(
      "criterionError",
      "PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL",
      "A point or an address is needed.",
      at,
    );
  const { latitudeInMicroDegrees: latitude = 0, longitudeInMicroDegrees: longitude = 0 } = (geoPoint ??
    {}) as Record<string, number>;
  if (Math.abs(latitude) > 90_000_000)
    refuse("criterionError", "INVALID_LATITUDE", "There is no such latitude.", [...at, "geo_point"]);
  if (Math.abs(longitude) > 180_000_000)
    refuse("criterionError", "INVALID_LONGITUDE", "There is no such longitude.", [...at, "geo_point"]);
  const unit = KM_PER_UNIT[(radiusUnits ?? "KILOMETERS") as keyof typeof KM_PER_UNIT];
  if (typeof radius !== "number" || radius <= 0 || radius * unit > RADIUS_MAX_KM)
    refuse("criterionError", "INVALID_PROXIMITY_RADIUS", "The radius is not allowed.", [...at, "radius"]);
}

/** 0 excludes a device; otherwise a tenth to ten times the bid. */
function checkModifier({ bidModifier, device, negative }: Json): void {
  if (typeof bidModifier !== "number") return;
  if (negative === true)
    refuse("criterionError", "CANNOT_BID_MODIFY_NEGATIVE_CRITERION", "An excluded criterion has no bid.", [
      "bid_modifier",
    ]);
  if (bidModifier === 0 && device !== undefined) return;
  if (bidModifier < BID_MODIFIER.min)
    refuse("rangeError", "TOO_LOW", "The bid modifier is too low.", ["bid_modifier"]);
  if (bidModifier > BID_MODIFIER.max)
    refuse("rangeError", "TOO_HIGH", "The bid modifier is too high.", ["bid_modifier"]);
}
