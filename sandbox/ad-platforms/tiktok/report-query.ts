import type { Json } from "../shared/field-table.ts";
import { AUDIENCE_DIMENSIONS, type AudienceDimension } from "./audience.ts";
import { badParameter, notSimulated, TikTokError } from "./errors.ts";
import { REPORT_DAYS, REPORT_IDS_MAX } from "./facts.ts";
import { parseFlagParam, parseListParam, parseObjectsParam, rejectUnknownParams } from "./query.ts";
import { parseDayNumber, toMidnight } from "./time.ts";

/**
 * `ad_id` is a manual ad or a creative of a Smart+ ad, `ad_id_v2` the ad itself in either flow (doc
 * 1854103649826817).
 */
export type IdDimension = "advertiser_id" | "campaign_id" | "adgroup_id" | "ad_id" | "ad_id_v2";
export type ReportQuery = {
  id: IdDimension;
  time: "stat_time_day" | "stat_time_hour" | null;
  metrics: string[];
  /** Rows for each group of people. */
  audience: AudienceDimension | null;
  /** Milliseconds, the end not included; null = the whole lifetime. */
  span: { from: number; to: number } | null;
  /** Ids to keep, by the dimension they name. */
  only: Partial<Record<IdDimension, string[]>>;
  isWithDeleted: boolean;
};

const LEVELS: Record<string, IdDimension[]> = {
  AUCTION_ADVERTISER: ["advertiser_id"],
  AUCTION_CAMPAIGN: ["campaign_id"],
  AUCTION_ADGROUP: ["adgroup_id"],
  AUCTION_AD: ["ad_id", "ad_id_v2"],
};
const TIMES = ["stat_time_day", "stat_time_hour"] as const;
const PARAMETERS = [
  "advertiser_id",
  "report_type",
  "service_type",
  "data_level",
  "dimensions",
  "metrics",
  "start_date",
  "end_date",
  "query_lifetime",
  "filtering",
  "page",
  "page_size",
  "output_format",
];

/** The supported metrics. */
export const METRICS = [
  "spend",
  "impressions",
  "clicks",
  "ctr",
  "cpc",
  "cpm",
  "reach",
  "frequency",
  "conversion",
  "cost_per_conversion",
  "conversion_rate",
  "complete_payment",
  "total_complete_payment_rate",
  "complete_payment_roas",
  "campaign_name",
  "adgroup_name",
  "ad_name",
];

/** Parses and checks a report's parameters (portal doc 1740302848100353). */
export function parseReportQuery(query: URLSearchParams, zone: string): ReportQuery {
  rejectUnknownParams(query, PARAMETERS);
  const type = query.get("report_type") ?? "";
  if (!["BASIC", "AUDIENCE"].includes(type)) throw notSimulated(`report_type ${type}`);
  if ((query.get("service_type") ?? "AUCTION") !== "AUCTION") throw notSimulated("service_type RESERVATION");
  const ids = LEVELS[query.get("data_level") ?? ""];
  if (!ids) throw badParameter("data_level: is not known");
  const dimensions = parseListParam(query, "dimensions") ?? [];
  const id = ids.find((each) => dimensions.includes(each));
  if (!id) throw badParameter(`dimensions: ${ids.join(" or ")} is expected`);
  const time = TIMES.find((each) => dimensions.includes(each)) ?? null;
  const audience = AUDIENCE_DIMENSIONS.find((each) => dimensions.includes(each)) ?? null;
  if ((audience !== null) !== (type === "AUDIENCE"))
    throw badParameter("dimensions: an AUDIENCE report, and no other, names people");
  if (audience && time) throw notSimulated("people by time");
  const unexpected = dimensions.find((each) => each !== id && each !== time && each !== audience);
  if (unexpected) throw badParameter(`dimensions: ${id} and one time are expected`);
  const metrics = parseListParam(query, "metrics") ?? ["spend", "impressions"];
  const unknown = metrics.find((each) => !METRICS.includes(each));
  if (unknown) throw badParameter(`metrics: ${unknown} is not known`);
  return {
    id,
    time,
    audience,
    metrics,
    span: parseSpan(query, time, zone),
    ...parseFilters(parseObjectsParam(query, "filtering")),
  };
}

function parseSpan(query: URLSearchParams, time: ReportQuery["time"], zone: string): ReportQuery["span"] {
  if (parseFlagParam(query, "query_lifetime")) {
    if (time)
      throw badParameter("dimensions: a breakdown by time is not supported when query_lifetime is true");
    return null;
  }
  const first = parseDayNumber(query.get("start_date"));
  const last = parseDayNumber(query.get("end_date"));
  if (first === null || last === null) throw badParameter("start_date and end_date: YYYY-MM-DD is expected");
  if (last < first) throw badParameter("end_date: must not be earlier than start_date");
  const longest = REPORT_DAYS[time ?? "none"];
  if (last - first + 1 > longest) throw badParameter(`The time range cannot exceed ${longest} days`);
  return { from: toMidnight(first, zone), to: toMidnight(last + 1, zone) };
}

function parseFilters(filters: Json[]): Pick<ReportQuery, "only" | "isWithDeleted"> {
  const only: ReportQuery["only"] = {};
  let isWithDeleted = false;
  for (const { field_name: name, filter_type, filter_value } of filters) {
    const values = parseValues(filter_value);
    const isStatus = /^(campaign|adgroup|ad)_status$/.test(String(name));
    if (filter_type !== "IN" || !values)
      throw badParameter("filtering: IN with a JSON list of strings is expected");
    if (isStatus) isWithDeleted ||= values.includes("STATUS_ALL");
    else if (/^(campaign_ids|adgroup_ids|ad_ids|ad_ids_v2)$/.test(String(name))) {
      if (values.length > REPORT_IDS_MAX)
        throw new TikTokError(40011, `filtering: at most ${REPORT_IDS_MAX} ids`);
      only[String(name).replace("_ids", "_id") as IdDimension] = values;
    } else throw badParameter(`filtering: ${name} is not known`);
  }
  return { only, isWithDeleted };
}

/** The value of a filter is JSON text itself. */
function parseValues(text: unknown): string[] | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : null;
  } catch {
    return null;
  }
}
