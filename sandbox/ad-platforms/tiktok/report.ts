import { bucketsOf } from "../shared/account-time.ts";
import { type Figures, noFigures, sum } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import type { Advertiser } from "./people.ts";
import { show, statusOf } from "./present.ts";
import { pageOf } from "./query.ts";
import type { Kept, Room } from "./registry.ts";
import { type IdDimension, type ReportQuery, readReportQuery } from "./report-query.ts";
import { advertiserIn, type Call, type Route } from "./router.ts";
import { MICRO } from "./spent.ts";
import { wallTextOf } from "./time.ts";

/** Reports: nothing but sums of the deliveries by ad and hour, in the hours and days of the ad account. */
export function reportRoutes(room: Room): Route[] {
  const handle = (call: Call) => {
    const account = advertiserIn(call, call.query.get("advertiser_id"), room.registry);
    const query = readReportQuery(call.query, account.timezone);
    const { rows, page_info } = pageOf(call.query, linesOf(room, account, query));
    return { list: rows.map((line) => rowOf(room, query, line)), page_info };
  };
  return [{ method: "GET", path: "/report/integrated/get/", scope: "reporting", handle }];
}

export type ReportRow = { dimensions: Record<string, string>; metrics: Record<string, string> };

/** All rows of a report, as a file of it carries them. */
export function reportRows(room: Room, account: Advertiser, asked: URLSearchParams): ReportRow[] {
  const query = readReportQuery(asked, account.timezone);
  return linesOf(room, account, query).map((line) => rowOf(room, query, line));
}

/** What one row is about, before it is written out: of a long report only the rows of the page are. */
type ReportLine = { group: Group; time: Record<string, string>; figures: Figures };

/** A line for each object, or for each of its hours or days in which anything was shown. */
function linesOf(room: Room, account: Advertiser, query: ReportQuery): ReportLine[] {
  const groups = groupsOf(room, account, query);
  const { span, time } = query;
  if (!span || !time)
    return groups.map((group) => ({ group, time: {}, figures: figuresIn(room, group.ads, span) }));
  const grain = time === "stat_time_hour" ? "HOUR" : "DAY";
  const buckets = bucketsOf(grain, span.from, span.to, account.timezone).map(([from, to]) => ({
    span: { from, to },
    time: { [time]: wallTextOf(from, account.timezone) },
  }));
  return groups
    .flatMap((group) =>
      buckets.map((bucket) => ({
        group,
        time: bucket.time,
        figures: figuresIn(room, group.ads, bucket.span),
      })),
    )
    .filter(({ figures }) => figures.impressions > 0 || figures.spend > 0);
}

type Group = { id: string; row: Kept | null; ads: Kept[] };

/** The ads that count, gathered by what the report is about. */
function groupsOf(room: Room, account: Advertiser, query: ReportQuery): Group[] {
  const groups = new Map<string, Group>();
  for (const ad of room.registry.inAccount("ads", account.id)) {
    const line = lineOf(room, ad, account);
    const subject = line[query.id];
    if (!isAsked(line, query) || (!query.isWithDeleted && subject.row && isGone(subject.row, room))) continue;
    const group = groups.get(subject.id) ?? { ...subject, ads: [] };
    groups.set(subject.id, group);
    group.ads.push(ad);
  }
  return [...groups.values()];
}

type Line = Record<IdDimension, { id: string; row: Kept | null }>;

function lineOf({ registry }: Room, ad: Kept, account: Advertiser): Line {
  const group = registry.tables.adgroups.get(ad.parent_id) ?? null;
  const campaign = registry.tables.campaigns.get(group?.parent_id ?? "") ?? null;
  return {
    advertiser_id: { id: account.id, row: null },
    campaign_id: { id: campaign?.id ?? "", row: campaign },
    adgroup_id: { id: group?.id ?? "", row: group },
    ad_id: { id: String(ad.wire.creative_id ?? ad.id), row: ad },
    ad_id_v2: { id: ad.id, row: ad },
  };
}

function isAsked(line: Line, { only }: ReportQuery): boolean {
  return (Object.keys(only) as IdDimension[]).every((key) => only[key]?.includes(line[key].id));
}

const isGone = (row: Kept, room: Room) => statusOf(row, room).endsWith("_DELETE");

function figuresIn(room: Room, ads: Kept[], span: ReportQuery["span"]): Figures {
  const { from, to } = span ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
  return ads.reduce((all, ad) => sum(all, room.deliveries.reported(ad.id, from, to)), noFigures());
}

function rowOf(room: Room, query: ReportQuery, { group: { id, row }, time, figures }: ReportLine): ReportRow {
  const names: Json = row ? show(row, room) : {};
  const values = metricsOf(figures);
  const metrics = query.metrics.map((name) => [name, values[name] ?? String(names[name] ?? "-")] as const);
  return { dimensions: { [query.id]: id, ...time }, metrics: Object.fromEntries(metrics) };
}

/** All values are text; money has two decimals, rates are percentages. */
function metricsOf({ impressions, clicks, spend, uniques }: Figures): Record<string, string> {
  const money = spend / MICRO;
  const per = (amount: number, of: number) => (of > 0 ? amount / of : 0).toFixed(2);
  return {
    spend: money.toFixed(2),
    impressions: String(impressions),
    clicks: String(clicks),
    ctr: per(clicks * 100, impressions),
    cpc: per(money, clicks),
    cpm: per(money * 1_000, impressions),
    reach: String(uniques),
    frequency: per(impressions, uniques),
    conversion: "0",
    cost_per_conversion: "0.00",
    conversion_rate: "0.00",
    complete_payment: "0",
    total_complete_payment_rate: "0.00",
    complete_payment_roas: "0.00",
  };
}
