import { isObject, type Json } from "../shared/field-table.ts";
import { invalid } from "./errors.ts";
import { NODES } from "./facts.ts";

/** The names of the node types in error messages. */
const SPOKEN: Record<string, string> = { Campaign: "AdCampaignGroup", AdSet: "AdCampaign", Ad: "Adgroup" };

/** Fields that are nodes themselves: without sub-fields they return their id (and name, where Meta gives it). */
const LINKS: Record<string, Record<string, string>> = {
  AdAccount: { business: "Business" },
  AdSet: { campaign: "Campaign" },
  Ad: { creative: "AdCreative", adset: "AdSet", campaign: "Campaign" },
  Page: { instagram_business_account: "IGUser", connected_instagram_account: "IGUser" },
};
const WITH_NAME = ["Business"];

type FieldSelection = Map<string, FieldSelection | null>;

/** Parses `id,name,creative{id,name}`. */
export function parseFields(text: string): FieldSelection {
  const [selection, rest] = parseList(text);
  if (rest !== "") throw invalid(`Syntax error "Expected end of string instead of "${rest[0]}"." at ${text}`);
  return selection;
}

function parseList(text: string): [FieldSelection, string] {
  const selection: FieldSelection = new Map();
  let rest = text;
  for (;;) {
    const found = /^\s*([a-z0-9_]+)\s*/i.exec(rest);
    if (!found?.[1]) throw invalid(`Syntax error "Expected name" at "${rest.slice(0, 20)}"`);
    rest = rest.slice(found[0].length);
    let inner: FieldSelection | null = null;
    if (rest.startsWith("{")) {
      [inner, rest] = parseList(rest.slice(1));
      if (!rest.startsWith("}")) throw invalid('Syntax error "Expected }"');
      rest = rest.slice(1).trimStart();
    }
    selection.set(found[1], inner);
    if (!rest.startsWith(",")) return [selection, rest];
    rest = rest.slice(1);
  }
}

/**
 * The requested fields of a node, always with `id`. An unknown field of the type is refused; one without a value is
 * left out.
 */
export function project(type: string, object: Json, fields: string | null, defaults: string[] = []): Json {
  const selection: FieldSelection =
    fields === null ? new Map(defaults.map((name) => [name, null])) : parseFields(fields);
  return pick(type, object, selection);
}

function pick(type: string, object: Json, selection: FieldSelection): Json {
  const shown: Json = {};
  for (const [name, inner] of selection) {
    if (!NODES[type]?.includes(name))
      throw invalid(`Tried accessing nonexisting field (${name}) on node type (${SPOKEN[type] ?? type})`);
    const value = object[name];
    if (value === undefined || value === null) continue;
    const link = LINKS[type]?.[name];
    if (link && isObject(value))
      shown[name] = pick(link, value, inner ?? new Map(WITH_NAME.includes(link) ? [["name", null]] : []));
    else shown[name] = inner && isObject(value) ? projectValue(value, inner) : value;
  }
  if (object.id !== undefined) shown.id = object.id;
  return shown;
}

function projectValue(value: Json, selection: FieldSelection): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => selection.has(name)));
}
