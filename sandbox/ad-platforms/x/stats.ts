import { listBuckets } from "../shared/account-time.ts";
import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { DemoAccount } from "./demo.ts";
import { invalid, notFound } from "./errors.ts";
import { ids } from "./lists.ts";
import { inUtc, oneOf, parseParams, time } from "./params.ts";
import type { StoredObject } from "./registry.ts";
import { type ApiResponse, type Call, type Context, type Route, requireAccount, route } from "./router.ts";
import { listSegmentValues, splitBySegment } from "./segments.ts";
import { listPromotedUnder } from "./serving.ts";
import { ENTITIES, type Entity, parseStatsQuery, type StatsQuery } from "./stats-query.ts";

/** Reports: sums of the deliveries by promoted post and hour. Deleted objects keep their metrics. */
export function statsRoutes(context: Context): Route[] {
  return [
    route("GET", "/stats/accounts/:account_id", "analytics", (call) => {
      const account = requireAccount(call, context.registry);
      const query = parseStatsQuery(call.rawParams, account.timezone, false);
      const { request, data, ...more } = buildReport(context, account, query);
      return { params: request.params, data, more };
    }),
    route("GET", "/stats/accounts/:account_id/active_entities", "analytics", (call) =>
      activeEntities(context, call),
    ),
  ];
}

export type Report = {
  data_type: "stats";
  time_series_length: number;
  data: Json[];
  request: { params: Json };
};

export function buildReport(context: Context, account: DemoAccount, query: StatsQuery): Report {
  const { start, end, ...params } = query;
  const spans: [number, number][] =
    query.granularity === "TOTAL"
      ? [[start, end]]
      : listBuckets(query.granularity, start, end, account.timezone);
  const data = query.entity_ids.map((id) => {
    const promoted = listPromoted(context, account, query.entity, id);
    // All impressions are reported for one placement; X's other two have no promoted posts.
    const parts = query.placement === "ALL_ON_TWITTER" ? promoted : [];
    return { id, id_data: listSegments(context, query, parts, spans) };
  });
  return { data_type: "stats", time_series_length: spans.length, data, request: { params } };
}

/** The promoted posts below an entity, deleted ones included. */
export function listPromoted(
  context: Context,
  account: DemoAccount,
  entity: Entity,
  id: string,
): StoredObject[] {
  const { registry } = context;
  const own = (row: StoredObject | undefined, what: string): StoredObject => {
    if (row?.account_id !== account.id) throw notFound(what, id);
    return row;
  };
  switch (entity) {
    case "ACCOUNT":
      if (id !== account.id) throw notFound("Account", id);
      return registry.listInAccount("promoted_tweets", account.id);
    case "FUNDING_INSTRUMENT":
      if (id !== account.fundingId) throw notFound("Funding Instrument", id);
      return registry.listInAccount("promoted_tweets", account.id);
    case "CAMPAIGN":
      return listPromotedUnder(own(registry.tables.campaigns.get(id), "Campaign"), registry);
    case "LINE_ITEM":
      return registry.listChildren(
        "promoted_tweets",
        own(registry.tables.line_items.get(id), "Line Item").id,
      );
    case "PROMOTED_TWEET":
      return [own(registry.tables.promoted_tweets.get(id), "Promoted Tweet")];
    default:
      throw invalid("entity", "Nobody promotes an account here", entity);
  }
}

type Metric = (all: Figures, onVideo: Figures) => number;
const zero: Metric = () => 0;
/** Video completion rates, as shares of impressions: fixed, since nothing depends on them. */
const videoMetrics =
  (part: number): Metric =>
  (_all, onVideo) =>
    Math.floor(onVideo.impressions * part);

const METRICS: Record<string, Record<string, Metric>> = {
  ENGAGEMENT: {
    impressions: (all) => all.impressions,
    clicks: (all) => all.clicks,
    url_clicks: (all) => all.clicks,
    engagements: (all) => all.clicks,
    likes: zero,
    retweets: zero,
    replies: zero,
    follows: zero,
    card_engagements: zero,
    qualified_impressions: zero,
  },
  BILLING: { billed_engagements: (all) => all.impressions, billed_charge_local_micro: (all) => all.spend },
  VIDEO: {
    video_total_views: videoMetrics(0.42),
    video_views_25: videoMetrics(0.35),
    video_views_50: videoMetrics(0.22),
    video_views_75: videoMetrics(0.15),
    video_views_100: videoMetrics(0.11),
    video_cta_clicks: (_all, onVideo) => onVideo.clicks,
  },
};
const NO_CONVERSIONS = ["sign_ups", "site_visits", "add_to_carts"];

/** One entry for all, or one for each segment with deliveries; segments add up to the whole here. */
function listSegments(
  context: Context,
  query: StatsQuery,
  promoted: StoredObject[],
  spans: [number, number][],
): Json[] {
  const { segmentation_type: type } = query;
  const onVideo = new Set(promoted.filter((row) => showsVideo(context, row)));
  const sums = (rows: Iterable<StoredObject>, segment: string | null) =>
    spans.map(([from, to]) =>
      [...rows].reduce((all, row) => {
        const delivered = context.deliveries.reported(row.id, from, to);
        const part = segment && type ? splitBySegment(context, row, delivered, type).get(segment) : delivered;
        return sum(all, part ?? zeroFigures());
      }, zeroFigures()),
    );
  const entry = (segment: Json | null, value: string | null) => ({
    segment,
    metrics: toMetrics(query, sums(promoted, value), sums(onVideo, value)),
  });
  if (type === null) return [entry(null, null)];
  return listSegmentValues(type)
    .filter(({ segment_value }) => sums(promoted, segment_value).some(({ impressions }) => impressions > 0))
    .map((segment) => entry(segment, segment.segment_value));
}

/** An array for each metric, one value for each time unit; null without any data. */
function toMetrics(query: StatsQuery, all: Figures[], onVideo: Figures[]): Json {
  const metrics: Json = {};
  for (const group of query.metric_groups) {
    if (group === "WEB_CONVERSION") {
      for (const what of NO_CONVERSIONS) metrics[`conversion_${what}`] = null;
      metrics.conversion_purchases = toPurchases(all);
    }
    for (const [name, metric] of Object.entries(METRICS[group] ?? {})) {
      const values = all.map((figures, index) => metric(figures, onVideo[index] ?? zeroFigures()));
      metrics[name] = values.some((value) => value !== 0) ? values : null;
    }
  }
  return metrics;
}

/** Counts and amounts in micro, all of them after a click; null without a purchase. */
function toPurchases(sums: readonly Figures[]): Json | null {
  const counts = sums.map(({ purchases }) => purchases);
  const amounts = sums.map(({ sales }) => sales);
  if (!counts.some((count) => count > 0)) return null;
  return {
    order_quantity: counts,
    sale_amount: amounts,
    post_view: null,
    post_engagement: counts,
    assisted: null,
  };
}

function showsVideo(context: Context, promoted: StoredObject): boolean {
  const post = context.registry.tables.tweets.get(String(promoted.wire.tweet_id));
  return /^(7|13)_/.test(String((post?.wire.media_keys as string[] | undefined)?.[0] ?? ""));
}

/** The entities with metrics in a span (docs, Analytics, active entities). */
function activeEntities(context: Context, call: Call): ApiResponse {
  const account = requireAccount(call, context.registry);
  const table = {
    entity: { read: oneOf(ENTITIES), required: true as const },
    start_time: { read: time, required: true as const },
    end_time: { read: time, required: true as const },
    campaign_ids: ids,
    line_item_ids: ids,
    funding_instrument_ids: ids,
  };
  const params = parseParams(table, call.rawParams);
  const [from, to] = [Date.parse(String(params.start_time)), Date.parse(String(params.end_time))];
  const active = context.registry
    .listInAccount("promoted_tweets", account.id)
    .filter((row) => {
      const { impressions, purchases } = context.deliveries.reported(row.id, from, to);
      return impressions > 0 || purchases > 0;
    })
    .map((row) => ({ row, ids: resolveParents(context, row, account) }))
    .filter(({ ids: place }) => {
      const campaignIds = params.campaign_ids as string[] | undefined;
      return !campaignIds || campaignIds.includes(place.CAMPAIGN ?? "");
    });
  const found = new Set(active.map(({ ids: place }) => place[params.entity as Entity] ?? ""));
  const span = {
    activity_start_time: inUtc(from),
    activity_end_time: inUtc(to),
    placements: ["ALL_ON_TWITTER"],
  };
  const data = [...found].filter(Boolean).map((entity_id) => ({ entity_id, ...span }));
  return { params: { account_id: account.id, ...params }, data };
}

function resolveParents(
  context: Context,
  row: StoredObject,
  account: DemoAccount,
): Partial<Record<Entity, string>> {
  return {
    ACCOUNT: account.id,
    FUNDING_INSTRUMENT: account.fundingId,
    CAMPAIGN: context.registry.tables.line_items.get(row.parent_id)?.parent_id ?? "",
    LINE_ITEM: row.parent_id,
    PROMOTED_TWEET: row.id,
  };
}
