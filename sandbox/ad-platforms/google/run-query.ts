import { isObject, type Json } from "../shared/field-table.ts";
import type { Customer, Identity } from "./demo.ts";
import { type Days, daysIn, isZero, listSegments, sumFigures, toMetrics } from "./figures.ts";
import { type Condition, parseQuery, type Query, queryError } from "./gaql.ts";
import { matches } from "./match.ts";
import type { Context, StoredObject } from "./registry.ts";
import { wallTime } from "./schedule.ts";
import { type SegmentSplit, segmentSplits, splitBySegment } from "./segment-splits.ts";
import { camel, enums, type FieldSpec, findFields } from "./spec/spec.ts";
import { type View, views } from "./views.ts";

export interface QueryResult {
  rows: Json[];
  /** The selected fields as they are in the response: "campaign.id,metrics.costMicros". */
  fieldMask: string;
}

type Field = { path: string; steps: string[]; spec: FieldSpec };

/** Runs a query for one customer, or ends the request with its errors. */
export function runQuery(
  context: Context,
  customer: Customer,
  identity: Identity,
  text: unknown,
): QueryResult {
  const query = parseQuery(text);
  const view = views[query.from];
  if (!view)
    throw queryError("BAD_RESOURCE_TYPE_IN_FROM_CLAUSE", `'${query.from}' is not a resource that is served.`);
  const select = query.select.map((path) => resolveField(view, path));
  checkQuery(query, view, customer);
  const today = wallTime(context.world.now(), customer.timeZone).slice(0, 10);
  const days = daysIn(query.where, today);
  const rows = loadRows({ context, customer, identity, view, query, days });
  const filtered = rows.filter((row) =>
    query.where.every((condition) => matchesCondition(view, row, condition)),
  );
  const ordered = sortRows(
    filtered,
    query.orderBy.map((order) => ({ ...order, ...resolveField(view, order.field) })),
  );
  const limited = query.limit === null ? ordered : ordered.slice(0, query.limit);
  return {
    rows: limited.map((row) => selectFields(row, select)),
    fieldMask: select.map(({ steps }) => steps.join(".")).join(","),
  };
}

/** A field by its name in queries: `ad_group_ad.ad.final_urls`. */
function resolveField(view: View, path: string): Field {
  const [first = "", ...rest] = path.split(".");
  const message = { ...view.parts, metrics: "Metrics", segments: "Segments" }[first];
  if (!message) {
    const isKnown = Object.values(views).some((other) => other.parts[first]);
    throw queryError(
      isKnown ? "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE" : "UNRECOGNIZED_FIELD",
      `'${path}' cannot be selected from this resource.`,
    );
  }
  const steps = [camel(first)];
  let spec: FieldSpec | undefined;
  let inside: string = message;
  for (const name of rest) {
    spec = findFields(inside)?.get(camel(name));
    if (!spec) throw queryError("UNRECOGNIZED_FIELD", `unrecognized field '${path}'.`);
    steps.push(camel(name));
    inside = spec.type;
  }
  if (!spec) throw queryError("UNRECOGNIZED_FIELD", `'${path}' is not a field.`);
  if (!spec.isList && findFields(spec.type) && !SELECTABLE_MESSAGES.has(spec.type))
    throw queryError("PROHIBITED_FIELD_IN_SELECT_CLAUSE", `'${path}' is a message: select its fields.`);
  return { path, steps, spec };
}

/** Message fields that can be selected completely. */
const SELECTABLE_MESSAGES = new Set(["AdTextAsset"]);

function checkQuery(query: Query, view: View, customer: Customer): void {
  const named = [
    ...query.select,
    ...query.where.map(({ field }) => field),
    ...query.orderBy.map(({ field }) => field),
  ];
  for (const path of named) {
    const isFigure = path.startsWith("metrics.") || path.startsWith("segments.");
    if (isFigure && !view.hasMetrics)
      throw queryError(
        "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE",
        `'${path}' does not go with ${query.from}.`,
      );
    if (isFigure && customer.isManager)
      throw queryError("REQUESTED_METRICS_FOR_MANAGER", "metrics cannot be asked of a manager account.");
  }
  const split = findSplits(query).find((name) => !view.splits?.includes(name));
  if (split)
    throw queryError(
      "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE",
      `'segments.${split}' does not go with ${query.from}.`,
    );
  for (const { field } of query.where) {
    if (field.startsWith("segments.") && field !== "segments.date" && !query.select.includes(field))
      throw queryError("EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE", `'${field}' must be selected too.`);
  }
  for (const { field } of query.orderBy) {
    if (/^(metrics|segments)\./.test(field) && !query.select.includes(field))
      throw queryError("EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE", `'${field}' must be selected too.`);
  }
  for (const condition of query.where) checkValues(resolveField(view, condition.field), condition);
}

/** The selected segments that are no times. */
const findSplits = (query: Query): SegmentSplit[] =>
  query.select.flatMap((path) => {
    const name = path.replace("segments.", "");
    return path.startsWith("segments.") && Object.hasOwn(segmentSplits, name) ? [name as SegmentSplit] : [];
  });

function checkValues({ path, spec }: Field, { operator, values }: Condition): void {
  const constants = enums[spec.type];
  const wrong =
    constants &&
    values.find((value) => !constants.includes(value) && !["UNSPECIFIED", "UNKNOWN"].includes(value));
  if (wrong !== undefined) throw queryError("BAD_ENUM_CONSTANT", `'${wrong}' is no value of '${path}'.`);
  const isNumber = ["int64", "int32", "double", "float"].includes(spec.type);
  if (isNumber && values.some((value) => !/^-?\d+(\.\d+)?$/.test(value)))
    throw queryError("BAD_NUMBER", `'${path}' is compared with a number.`);
  if (spec.isList !== operator.startsWith("CONTAINS") && !operator.startsWith("IS "))
    throw queryError("OPERATOR_FIELD_MISMATCH", `${operator} does not go with '${path}'.`);
  if (operator === "DURING" && path !== "segments.date")
    throw queryError("OPERATOR_FIELD_MISMATCH", `DURING does not go with '${path}'.`);
}

type QueryInput = {
  context: Context;
  customer: Customer;
  identity: Identity;
  view: View;
  query: Query;
  days: Days | null;
};

/** Rows with their metrics; with a time segment selected, rows without any metric are left out. */
function loadRows({ context, customer, identity, view, query, days }: QueryInput): Json[] {
  const found = view.rows(context, customer, identity);
  const named = [...query.select, ...query.where.map(({ field }) => field)];
  const wantsFigures = named.some((path) => path.startsWith("metrics."));
  const selected = {
    date: query.select.includes("segments.date"),
    hour: query.select.includes("segments.hour"),
  };
  const [split] = findSplits(query);
  const isSegmented = selected.date || selected.hour || split !== undefined;
  if (!wantsFigures && !isSegmented) return found.map(({ parts }) => toCamelKeys(parts));
  const segments = listSegments(context, customer, days, selected);
  const byHourOnly = selected.hour && !selected.date;
  const rows: Json[] = [];
  for (const row of found) {
    // Rows that conditions on names and states exclude need not be summed hour by hour.
    const parts = toCamelKeys(row.parts);
    const plain = query.where.filter(({ field }) => !/^(metrics|segments)\./.test(field));
    if (!plain.every((condition) => matchesCondition(view, parts, condition))) continue;
    const ads = row.ads();
    const sums = segments.flatMap((segment) => {
      const sumAds = (of: StoredObject[]) => {
        const figures = sumFigures(context, of, segment);
        return row.part?.(figures) ?? figures;
      };
      if (!split) return [{ wire: segment.wire, figures: sumAds(ads) }];
      return splitBySegment(context, split, ads, (ad) => sumAds([ad])).map(({ wire, figures }) => ({
        wire: { ...segment.wire, ...wire },
        figures,
      }));
    });
    for (const { wire, figures } of byHourOnly ? mergeHours(sums) : sums) {
      if (isSegmented && isZero(figures)) continue;
      rows.push({ ...parts, metrics: toMetrics(figures), segments: wire });
    }
  }
  return rows;
}

type Sum = { wire: Json; figures: ReturnType<typeof sumFigures> };

/** The hours of all days together, when days were not selected. */
function mergeHours(sums: Sum[]): Sum[] {
  const hours = new Map<unknown, Sum>();
  for (const { wire, figures } of sums) {
    const known = hours.get(wire.hour);
    if (!known) hours.set(wire.hour, { wire, figures: { ...figures } });
    else
      for (const key of Object.keys(figures) as (keyof typeof figures)[]) known.figures[key] += figures[key];
  }
  return [...hours.values()];
}

function toCamelKeys(parts: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [camel(name), part]));
}

function matchesCondition(view: View, row: Json, condition: Condition): boolean {
  // A range of days has already filtered the metrics; rows have the date only when it was selected.
  if (condition.field === "segments.date") return true;
  const { steps, spec } = resolveField(view, condition.field);
  return matches(valueAt(row, steps), condition, spec);
}

function valueAt(row: Json, steps: string[]): unknown {
  return steps.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), row);
}

function sortRows(rows: Json[], orders: (Field & { isDescending: boolean })[]): Json[] {
  if (orders.length === 0) return rows;
  return rows.toSorted((one, other) => {
    for (const { steps, isDescending } of orders) {
      const difference = compare(valueAt(one, steps), valueAt(other, steps));
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return 0;
  });
}

function compare(one: unknown, other: unknown): number {
  const numbers = [Number(one), Number(other)] as const;
  if (numbers.every(Number.isFinite)) return numbers[0] - numbers[1];
  return String(one ?? "") < String(other ?? "") ? -1 : String(one ?? "") > String(other ?? "") ? 1 : 0;
}

/** The selected fields, and the resource name of each part with a selected field. */
function selectFields(row: Json, select: Field[]): Json {
  const result: Json = {};
  for (const { steps } of select) {
    const [first = "", ...rest] = steps;
    const source = row[first] as Json | undefined;
    const part = (result[first] ??
      (source?.resourceName ? { resourceName: source.resourceName } : {})) as Json;
    result[first] = part;
    copyPath(source, part, rest);
  }
  return result;
}

function copyPath(source: unknown, target: Json, steps: string[]): void {
  const [name = "", ...rest] = steps;
  const value = isObject(source) ? source[name] : undefined;
  if (value === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = (isObject(target[name]) ? target[name] : {}) as Json;
  if (isObject(value) && typeof value.resourceName === "string") inner.resourceName = value.resourceName;
  target[name] = inner;
  copyPath(value, inner, rest);
}
