import { inZone, isMidnight, toDayRange } from "../shared/account-time.ts";
import { type Json, listOf, objectOf, oneOf, type Rule, text } from "../shared/field-table.ts";
import { AUDIENCE_BREAKDOWNS, type AudienceBreakdown } from "./audience.ts";
import { GraphError, invalid } from "./errors.ts";
import { ENUMS, HISTORY_MONTHS, HOURLY, NODES, PARAMS } from "./facts.ts";
import { COMMON_PARAMS, fieldsText, option } from "./params.ts";

export type Level = "account" | "campaign" | "adset" | "ad";
export type Filter = { field: string; operator: string; value: unknown };
export type InsightsQuery = {
  level: Level;
  fields: string[];
  /** Days of the account's own time zone, each from midnight to midnight; a row is a group of them. */
  rows: Day[][];
  isHourly: boolean;
  /** Rows for each group of people. */
  audience: AudienceBreakdown | null;
  filters: Filter[];
};
export type Day = { name: string; start: number; end: number };

const DAY_MS = 86_400_000;
const DEFAULT_FIELDS = ["account_id", "impressions", "spend"];
const BREAKDOWNS_SERVED: readonly string[] = [HOURLY, ...AUDIENCE_BREAKDOWNS];
const day: Rule = (value, field) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? null
    : `${field} must be YYYY-MM-DD`;
const timeRange = objectOf({ since: { rule: day, required: true }, until: { rule: day, required: true } });
const filtering = listOf(
  objectOf({
    field: { rule: text(64), required: true },
    operator: { rule: oneOf(["IN", "EQUAL", "GREATER_THAN"]), required: true },
    value: { rule: () => null, required: true },
  }),
);

/** Parses a report's parameters. `level` is the node's own by default; days are the account's. */
export function parseInsightsQuery(params: Json, level: Level, zone: string, now: Date): InsightsQuery {
  const unexpected = Object.keys(params).find(
    (name) => !COMMON_PARAMS.includes(name) && !PARAMS.insights?.includes(name),
  );
  if (unexpected) throw invalid(`Unknown parameter "${unexpected}"`, { blame: [unexpected] });
  const breakdowns = listFrom(params.breakdowns);
  const unsupported = breakdowns.find((name) => !BREAKDOWNS_SERVED.includes(name));
  if (unsupported)
    throw invalid(`breakdowns ${unsupported} is not valid for this report`, { blame: ["breakdowns"] });
  if (breakdowns.length > 1)
    throw invalid(`The combination of breakdowns ${breakdowns.join(", ")} is not served here`, {
      blame: ["breakdowns"],
    });
  const days = listDays(resolveRange(params, zone, now), zone);
  const filters = (option(params, "filtering", filtering) ?? []) as Filter[];
  return {
    level: (option(params, "level", oneOf(ENUMS.insights_level)) as Level | undefined) ?? level,
    fields: parseFields(params),
    rows: grouped(days, params.time_increment),
    isHourly: breakdowns.includes(HOURLY),
    audience: AUDIENCE_BREAKDOWNS.find((name) => breakdowns.includes(name)) ?? null,
    filters: filters.map(knownFilter),
  };
}

function parseFields(params: Json): string[] {
  const requestedFields =
    fieldsText(params)
      ?.split(",")
      .map((name) => name.trim()) ?? DEFAULT_FIELDS;
  const unexpected = requestedFields.find((name) => !NODES.AdsInsights?.includes(name));
  if (unexpected) throw invalid(`${unexpected} is not valid for fields param.`, { blame: ["fields"] });
  return requestedFields;
}

const FILTER_FIELDS = /^((campaign|adset|ad)\.(id|effective_status|impressions)|impressions|spend)$/;

function knownFilter(filter: Filter): Filter {
  if (!FILTER_FIELDS.test(filter.field))
    throw invalid(`filtering field ${filter.field} is invalid`, { blame: ["filtering"] });
  if (filter.operator === "IN" && !Array.isArray(filter.value))
    throw invalid("filtering value must be a list for IN", { blame: ["filtering"] });
  return filter;
}

function listFrom(value: unknown): string[] {
  if (value === undefined || value === "") return [];
  if (Array.isArray(value)) return value.map(String);
  const plain = String(value);
  return plain.startsWith("[") ? (JSON.parse(plain) as string[]) : plain.split(",");
}

type Range = { since: string; until: string };

/** Both days included. */
function resolveRange(params: Json, zone: string, now: Date): Range {
  const today = inZone(toDayRange(now, zone)[0], zone).slice(0, 10);
  const given = option(params, "time_range", timeRange) as Range | undefined;
  if (given) {
    if (given.since > given.until)
      throw invalid("time_range since must not be after until", { blame: ["time_range"] });
    if (given.since < shifted(today, -HISTORY_MONTHS * 30.5))
      throw new GraphError(
        3_018,
        "(#3018) The start date of the time range cannot be beyond 37 months from the current date",
      );
    const isPast = given.until <= today;
    return { since: given.since, until: isPast ? given.until : today };
  }
  const preset = String(option(params, "date_preset", oneOf(ENUMS.insights_date_preset)) ?? "last_30d");
  const count = /^last_(\d+)d$/.exec(preset)?.[1];
  if (count) return { since: shifted(today, -Number(count)), until: shifted(today, -1) };
  if (preset === "today") return { since: today, until: today };
  if (preset === "yesterday") return { since: shifted(today, -1), until: shifted(today, -1) };
  if (preset === "this_month") return { since: `${today.slice(0, 8)}01`, until: today };
  if (preset === "maximum" || preset === "data_maximum")
    return { since: shifted(today, -HISTORY_MONTHS * 30), until: today };
  throw invalid(`date_preset ${preset} is not served here`, { blame: ["date_preset"] });
}

function shifted(name: string, days: number): string {
  return new Date(Date.parse(name) + Math.round(days) * DAY_MS).toISOString().slice(0, 10);
}

/** The days of a range with their midnights in the zone, computed from noon, which no clock change skips. */
function listDays({ since, until }: Range, zone: string): Day[] {
  const days: Day[] = [];
  for (let name = since; name <= until; name = shifted(name, 1)) {
    const last = days.at(-1);
    const start = last ? last.end : toMidnight(name, zone);
    days.push({ name, start, end: nextDay(start, zone) });
  }
  return days;
}

function toMidnight(name: string, zone: string): number {
  let at = Date.parse(`${name}T00:00:00Z`) - 14 * 3_600_000;
  while (!(isMidnight(at, zone) && inZone(at, zone).startsWith(name))) at += 3_600_000;
  return at;
}

function nextDay(start: number, zone: string): number {
  for (const hours of [24, 23, 25])
    if (isMidnight(start + hours * 3_600_000, zone)) return start + hours * 3_600_000;
  return start + DAY_MS;
}

function grouped(days: Day[], increment: unknown): Day[][] {
  if (increment === undefined || increment === "all_days") return days.length > 0 ? [days] : [];
  const size = Number(increment);
  if (!Number.isInteger(size) || size < 1 || size > 90)
    throw invalid("time_increment must be 1 to 90 days or all_days here", { blame: ["time_increment"] });
  return Array.from({ length: Math.ceil(days.length / size) }, (_, chunkIndex) =>
    days.slice(chunkIndex * size, (chunkIndex + 1) * size),
  );
}
