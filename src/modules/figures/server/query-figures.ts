import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, type Sql, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import {
  type AdMetric,
  type Dimension,
  getSource,
  type Ratio,
  type Sum,
  sources,
} from "../contract/metrics.ts";
import { computeMetrics, listSums, type Sums } from "../domain/compute-metrics.ts";

export type FiguresFilter = {
  /** Riyadh days, both included. */
  from: RiyadhDay;
  to: RiyadhDay;
  campaignIds?: readonly string[];
  adIds?: readonly string[];
  platforms?: readonly Platform[];
};

export type FiguresQuery<M extends AdMetric, D extends Dimension> = {
  measures: readonly M[];
  /** What the rows are split by, and their order. Without any: one row, zeros when there is nothing. */
  by: readonly D[];
  filter: FiguresFilter;
  /** Business time: the figures as they were known then. Facts are kept for two years. */
  asOf?: Date;
};

type DimensionValues = { day: RiyadhDay; campaign: string; ad: string; platform: Platform };
const columns = {
  day: "day",
  campaign: "campaign_id",
  ad: "ad_id",
  platform: "platform",
} as const satisfies Record<Dimension, string>;

export type FiguresRow<M extends AdMetric, D extends Dimension> = {
  [Name in D as (typeof columns)[Name]]: DimensionValues[Name];
} & { [Name in M]: Name extends Ratio ? number | null : number };

/**
 * The merchant's figures, by any of the dimensions: from the smallest roll-up that can answer, or with `asOf` from the
 * facts. Groups without any row are left out. The three screens that are read most have statements of their own
 * (load-figures.ts).
 */
export async function queryFigures<const M extends AdMetric, const D extends Dimension = never>(
  ctx: ReadContext,
  query: FiguresQuery<M, D>,
): Promise<FiguresRow<M, D>[]> {
  const sums = listSums(query.measures);
  const keys = query.by.map((dimension) => columns[dimension]);
  const groups = keys.length === 0 ? empty : sql`group by ${toList(keys)} order by ${toList(keys)}`;
  const selected = [...keys, ...sums.map((sum) => `coalesce(sum(${sum}), 0)::bigint as ${sum}`)];
  const rows = await ctx.db.many<Record<string, string> & Partial<Sums>>(sql`
    select ${toList(selected)} from (${fromSources(ctx, query, keys, sums)}) known ${groups}`);
  return rows.map(
    (row) =>
      ({
        ...Object.fromEntries(keys.map((key) => [key, row[key]])),
        ...computeMetrics(query.measures, row),
      }) as FiguresRow<M, D>,
  );
}

type AnyQuery = FiguresQuery<AdMetric, Dimension>;
type Key = (typeof columns)[Dimension];

/** Rows with the keys and every sum, one part for each table that holds some of the sums; the others are zero there. */
function fromSources(ctx: ReadContext, query: AnyQuery, keys: readonly Key[], sums: readonly Sum[]): Sql {
  const clicks = sums.filter((sum) => getSource(sum) === "clicks");
  const others = sums.filter((sum) => getSource(sum) !== "clicks");
  const toPart = (held: readonly Sum[], table: Sql) => {
    const values = sums.map((sum) => (held.includes(sum) ? `days.${sum}` : `0 as ${sum}`));
    const dimensions = keys.map((key) => (key === "platform" ? "measured.platform" : `days.${key}`));
    return sql`select ${toList([...dimensions, ...values])} from ${table} where ${toCondition(ctx, query)}`;
  };
  if (query.asOf) return toPart(sums, withPlatform(query, knownAt(ctx, query, query.asOf, sums)));
  const parts = [
    ...(others.length > 0 || clicks.length === 0 ? [rollUpPart()] : []),
    ...(clicks.length > 0 ? [toPart(clicks, withPlatform(query, raw("figures.click_days")))] : []),
  ];
  return join(parts, " union all ");

  function rollUpPart(): Sql {
    if (needs(query, "ad")) return toPart(others, withPlatform(query, raw("figures.ad_days")));
    if (needs(query, "campaign")) return toPart(others, withPlatform(query, raw("figures.campaign_days")));
    // One row for each day and platform, whatever the merchant has.
    return toPart(others, sql`figures.merchant_days days, lateral (select days.platform) measured`);
  }
}

const filterNames = { campaign: "campaignIds", ad: "adIds", platform: "platforms" } as const;

const needs = ({ by, filter }: AnyQuery, dimension: "campaign" | "ad" | "platform"): boolean =>
  by.includes(dimension) || filter[filterNames[dimension]] !== undefined;

/** `days`, with the platform of its campaign as `measured.platform` where that is asked for. */
function withPlatform(query: AnyQuery, table: Sql): Sql {
  if (!needs(query, "platform")) return sql`${table} days`;
  return sql`${table} days join figures.campaigns measured on measured.campaign_id = days.campaign_id
    and measured.merchant_id = days.merchant_id`;
}

/** The last fact of each ad, day and source that was known at the instant. */
function knownAt({ actor }: ReadContext, { filter }: AnyQuery, asOf: Date, sums: readonly Sum[]): Sql {
  const read = sources.filter((source) => sums.some((sum) => getSource(sum) === source));
  return sql`(
    select distinct on (day, ad_id, source) * from figures.ad_facts
    where merchant_id = ${actor.merchantId} and day between ${filter.from} and ${filter.to}
      and source = any(${read}::text[]) and known_at <= ${asOf}
    order by day, ad_id, source, known_at desc, position desc)`;
}

function toCondition({ actor }: ReadContext, { filter }: AnyQuery): Sql {
  const { from, to, campaignIds, adIds, platforms } = filter;
  return join(
    [
      sql`days.merchant_id = ${actor.merchantId} and days.day between ${from} and ${to}`,
      ...(campaignIds ? [sql`days.campaign_id = any(${[...campaignIds]}::text[])`] : []),
      ...(adIds ? [sql`days.ad_id = any(${[...adIds]}::text[])`] : []),
      ...(platforms ? [sql`measured.platform = any(${[...platforms]}::text[])`] : []),
    ],
    " and ",
  );
}

/** Names from the metric table and the dimensions, never from input. */
const toList = (texts: readonly string[]): Sql => join(texts.map((text) => raw(text)));
