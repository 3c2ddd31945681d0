import { bucketsOf, inZone } from "../shared/account-time.ts";
import { type Figures, noFigures, sum } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { Answer } from "./envelope.ts";
import { success } from "./envelope.ts";
import { SETTLING_HOURS } from "./facts.ts";
import { accountFor, objectFor, type Room } from "./reads.ts";
import type { Kept } from "./registry.ts";
import type { Call, Route } from "./router.ts";
import { type Level, readStatsQuery, type StatsQuery } from "./stats-query.ts";

const HOUR_MS = 3_600_000;
const TYPE_OF: Record<Level, string> = {
  adaccounts: "AD_ACCOUNT",
  campaigns: "CAMPAIGN",
  adsquads: "AD_SQUAD",
  ads: "AD",
};
const KEY_OF: Record<string, string> = { campaigns: "campaign", adsquads: "adsquad", ads: "ad" };

/** Reports: nothing but sums of the deliveries by ad and hour. Deleted objects keep their figures. */
export function statsRoutes(room: Room): Route[] {
  const levels: Level[] = ["adaccounts", "campaigns", "adsquads", "ads"];
  return levels.map((level) => [
    "GET",
    new RegExp(`^/v1/${level}/([^/]+)/stats$`),
    (call) => answerStats(room, call, level),
  ]);
}

type Report = { room: Room; query: StatsQuery; zone: string; now: number; finalized: number };

function answerStats(room: Room, call: Call, level: Level): Answer {
  const id = call.params[0] ?? "";
  const accountId = level === "adaccounts" ? id : deletedOrNot(room, call, level, id).account_id;
  const { account } = accountFor(call, room.registry, accountId);
  const query = readStatsQuery(call.query, level, account.timezone);
  const now = room.world.now().getTime();
  const finalized = Math.floor((now - SETTLING_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const report = { room, query, zone: account.timezone, now, finalized };
  const isSeries = query.granularity === "DAY" || query.granularity === "HOUR";
  const item = isSeries
    ? "timeseries_stat"
    : query.granularity === "LIFETIME"
      ? "lifetime_stat"
      : "total_stat";
  const stat = { ...head(report, level, id, true), ...content(report, level, id) };
  return success(call.requestId, { [`${item}s`]: [{ sub_request_status: "SUCCESS", [item]: stat }] });
}

function deletedOrNot(room: Room, call: Call, level: Exclude<Level, "adaccounts">, id: string): Kept {
  const row = room.registry.tables[level].get(id);
  return row?.deleted ? row : objectFor(call, room.registry, level, id);
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
  const { breakdown } = report.query;
  if (!breakdown) return figuresFor(report, adsUnder(report.room, level, id));
  const entries = objectsUnder(report.room, level, id, breakdown)
    .map((row) => ({ row, shown: figuresFor(report, adsUnder(report.room, breakdown, row.id)) }))
    .filter(({ shown }) => !report.query.omitEmpty || hasAnything(shown))
    .map(({ row, shown }) => ({ ...head(report, breakdown, row.id, false), ...shown }));
  return { breakdown_stats: { [KEY_OF[breakdown] ?? breakdown]: entries } };
}

function hasAnything(shown: Json): boolean {
  const stats = (entry: Json) => Object.values(entry.stats as Json).some((value) => value !== 0);
  return Array.isArray(shown.timeseries) ? shown.timeseries.some(stats) : stats(shown);
}

/** One sum, or one for each hour or day that has begun. */
function figuresFor(report: Report, ads: Kept[]): Json {
  const { granularity, span } = report.query;
  if (span && (granularity === "DAY" || granularity === "HOUR")) {
    const buckets = bucketsOf(granularity, span.start, span.end, report.zone);
    return {
      timeseries: buckets.map(([start, end]) => ({
        start_time: inZone(start, report.zone),
        end_time: inZone(end, report.zone),
        stats: statsOf(report, ads, start, end),
      })),
    };
  }
  return { stats: statsOf(report, ads, span?.start ?? 0, span?.end ?? Number.MAX_SAFE_INTEGER) };
}

function statsOf(report: Report, ads: Kept[], from: number, to: number): Json {
  const parts = ads.map((ad) => ({ ad, figures: report.room.deliveries.reported(ad.id, from, to) }));
  const all = parts.reduce((total, part) => sum(total, part.figures), noFigures());
  const onVideo = parts
    .filter((part) => isVideo(report.room, part.ad))
    .reduce((total, part) => sum(total, part.figures), noFigures());
  const known: Record<string, number> = {
    impressions: all.impressions,
    swipes: all.clicks,
    spend: all.spend,
    uniques: all.uniques,
    swipe_up_percent: all.impressions > 0 ? all.clicks / all.impressions : 0,
    frequency: all.uniques > 0 ? all.impressions / all.uniques : 0,
    screen_time_millis: all.impressions * SCREEN_TIME_MS,
    ...watched(onVideo),
  };
  return Object.fromEntries(report.query.fields.map((field) => [field, known[field] ?? 0]));
}

const SCREEN_TIME_MS = 2_300;
/** How far people watch, as shares of impressions: fixed, since nothing the product does depends on them. */
function watched(figures: Figures): Record<string, number> {
  const share = (part: number) => Math.floor(figures.impressions * part);
  return {
    video_views: share(0.42),
    quartile_1: share(0.35),
    quartile_2: share(0.22),
    quartile_3: share(0.15),
    view_completion: share(0.11),
  };
}

function isVideo(room: Room, ad: Kept): boolean {
  const creative = room.registry.tables.creatives.get(String(ad.wire.creative_id));
  return room.registry.tables.media.get(String(creative?.wire.top_snap_media_id))?.wire.type === "VIDEO";
}

function objectsUnder(room: Room, level: Level, id: string, kind: Exclude<Level, "adaccounts">): Kept[] {
  const { registry } = room;
  if (level === "adaccounts") return registry.inAccount(kind, id);
  const direct = registry.childrenOf(level === "campaigns" ? "adsquads" : "ads", id);
  if (level === "campaigns" && kind === "ads")
    return direct.flatMap((squad) => registry.childrenOf("ads", squad.id));
  return direct;
}

function adsUnder(room: Room, level: Level, id: string): Kept[] {
  if (level !== "ads") return objectsUnder(room, level, id, "ads");
  const ad = room.registry.tables.ads.get(id);
  return ad ? [ad] : [];
}
