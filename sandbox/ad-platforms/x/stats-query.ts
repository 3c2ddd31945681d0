import { isMidnight, isWholeHour } from "../shared/account-time.ts";
import { invalid, XError } from "./errors.ts";
import { JOB_DAYS_MAX, JOB_SEGMENTED_DAYS_MAX, STATS_IDS_MAX, SYNC_DAYS_MAX } from "./facts.ts";
import { id, listOf, oneOf, type ParamTable, parseParams, type RawParams, text, time } from "./params.ts";

export const ENTITIES = [
  "ACCOUNT",
  "CAMPAIGN",
  "FUNDING_INSTRUMENT",
  "LINE_ITEM",
  "PROMOTED_ACCOUNT",
  "PROMOTED_TWEET",
] as const;
export type Entity = (typeof ENTITIES)[number];
export const METRIC_GROUPS = [
  "BILLING",
  "ENGAGEMENT",
  "LIFE_TIME_VALUE_MOBILE_CONVERSION",
  "MOBILE_CONVERSION",
  "VIDEO",
  "WEB_CONVERSION",
] as const;
/** Enabled as of May 2026 (docs, Analytics, Segmentation); the others of earlier years are not. */
const SEGMENTATIONS = ["AGE", "GENDER", "METROS", "PLATFORMS", "CONVERSION_TAGS"] as const;
const DAY_MS = 86_400_000;

/** docs.x.com, X Ads API, Analytics: the parameters of a synchronous report. */
export const statsParams: ParamTable = {
  end_time: { read: time, required: true },
  entity: { read: oneOf(ENTITIES), required: true },
  entity_ids: { read: listOf(id, STATS_IDS_MAX), required: true },
  granularity: { read: oneOf(["DAY", "HOUR", "TOTAL"]), required: true },
  metric_groups: { read: listOf(oneOf(METRIC_GROUPS)), required: true },
  placement: { read: oneOf(["ALL_ON_TWITTER", "SPOTLIGHT", "TREND"]), required: true },
  start_time: { read: time, required: true },
};
/** A job may also have a segmentation. */
export const jobParams: ParamTable = {
  ...statsParams,
  segmentation_type: { read: oneOf(SEGMENTATIONS) },
  country: { read: text(40) },
};

export type StatsQuery = {
  entity: Entity;
  entity_ids: string[];
  granularity: "DAY" | "HOUR" | "TOTAL";
  metric_groups: string[];
  placement: string;
  start: number;
  end: number;
  /** As X repeats them in the response. */
  start_time: string;
  end_time: string;
  segmentation_type: string | null;
  country: string | null;
};

/** Parses a report's parameters; `isJob` allows longer spans. */
export function parseStatsQuery(rawParams: RawParams, zone: string, isJob: boolean): StatsQuery {
  const params = parseParams(isJob ? jobParams : statsParams, rawParams) as Partial<StatsQuery>;
  const query = { segmentation_type: null, country: null, ...params } as StatsQuery;
  query.start = Date.parse(query.start_time);
  query.end = Date.parse(query.end_time);
  if (query.segmentation_type === "METROS" && query.country === null)
    throw invalid("country", "METROS needs a country");
  if (
    query.segmentation_type === "CONVERSION_TAGS" &&
    query.metric_groups.some((one) => one !== "WEB_CONVERSION")
  )
    throw invalid("segmentation_type", "CONVERSION_TAGS goes with WEB_CONVERSION only", "CONVERSION_TAGS");
  checkSpan(query, zone, isJob);
  return query;
}

function checkSpan(
  { start, end, granularity, segmentation_type }: StatsQuery,
  zone: string,
  isJob: boolean,
): void {
  for (const [name, at] of [
    ["start_time", start],
    ["end_time", end],
  ] as const) {
    if (!isWholeHour(at)) throw invalid(name, `${name} must be a whole hour`);
    if (granularity === "DAY" && !isMidnight(at, zone))
      throw invalid(name, `${name} must be midnight in ${zone}`);
  }
  if (end <= start)
    throw new XError(400, { code: "INVALID_TIME_WINDOW", message: "end_time must be after start_time" });
  const days = isJob ? (segmentation_type ? JOB_SEGMENTED_DAYS_MAX : JOB_DAYS_MAX) : SYNC_DAYS_MAX;
  // A week in which the clock is put back is an hour longer.
  if (end - start > days * DAY_MS + 3_600_000)
    throw new XError(400, { code: "INVALID_TIME_WINDOW", message: `At most ${days} days may be asked for` });
}
