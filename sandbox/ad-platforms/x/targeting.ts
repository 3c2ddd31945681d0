import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, XError } from "./errors.ts";
import { AGES, KEYWORD_TYPES, KEYWORDS_MAX, OPERATORS } from "./facts.ts";
import { keepDeleted, keepNew, objectIn, show } from "./keep.ts";
import { ids, isAsked, listParams, pageOf } from "./lists.ts";
import { boolean, type Given, id, oneOf, type ParamTable, readParams, text } from "./params.ts";
import { DEVICES, INTERESTS, LANGUAGES, PLACES, PLATFORMS, placeWith } from "./places.ts";
import type { Kept } from "./registry.ts";
import { accountFor, type Call, type Handler, type Room, type Route, route } from "./router.ts";

/** docs.x.com, X Ads API, Targeting Criteria: POST. `operator_type` is marked required, and left out by its own samples. */
export const criterionParams: ParamTable = {
  line_item_id: { read: id, required: true },
  operator_type: { read: oneOf(OPERATORS) },
  targeting_type: { read: text(64), required: true },
  targeting_value: { read: text(280), required: true },
};

const among = (values: Record<string, string>) => (value: string) => Object.hasOwn(values, value);
const fits: Record<string, (value: string) => boolean> = {
  AGE: (value) => AGES.some((age) => age === value),
  GENDER: (value) => value === "1" || value === "2",
  LOCATION: (value) => placeWith(value) !== undefined,
  PLATFORM: among(PLATFORMS),
  DEVICE: among(DEVICES),
  LANGUAGE: among(LANGUAGES),
  INTEREST: among(INTERESTS),
  ...Object.fromEntries(KEYWORD_TYPES.map((type) => [type, (value: string) => value.trim().length > 0])),
};
/** A line item has one of each of these; of the others as many as fit. */
const SINGLE = ["AGE", "GENDER"];
const MAY_EXCLUDE = [...KEYWORD_TYPES, "LOCATION", "INTEREST"];

export function createCriterion(room: Room, account: DemoAccount, given: Given): { row: Kept; params: Json } {
  const params: Json = { operator_type: "EQ", ...readParams(criterionParams, given) };
  const {
    targeting_type: type,
    targeting_value: value,
    operator_type: operator,
  } = params as Record<string, string>;
  const lineItem = objectIn(room, account, "line_items", String(params.line_item_id));
  const rule = fits[type ?? ""];
  if (!rule) throw invalid("targeting_type", `${type} is not a targeting type`, type);
  if (!rule(value ?? "")) throw invalid("targeting_value", `${value} is not a value of ${type}`, value);
  if (operator !== "EQ" && !(operator === "NE" && MAY_EXCLUDE.includes(type ?? "")))
    throw invalid("operator_type", `${operator} does not go with ${type}`, operator);
  const standing = criteriaOf(room, lineItem.id);
  if (SINGLE.includes(type ?? "") && standing.some(({ wire }) => wire.targeting_type === type))
    throw invalid("targeting_type", `A line item has one ${type} at most`, type);
  if (standing.some(({ wire }) => wire.targeting_type === type && wire.targeting_value === value))
    throw new XError(400, { code: "DUPLICATE_TARGETING_CRITERION", message: "The criterion stands already" });
  if (
    standing.filter(({ wire }) => KEYWORD_TYPES.includes(String(wire.targeting_type))).length >= KEYWORDS_MAX
  )
    throw invalid("targeting_type", `At most ${KEYWORDS_MAX} keywords are allowed`, type);
  const wire = { ...params, name: nameOf(type ?? "", value ?? "") };
  return { row: keepNew(room, { account, kind: "targeting_criteria", parentId: lineItem.id, wire }), params };
}

export function deleteCriterion(room: Room, account: DemoAccount, criterionId: string) {
  const row = keepDeleted(room, objectIn(room, account, "targeting_criteria", criterionId));
  return { row, params: { targeting_criterion_id: criterionId } };
}

export function criteriaOf(room: Pick<Room, "registry">, lineItemId: string): Kept[] {
  return room.registry.childrenOf("targeting_criteria", lineItemId).filter(({ deleted }) => !deleted);
}

function nameOf(type: string, value: string): string {
  const named: Record<string, Record<string, string>> = {
    PLATFORM: PLATFORMS,
    LANGUAGE: LANGUAGES,
    INTEREST: INTERESTS,
  };
  if (type === "LOCATION") return placeWith(value)?.name ?? value;
  return named[type]?.[value] ?? value;
}

/** Reads of criteria, and the lookups of what may be targeted. */
export function targetingReads(room: Room): Route[] {
  const lookup = (path: string, type: string, entries: Record<string, string>) =>
    route("GET", `/targeting_criteria/${path}`, "targeting", (call) => {
      const params = readParams(
        { ...listParams, q: { read: text(200) }, lang: { read: text(8) } },
        call.given,
      );
      const found = Object.entries(entries).map(([targeting_value, name]) => ({
        name,
        targeting_type: type,
        targeting_value,
      }));
      return pageOf(params, null, named(found, params.q));
    });
  return [
    route("GET", "/accounts/:account_id/targeting_criteria", "targeting", listCriteria(room)),
    route("GET", "/accounts/:account_id/targeting_criteria/:targeting_criterion_id", "targeting", (call) => {
      const account = accountFor(call, room.registry);
      const asked = call.path.targeting_criterion_id ?? "";
      const row = objectIn(room, account, "targeting_criteria", asked);
      return { params: { account_id: account.id, targeting_criterion_id: asked }, data: show(room, row) };
    }),
    route("GET", "/targeting_criteria/locations", "targeting", listPlaces),
    lookup("platforms", "PLATFORM", PLATFORMS),
    lookup("languages", "LANGUAGE", LANGUAGES),
    lookup("interests", "INTEREST", INTERESTS),
    lookup("devices", "DEVICE", DEVICES),
  ];
}

function listCriteria(room: Room): Handler {
  return (call) => {
    const account = accountFor(call, room.registry);
    const table = {
      ...listParams,
      line_item_ids: { ...ids, required: true as const },
      lang: { read: text(8) },
    };
    const params = readParams({ ...table, with_draft: { read: boolean } }, call.given);
    const rows = room.registry
      .inAccount("targeting_criteria", account.id)
      .filter(({ parent_id }) => isAsked(params.line_item_ids, parent_id))
      .map((row) => ({ shown: show(room, row), isGone: row.deleted }));
    return pageOf(params, account.id, rows);
  };
}

function listPlaces(call: Call) {
  const table = {
    ...listParams,
    country_code: { read: text(2, 2) },
    location_type: { read: oneOf(["COUNTRIES", "REGIONS", "METROS", "CITIES", "POSTAL_CODES"]) },
    q: { read: text(200) },
  };
  const params = readParams(table, call.given);
  const found = PLACES.filter(
    ({ country_code, location_type }) =>
      (params.country_code === undefined || country_code === params.country_code) &&
      (params.location_type === undefined || location_type === params.location_type),
  ).map(({ circle: _ours, ...place }) => ({ ...place, targeting_type: "LOCATION" }));
  return pageOf(params, null, named(found, params.q));
}

function named(rows: (Json & { name: string })[], query: unknown) {
  const words = String(query ?? "").toLowerCase();
  return rows
    .filter(({ name }) => name.toLowerCase().includes(words))
    .map((shown) => ({ shown, isGone: false }));
}
