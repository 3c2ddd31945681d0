import { listBuckets } from "../shared/account-time.ts";
import { type Figures, sum, zeroFigures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { addParts } from "../shared/split-figures.ts";
import { type AudienceDimension, splitByAudience } from "./audience.ts";
import type { Advertiser } from "./demo.ts";
import { computeStatus, present } from "./present.ts";
import { paginate } from "./query.ts";
import type { Context, StoredObject } from "./registry.ts";
import { type IdDimension, parseReportQuery, type ReportQuery } from "./report-query.ts";
import { type Call, type Route, requireAdvertiser } from "./router.ts";
import { MICRO } from "./spend.ts";
import { formatWallTime } from "./time.ts";

/** Reports: sums of the deliveries by ad and hour, in the hours and days of the ad account. */
export function reportRoutes(context: Context): Route[] {
  const handle = (call: Call) => {
    const account = requireAdvertiser(call, call.query.get("advertiser_id"), context.registry);
    const query = parseReportQuery(call.query, account.timezone);
    const { rows, page_info } = paginate(call.query, buildLines(context, account, query));
    return { list: rows.map((line) => buildRow(context, query, line)), page_info };
  };
  return [{ method: "GET", path: "/report/integrated/get/", scope: "reporting", handle }];
}

export type ReportRow = { dimensions: Record<string, string>; metrics: Record<string, string> };

/** All rows of a report, for its file. */
export function reportRows(context: Context, account: Advertiser, params: URLSearchParams): ReportRow[] {
  const query = parseReportQuery(params, account.timezone);
  return buildLines(context, account, query).map((line) => buildRow(context, query, line));
}

/** The keys of one row before formatting: of a long report only the rows of the page are formatted. */
type ReportLine = { group: Group; time: Record<string, string>; figures: Figures };

/** A row for each object, or for each of its hours or days with impressions. */
function buildLines(context: Context, account: Advertiser, query: ReportQuery): ReportLine[] {
  const groups = groupLines(context, account, query);
  const { span, time, audience } = query;
  if (audience) return groups.flatMap((group) => listPeople(context, group, span, audience));
  if (!span || !time)
    return groups.map((group) => ({ group, time: {}, figures: sumFigures(context, group.ads, span) }));
  const grain = time === "stat_time_hour" ? "HOUR" : "DAY";
  const buckets = listBuckets(grain, span.from, span.to, account.timezone).map(([from, to]) => ({
    span: { from, to },
    time: { [time]: formatWallTime(from, account.timezone) },
  }));
  return groups
    .flatMap((group) =>
      buckets.map((bucket) => ({
        group,
        time: bucket.time,
        figures: sumFigures(context, group.ads, bucket.span),
      })),
    )
    .filter(({ figures }) => figures.impressions > 0 || figures.spend > 0 || figures.purchases > 0);
}

/** A row for each group of people with impressions, by what each ad's ad group targets. */
function listPeople(
  context: Context,
  group: Group,
  span: ReportQuery["span"],
  by: AudienceDimension,
): ReportLine[] {
  const parts = new Map<string, Figures>();
  for (const ad of group.ads) {
    const adGroup = context.registry.tables.adgroups.get(ad.parent_id)?.wire ?? {};
    addParts(parts, splitByAudience(sumFigures(context, [ad], span), adGroup, by));
  }
  return [...parts]
    .map(([key, figures]) => ({ group, time: { [by]: key }, figures }))
    .filter(({ figures }) => figures.impressions > 0 || figures.spend > 0 || figures.purchases > 0);
}

type Group = { id: string; row: StoredObject | null; ads: StoredObject[] };

/** The matching ads, grouped by the report's dimension. */
function groupLines(context: Context, account: Advertiser, query: ReportQuery): Group[] {
  const groups = new Map<string, Group>();
  for (const ad of context.registry.listInAccount("ads", account.id)) {
    const line = toLine(context, ad, account);
    const subject = line[query.id];
    if (!isRequested(line, query) || (!query.isWithDeleted && subject.row && isDeleted(subject.row, context)))
      continue;
    const group = groups.get(subject.id) ?? { ...subject, ads: [] };
    groups.set(subject.id, group);
    group.ads.push(ad);
  }
  return [...groups.values()];
}

type Line = Record<IdDimension, { id: string; row: StoredObject | null }>;

function toLine({ registry }: Context, ad: StoredObject, account: Advertiser): Line {
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

function isRequested(line: Line, { only }: ReportQuery): boolean {
  return (Object.keys(only) as IdDimension[]).every((key) => only[key]?.includes(line[key].id));
}

const isDeleted = (row: StoredObject, context: Context) => computeStatus(row, context).endsWith("_DELETE");

function sumFigures(context: Context, ads: StoredObject[], span: ReportQuery["span"]): Figures {
  const { from, to } = span ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
  return ads.reduce((all, ad) => sum(all, context.deliveries.reported(ad.id, from, to)), zeroFigures());
}

function buildRow(
  context: Context,
  query: ReportQuery,
  { group: { id, row }, time, figures }: ReportLine,
): ReportRow {
  const names: Json = row ? present(row, context) : {};
  const values = toMetrics(figures);
  const metrics = query.metrics.map((name) => [name, values[name] ?? String(names[name] ?? "-")] as const);
  return { dimensions: { [query.id]: id, ...time }, metrics: Object.fromEntries(metrics) };
}

/** All values are text; money has two decimals, rates are percentages. */
function toMetrics({
  impressions,
  clicks,
  spend,
  uniques,
  purchases,
  sales,
}: Figures): Record<string, string> {
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
    conversion: String(purchases),
    cost_per_conversion: per(money, purchases),
    conversion_rate: per(purchases * 100, clicks),
    complete_payment: String(purchases),
    total_complete_payment_rate: (sales / MICRO).toFixed(2),
    complete_payment_roas: per(sales / MICRO, money),
  };
}
