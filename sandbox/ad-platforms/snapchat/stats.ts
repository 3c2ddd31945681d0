import { inZone, listBuckets } from "../shared/account-time.ts";
import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { addParts } from "../shared/split-figures.ts";
import { type AudienceDimension, splitByAudience } from "./audience.ts";
import type { ApiResponse } from "./envelope.ts";
import { success } from "./envelope.ts";
import { SETTLING_HOURS } from "./facts.ts";
import { type Context, requireAccount, requireObject } from "./reads.ts";
import type { StoredObject } from "./registry.ts";
import type { Call, Route } from "./router.ts";
import { type Level, parseStatsQuery, type StatsQuery } from "./stats-query.ts";

const HOUR_MS = 3_600_000;
const TYPE_OF: Record<Level, string> = {
  adaccounts: "AD_ACCOUNT",
  campaigns: "CAMPAIGN",
  adsquads: "AD_SQUAD",
  ads: "AD",
};
const KEY_OF: Record<string, string> = { campaigns: "campaign", adsquads: "adsquad", ads: "ad" };

/** Reports: sums of the deliveries by ad and hour. Deleted objects keep their metrics. */
export function statsRoutes(context: Context): Route[] {
  const levels: Level[] = ["adaccounts", "campaigns", "adsquads", "ads"];
  return levels.map((level) => [
    "GET",
    new RegExp(`^/v1/${level}/([^/]+)/stats$`),
    (call) => handleStats(context, call, level),
  ]);
}

type Report = { context: Context; query: StatsQuery; zone: string; now: number; finalized: number };

function handleStats(context: Context, call: Call, level: Level): ApiResponse {
  const id = call.params[0] ?? "";
  const accountId =
    level === "adaccounts" ? id : requireIncludingDeleted(context, call, level, id).account_id;
  const { account } = requireAccount(call, context.registry, accountId);
  const query = parseStatsQuery(call.query, level, account.timezone);
  const now = context.world.now().getTime();
  const finalized = Math.floor((now - SETTLING_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const report = { context, query, zone: account.timezone, now, finalized };
  const isSeries = query.granularity === "DAY" || query.granularity === "HOUR";
  const item = isSeries
    ? "timeseries_stat"
    : query.granularity === "LIFETIME"
      ? "lifetime_stat"
      : "total_stat";
  const stat = { ...head(report, level, id, true), ...content(report, level, id) };
  return success(call.requestId, { [`${item}s`]: [{ sub_request_status: "SUCCESS", [item]: stat }] });
}

function requireIncludingDeleted(
  context: Context,
  call: Call,
  level: Exclude<Level, "adaccounts">,
  id: string,
): StoredObject {
  const row = context.registry.tables[level].get(id);
  return row?.deleted ? row : requireObject(call, context.registry, level, id);
}

function head(report: Report, level: Level, id: string, isTop: boolean): Json {
  const { span, granularity } = report.query;
  const times = span
    ? { start_time: inZone(span.start, report.zone), end_time: inZone(span.end, report.zone) }
    : {};
  const finalized = isTop ? { finalized_data_end_time: inZone(report.finalized, report.zone) } : {};
  return { id, type: TYPE_OF[level], granularity, ...times, ...finalized };
}

function content(report: Report, level: Level, id: string): Json {
  const { breakdown, dimension } = report.query;
  if (dimension) return presentPeople(report, listAdsUnder(report.context, level, id), dimension);
  if (!breakdown) return presentFigures(report, listAdsUnder(report.context, level, id));
  const entries = listObjectsUnder(report.context, level, id, breakdown)
    .map((row) => ({ row, shown: presentFigures(report, listAdsUnder(report.context, breakdown, row.id)) }))
    .filter(({ shown }) => !report.query.omitEmpty || hasAnything(shown))
    .map(({ row, shown }) => ({ ...head(report, breakdown, row.id, false), ...shown }));
  return { breakdown_stats: { [KEY_OF[breakdown] ?? breakdown]: entries } };
}

/** One sum for each group of people, with the group's name beside its numbers. */
function presentPeople(report: Report, ads: StoredObject[], dimension: AudienceDimension): Json {
  const { context, query } = report;
  const { start = 0, end = Number.MAX_SAFE_INTEGER } = query.span ?? {};
  const people = new Map<string, Figures>();
  for (const ad of ads) {
    const squad = context.registry.tables.adsquads.get(String(ad.wire.ad_squad_id));
    const figures = context.deliveries.reported(ad.id, start, end);
    addParts(people, splitByAudience(figures, (squad?.wire.targeting ?? {}) as Json, dimension));
  }
  const known = ({ impressions, clicks: swipes, spend, uniques }: Figures): Record<string, number> => ({
    impressions,
    swipes,
    spend,
    uniques,
  });
  const groups = [...people].map(([key, figures]) => ({
    [dimension]: key,
    ...Object.fromEntries(query.fields.map((field) => [field, known(figures)[field] ?? 0])),
  }));
  const isEmpty = (group: Json) => query.fields.every((field) => group[field] === 0);
  return { dimension_stats: query.omitEmpty ? groups.filter((group) => !isEmpty(group)) : groups };
}

function hasAnything(shown: Json): boolean {
  const stats = (entry: Json) => Object.values(entry.stats as Json).some((value) => value !== 0);
  return Array.isArray(shown.timeseries) ? shown.timeseries.some(stats) : stats(shown);
}

/** One sum, or one for each hour or day that has begun. */
function presentFigures(report: Report, ads: StoredObject[]): Json {
  const { granularity, span } = report.query;
  if (span && (granularity === "DAY" || granularity === "HOUR")) {
    const buckets = listBuckets(granularity, span.start, span.end, report.zone);
    return {
      timeseries: buckets.map(([start, end]) => ({
        start_time: inZone(start, report.zone),
        end_time: inZone(end, report.zone),
        stats: computeStats(report, ads, start, end),
      })),
    };
  }
  return { stats: computeStats(report, ads, span?.start ?? 0, span?.end ?? Number.MAX_SAFE_INTEGER) };
}

function computeStats(report: Report, ads: StoredObject[], from: number, to: number): Json {
  const parts = ads.map((ad) => ({ ad, figures: report.context.deliveries.reported(ad.id, from, to) }));
  const all = parts.reduce((total, part) => sum(total, part.figures), zeroFigures());
  const onVideo = parts
    .filter((part) => isVideo(report.context, part.ad))
    .reduce((total, part) => sum(total, part.figures), zeroFigures());
  const known: Record<string, number> = {
    impressions: all.impressions,
    swipes: all.clicks,
    spend: all.spend,
    uniques: all.uniques,
    conversion_purchases: all.purchases,
    conversion_purchases_value: all.sales,
    swipe_up_percent: all.impressions > 0 ? all.clicks / all.impressions : 0,
    frequency: all.uniques > 0 ? all.impressions / all.uniques : 0,
    screen_time_millis: all.impressions * SCREEN_TIME_MS,
    ...videoMetrics(onVideo),
  };
  return Object.fromEntries(report.query.fields.map((field) => [field, known[field] ?? 0]));
}

const SCREEN_TIME_MS = 2_300;
/** Video completion rates, as shares of impressions: fixed, since nothing in the product depends on them. */
function videoMetrics(figures: Figures): Record<string, number> {
  const share = (part: number) => Math.floor(figures.impressions * part);
  return {
    video_views: share(0.42),
    quartile_1: share(0.35),
    quartile_2: share(0.22),
    quartile_3: share(0.15),
    view_completion: share(0.11),
  };
}

function isVideo(context: Context, ad: StoredObject): boolean {
  const creative = context.registry.tables.creatives.get(String(ad.wire.creative_id));
  return context.registry.tables.media.get(String(creative?.wire.top_snap_media_id))?.wire.type === "VIDEO";
}

function listObjectsUnder(
  context: Context,
  level: Level,
  id: string,
  kind: Exclude<Level, "adaccounts">,
): StoredObject[] {
  const { registry } = context;
  if (level === "adaccounts") return registry.listInAccount(kind, id);
  const direct = registry.listChildren(level === "campaigns" ? "adsquads" : "ads", id);
  if (level === "campaigns" && kind === "ads")
    return direct.flatMap((squad) => registry.listChildren("ads", squad.id));
  return direct;
}

function listAdsUnder(context: Context, level: Level, id: string): StoredObject[] {
  if (level !== "ads") return listObjectsUnder(context, level, id, "ads");
  const ad = context.registry.tables.ads.get(id);
  return ad ? [ad] : [];
}
