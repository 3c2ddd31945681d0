import { isMidnight, isWholeHour } from "../shared/account-time.ts";
import { AUDIENCE_DIMENSIONS, type AudienceDimension } from "./audience.ts";
import { badRequest } from "./errors.ts";

export type Level = "adaccounts" | "campaigns" | "adsquads" | "ads";
export type StatsQuery = {
  granularity: "TOTAL" | "DAY" | "HOUR" | "LIFETIME";
  fields: string[];
  /** Milliseconds; end is not included. Null = the whole lifetime. */
  span: { start: number; end: number } | null;
  breakdown: Exclude<Level, "adaccounts"> | null;
  /** One sum for each group of people in place of one for all. */
  dimension: AudienceDimension | null;
  omitEmpty: boolean;
};

export const STAT_FIELDS = [
  "impressions",
  "swipes",
  "spend",
  "video_views",
  "quartile_1",
  "quartile_2",
  "quartile_3",
  "view_completion",
  "screen_time_millis",
  "swipe_up_percent",
  "uniques",
  "frequency",
  "conversion_purchases",
  "conversion_purchases_value",
  "conversion_add_cart",
  "conversion_sign_ups",
  "conversion_page_views",
  "landing_page_views",
  "native_leads",
  "total_installs",
];

const DAY_MS = 86_400_000;
const RANGE_MAX_MS = { DAY: 31 * DAY_MS, HOUR: 7 * DAY_MS };
const BREAKDOWNS: Record<string, Exclude<Level, "adaccounts">> = {
  campaign: "campaigns",
  adsquad: "adsquads",
  ad: "ads",
};
const DEPTH: Record<Level, number> = { adaccounts: 0, campaigns: 1, adsquads: 2, ads: 3 };
const CHOICES: Record<string, string[]> = {
  granularity: ["TOTAL", "DAY", "HOUR", "LIFETIME"],
  breakdown: ["campaign", "adsquad", "ad"],
  swipe_up_attribution_window: ["1_DAY", "7_DAY", "28_DAY"],
  view_attribution_window: ["none", "1_HOUR", "3_HOUR", "6_HOUR", "1_DAY", "7_DAY"],
  action_report_time: ["conversion", "impression"],
  omit_empty: ["true", "false"],
};
const KNOWN = [
  ...Object.keys(CHOICES),
  "fields",
  "start_time",
  "end_time",
  "conversion_source_types",
  "report_dimension",
  "limit",
  "cursor",
];

/** Parses and checks a report's parameters (developers.snap.com, Measurement). */
export function parseStatsQuery(query: URLSearchParams, level: Level, zone: string): StatsQuery {
  for (const [name, value] of query) {
    if (!KNOWN.includes(name)) throw badRequest(`the parameter ${name} is not known here`);
    if (CHOICES[name] && !CHOICES[name].includes(value))
      throw badRequest(`${name} must be one of ${CHOICES[name].join(", ")}`);
  }
  const granularity = (query.get("granularity") ?? "TOTAL") as StatsQuery["granularity"];
  const breakdown = BREAKDOWNS[query.get("breakdown") ?? ""] ?? null;
  if (breakdown && DEPTH[breakdown] <= DEPTH[level])
    throw badRequest(`${level} have no breakdown by ${breakdown}`);
  const fields = parseFields(query.get("fields"), granularity);
  const dimension = parseDimension(query.get("report_dimension"), granularity);
  if (dimension && breakdown)
    throw badRequest("report_dimension with breakdown is not played by the sandbox");
  if (level === "adaccounts" && !breakdown && fields.some((field) => field !== "spend"))
    throw badRequest("an ad account has only spend unless breakdown is given");
  return {
    granularity,
    fields,
    breakdown,
    dimension,
    span: parseSpan(query, granularity, zone),
    omitEmpty: query.get("omit_empty") === "true",
  };
}

/** Of the dimensions that exist the sandbox plays three, and those in total only: hours have none at Snapchat either. */
function parseDimension(text: string | null, granularity: string): AudienceDimension | null {
  if (text === null) return null;
  if (granularity === "HOUR") throw badRequest("report_dimension cannot be used with granularity HOUR");
  const dimension = AUDIENCE_DIMENSIONS.find((known) => known === text);
  if (!dimension || granularity !== "TOTAL")
    throw badRequest(
      `report_dimension ${JSON.stringify(text)} by ${granularity} is not played by the sandbox`,
    );
  return dimension;
}

function parseFields(text: string | null, granularity: string): string[] {
  if (text === null) return ["spend"];
  const fields = text.split(",").map((field) => field.trim());
  const unknown = fields.find((field) => !STAT_FIELDS.includes(field));
  if (unknown !== undefined) throw badRequest(`the field ${JSON.stringify(unknown)} is not known`);
  if (fields.includes("frequency") && granularity !== "TOTAL")
    throw badRequest("frequency needs granularity TOTAL");
  return fields;
}

function parseSpan(query: URLSearchParams, granularity: string, zone: string): StatsQuery["span"] {
  const startText = query.get("start_time");
  const endText = query.get("end_time");
  if (granularity === "LIFETIME" || (granularity === "TOTAL" && startText === null && endText === null)) {
    if (startText !== null || endText !== null)
      throw badRequest("LIFETIME takes no start_time and no end_time");
    return null;
  }
  if (startText === null || endText === null) throw badRequest(`start_time and end_time are required`);
  const start = parseQueryInstant("start_time", startText);
  const end = parseQueryInstant("end_time", endText);
  if (end <= start) throw badRequest("end_time must be after start_time");
  if (granularity === "DAY" && !(isMidnight(start, zone) && isMidnight(end, zone)))
    throw badRequest(`start_time and end_time must be midnight in ${zone} for DAY`);
  // A day of a clock change is an hour longer; the range is counted in days, not in hours.
  const longest =
    granularity === "TOTAL" ? Number.POSITIVE_INFINITY : RANGE_MAX_MS[granularity as "DAY" | "HOUR"];
  if (end - start > longest + 3_600_000 * (granularity === "DAY" ? 1 : 0))
    throw badRequest(`the range is too long for ${granularity}, at most ${longest / DAY_MS} days`);
  return { start, end };
}

/** In Snapchat's samples a time without an offset is the account's own; here the offset is required (stricter). */
function parseQueryInstant(name: string, text: string): number {
  const instant = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) throw badRequest(`${name} must be an ISO-8601 time with an offset`);
  if (!isWholeHour(instant)) throw badRequest(`${name} must be a whole hour`);
  return instant;
}
