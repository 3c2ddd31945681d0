import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, XError } from "./errors.ts";
import { AGES, KEYWORD_TYPES, KEYWORDS_MAX, OPERATORS } from "./facts.ts";
import { ids, isRequested, listParams, paginate } from "./lists.ts";
import { boolean, id, oneOf, type ParamTable, parseParams, type RawParams, text } from "./params.ts";
import { DEVICES, findPlace, INTERESTS, LANGUAGES, PLACES, PLATFORMS } from "./places.ts";
import type { StoredObject } from "./registry.ts";
import { type Call, type Context, type Handler, type Route, requireAccount, route } from "./router.ts";
import { insertObject, markDeleted, present, requireObject } from "./stored-objects.ts";

/**
 * docs.x.com, X Ads API, Targeting Criteria: POST. Marked as required, `operator_type` is left out by its own
 * samples.
 */
export const criterionParams: ParamTable = {
  line_item_id: { read: id, required: true },
  operator_type: { read: oneOf(OPERATORS) },
  targeting_type: { read: text(64), required: true },
  targeting_value: { read: text(280), required: true },
};

const among = (values: Record<string, string>) => (value: string) => Object.hasOwn(values, value);
const matches: Record<string, (value: string) => boolean> = {
  AGE: (value) => AGES.some((age) => age === value),
  GENDER: (value) => value === "1" || value === "2",
  LOCATION: (value) => findPlace(value) !== undefined,
  PLATFORM: among(PLATFORMS),
  DEVICE: among(DEVICES),
  LANGUAGE: among(LANGUAGES),
  INTEREST: among(INTERESTS),
  ...Object.fromEntries(KEYWORD_TYPES.map((type) => [type, (value: string) => value.trim().length > 0])),
};
/** Types that a line item can have once; the others can be repeated. */
const SINGLE = ["AGE", "GENDER"];
const MAY_EXCLUDE = [...KEYWORD_TYPES, "LOCATION", "INTEREST", "CUSTOM_AUDIENCE"];

export function createCriterion(
  context: Context,
  account: DemoAccount,
  rawParams: RawParams,
): { row: StoredObject; params: Json } {
  const params: Json = { operator_type: "EQ", ...parseParams(criterionParams, rawParams) };
  const {
    targeting_type: type,
    targeting_value: value,
    operator_type: operator,
  } = params as Record<string, string>;
  const lineItem = requireObject(context, account, "line_items", String(params.line_item_id));
  const rule =
    type === "CUSTOM_AUDIENCE"
      ? (id: string) => context.customerLists.find(account.id, id) !== null
      : matches[type ?? ""];
  if (!rule) throw invalid("targeting_type", `${type} is not a targeting type`, type);
  if (!rule(value ?? "")) throw invalid("targeting_value", `${value} is not a value of ${type}`, value);
  if (operator !== "EQ" && !(operator === "NE" && MAY_EXCLUDE.includes(type ?? "")))
    throw invalid("operator_type", `${operator} does not go with ${type}`, operator);
  const existing = findCriteria(context, lineItem.id);
  if (SINGLE.includes(type ?? "") && existing.some(({ wire }) => wire.targeting_type === type))
    throw invalid("targeting_type", `A line item has one ${type} at most`, type);
  if (existing.some(({ wire }) => wire.targeting_type === type && wire.targeting_value === value))
    throw new XError(400, { code: "DUPLICATE_TARGETING_CRITERION", message: "The criterion stands already" });
  if (
    existing.filter(({ wire }) => KEYWORD_TYPES.includes(String(wire.targeting_type))).length >= KEYWORDS_MAX
  )
    throw invalid("targeting_type", `At most ${KEYWORDS_MAX} keywords are allowed`, type);
  const wire = { ...params, name: targetingName(type ?? "", value ?? "") };
  return {
    row: insertObject(context, { account, kind: "targeting_criteria", parentId: lineItem.id, wire }),
    params,
  };
}

export function deleteCriterion(context: Context, account: DemoAccount, criterionId: string) {
  const row = markDeleted(context, requireObject(context, account, "targeting_criteria", criterionId));
  return { row, params: { targeting_criterion_id: criterionId } };
}

export function findCriteria(context: Pick<Context, "registry">, lineItemId: string): StoredObject[] {
  return context.registry.listChildren("targeting_criteria", lineItemId).filter(({ deleted }) => !deleted);
}

function targetingName(type: string, value: string): string {
  const named: Record<string, Record<string, string>> = {
    PLATFORM: PLATFORMS,
    LANGUAGE: LANGUAGES,
    INTEREST: INTERESTS,
  };
  if (type === "LOCATION") return findPlace(value)?.name ?? value;
  return named[type]?.[value] ?? value;
}

/** Reads of criteria, and the lookups of targeting values. */
export function targetingReads(context: Context): Route[] {
  const lookup = (path: string, type: string, entries: Record<string, string>) =>
    route("GET", `/targeting_criteria/${path}`, "targeting", (call) => {
      const params = parseParams(
        { ...listParams, q: { read: text(200) }, lang: { read: text(8) } },
        call.rawParams,
      );
      const found = Object.entries(entries).map(([targeting_value, name]) => ({
        name,
        targeting_type: type,
        targeting_value,
      }));
      return paginate(params, null, named(found, params.q));
    });
  return [
    route("GET", "/accounts/:account_id/targeting_criteria", "targeting", listCriteria(context)),
    route("GET", "/accounts/:account_id/targeting_criteria/:targeting_criterion_id", "targeting", (call) => {
      const account = requireAccount(call, context.registry);
      const requestedId = call.path.targeting_criterion_id ?? "";
      const row = requireObject(context, account, "targeting_criteria", requestedId);
      return {
        params: { account_id: account.id, targeting_criterion_id: requestedId },
        data: present(context, row),
      };
    }),
    route("GET", "/targeting_criteria/locations", "targeting", listPlaces),
    lookup("platforms", "PLATFORM", PLATFORMS),
    lookup("languages", "LANGUAGE", LANGUAGES),
    lookup("interests", "INTEREST", INTERESTS),
    lookup("devices", "DEVICE", DEVICES),
  ];
}

function listCriteria(context: Context): Handler {
  return (call) => {
    const account = requireAccount(call, context.registry);
    const table = {
      ...listParams,
      line_item_ids: { ...ids, required: true as const },
      lang: { read: text(8) },
    };
    const params = parseParams({ ...table, with_draft: { read: boolean } }, call.rawParams);
    const rows = context.registry
      .listInAccount("targeting_criteria", account.id)
      .filter(({ parent_id }) => isRequested(params.line_item_ids, parent_id))
      .map((row) => ({ presented: present(context, row), isDeleted: row.deleted }));
    return paginate(params, account.id, rows);
  };
}

function listPlaces(call: Call) {
  const table = {
    ...listParams,
    country_code: { read: text(2, 2) },
    location_type: { read: oneOf(["COUNTRIES", "REGIONS", "METROS", "CITIES", "POSTAL_CODES"]) },
    q: { read: text(200) },
  };
  const params = parseParams(table, call.rawParams);
  const found = PLACES.filter(
    ({ country_code, location_type }) =>
      (params.country_code === undefined || country_code === params.country_code) &&
      (params.location_type === undefined || location_type === params.location_type),
  ).map(({ geoRadius: _ours, ...place }) => ({ ...place, targeting_type: "LOCATION" }));
  return paginate(params, null, named(found, params.q));
}

function named(rows: (Json & { name: string })[], query: unknown) {
  const words = String(query ?? "").toLowerCase();
  return rows
    .filter(({ name }) => name.toLowerCase().includes(words))
    .map((presented) => ({ presented, isDeleted: false }));
}
