import type { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { empty, join, prepared, type Sql, sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { totalsSchema } from "../contract/reports.calls.ts";
import { roas } from "../domain/order-share.ts";

export type Totals = z.output<typeof totalsSchema>;
type Sums = Omit<Totals, "roas_placed" | "roas_delivered">;

/** Days that platforms and stores still change: today and yesterday. */
const unsettledDays = 2;

const names = [
  "impressions",
  "clicks",
  "spend_halalas",
  "orders_placed",
  "sales_placed_halalas",
  "orders_delivered",
  "sales_delivered_halalas",
  "orders_unconfirmed",
  "sales_unconfirmed_halalas",
  "platform_reported_sales_halalas",
] as const;

/** The requested Riyadh days, and the same number before them. */
type Window = { days: number; from: RiyadhDay; to: RiyadhDay; before: RiyadhDay };
/** The cost and sales of one platform's ads in the requested days. */
type PlatformSums = Pick<Sums, "spend_halalas" | "orders_placed" | "sales_placed_halalas"> & {
  platform: Platform;
};
/** The sums of each requested day; the days before them are one row without a day. */
type Read = { read_at: Date | null; rows: (Sums & { day: RiyadhDay | null })[] };
type AdSums = Pick<
  Sums,
  "impressions" | "clicks" | "spend_halalas" | "orders_placed" | "sales_placed_halalas"
> & { ad_id: string };

/** The merchant's figures of the last `days` Riyadh days up to now, the same number before, by day, and by platform. */
export async function loadHomeFigures({ db, actor, now }: ReadContext, { days }: { days: number }) {
  const { merchantId } = actor;
  const window = toWindow(days, now);
  const figures = sql`
    select (${newestReadAt(merchantId)}) as read_at, (${sumsByDay(merchantId, window)}) as rows,
      (${sumsByPlatform(merchantId, window)}) as platforms`;
  const read = await db.one<Read & { platforms: PlatformSums[] }>(prepared("reports.home", figures));
  return {
    ...presentPeriod(read, window),
    platforms: read.platforms.map((sums) => ({
      ...sums,
      roas_placed: roas(sums.sales_placed_halalas, sums.spend_halalas),
    })),
  };
}

/**
 * The same for one campaign, with the sums of each of its ads. Without any figures the campaign may not be the
 * merchant's.
 */
export async function loadCampaignFigures(
  { db, actor, now }: ReadContext,
  { campaignId, days }: { campaignId: string; days: number },
) {
  const { merchantId } = actor;
  const window = toWindow(days, now);
  const figures = sql`
    select (${newestReadAt(merchantId, campaignId)}) as read_at,
      (${sumsByDay(merchantId, window, campaignId)}) as rows, (${sumsByAd(merchantId, window, campaignId)}) as ads`;
  const read = await db.one<Read & { ads: AdSums[] }>(prepared("reports.campaign", figures));
  return {
    ...presentPeriod(read, window),
    ads: read.ads.map((ad) => ({ ...ad, roas_placed: roas(ad.sales_placed_halalas, ad.spend_halalas) })),
  };
}

function toWindow(days: number, now: Date): Window {
  const to = toRiyadhDay(now);
  const from = addDays(to, 1 - days);
  return { days, from, to, before: addDays(from, -days) };
}

/** As one JSON text, which is parsed several times faster than thirty rows of nine columns. */
function sumsByDay(merchantId: string, { before, from, to }: Window, campaignId?: string): Sql {
  return sql`select coalesce(json_agg(by_day), '[]') from (
    select case when day >= ${from} then day end as day, sum(impressions)::bigint as impressions,
      sum(clicks)::bigint as clicks, sum(spend_halalas)::bigint as spend_halalas,
      sum(orders_placed)::bigint as orders_placed, sum(sales_placed_halalas)::bigint as sales_placed_halalas,
      sum(orders_delivered)::bigint as orders_delivered, sum(sales_delivered_halalas)::bigint as sales_delivered_halalas,
      sum(orders_unconfirmed)::bigint as orders_unconfirmed,
      sum(sales_unconfirmed_halalas)::bigint as sales_unconfirmed_halalas,
      sum(platform_reported_sales_halalas)::bigint as platform_reported_sales_halalas
    from ${daysTable(campaignId)}
    where merchant_id = ${merchantId} and day between ${before} and ${to} ${whereCampaign(campaignId)}
    group by 1
  ) by_day`;
}

/** Highest spend first; platforms without spend and sales are left out. */
function sumsByPlatform(merchantId: string, { from, to }: Window): Sql {
  return sql`select coalesce(json_agg(by_platform order by spend_halalas desc, platform), '[]') from (
    select platform, sum(spend_halalas)::bigint as spend_halalas, sum(orders_placed)::bigint as orders_placed,
      sum(sales_placed_halalas)::bigint as sales_placed_halalas
    from reports.merchant_days
    where merchant_id = ${merchantId} and day between ${from} and ${to}
    group by platform having sum(spend_halalas) > 0 or sum(orders_placed) > 0
  ) by_platform`;
}

function sumsByAd(merchantId: string, { from, to }: Window, campaignId: string): Sql {
  return sql`select coalesce(json_agg(by_ad order by ad_id), '[]') from (
    select ad_id, sum(impressions)::bigint as impressions, sum(clicks)::bigint as clicks,
      sum(spend_halalas)::bigint as spend_halalas, sum(orders_placed)::bigint as orders_placed,
      sum(sales_placed_halalas)::bigint as sales_placed_halalas
    from reports.ad_days
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and day between ${from} and ${to}
    group by ad_id
  ) by_ad`;
}

function presentPeriod({ read_at, rows }: Read, { days, from, to }: Window) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const settledBefore = addDays(to, 1 - unsettledDays);
  return {
    as_of: read_at?.toISOString() ?? null,
    from,
    to,
    totals: withRatios(sumRows(rows.filter(({ day }) => day !== null))),
    previous: withRatios(sumRows(rows.filter(({ day }) => day === null))),
    days: Array.from({ length: days }, (_, index) => {
      const day = addDays(from, index);
      const sums = byDay.get(day);
      const has_data = sums !== undefined;
      return { day, is_settled: day < settledBefore, has_data, ...withRatios(sums ?? nothing) };
    }),
  };
}

/** Sums of each named campaign over the last `days` Riyadh days; campaigns without figures are left out. */
export async function loadCampaignSums(
  { db, actor, now }: ReadContext,
  { campaignIds, days }: { campaignIds: readonly string[]; days: number },
) {
  if (campaignIds.length === 0) return [];
  const to = toRiyadhDay(now);
  const rows = await db.many<Sums & { campaign_id: string; spend_today_halalas: number | null }>(sql`
    select campaign_id, sum(impressions)::bigint as impressions, sum(clicks)::bigint as clicks,
      sum(spend_halalas)::bigint as spend_halalas, sum(orders_placed)::bigint as orders_placed,
      sum(sales_placed_halalas)::bigint as sales_placed_halalas, sum(orders_delivered)::bigint as orders_delivered,
      sum(sales_delivered_halalas)::bigint as sales_delivered_halalas,
      sum(orders_unconfirmed)::bigint as orders_unconfirmed,
      sum(sales_unconfirmed_halalas)::bigint as sales_unconfirmed_halalas,
      sum(platform_reported_sales_halalas)::bigint as platform_reported_sales_halalas,
      (sum(spend_halalas) filter (where day = ${to}))::bigint as spend_today_halalas
    from reports.campaign_days
    where merchant_id = ${actor.merchantId} and campaign_id in (${join([...campaignIds])})
      and day between ${addDays(to, 1 - days)} and ${to}
    group by campaign_id`);
  return rows.map(({ campaign_id, spend_today_halalas, ...sums }) => ({
    campaign_id,
    spend_today_halalas,
    ...withRatios(sums),
  }));
}

const nothing: Sums = Object.fromEntries(names.map((name) => [name, 0])) as Sums;

function sumRows(rows: readonly Sums[]): Sums {
  const total = { ...nothing };
  for (const row of rows) for (const name of names) total[name] += row[name];
  return total;
}

/** The sums in their named order, without other columns, and the ratios. */
function withRatios(sums: Sums): Totals {
  return {
    ...sumRows([sums]),
    roas_placed: roas(sums.sales_placed_halalas, sums.spend_halalas),
    roas_delivered: roas(sums.sales_delivered_halalas, sums.spend_halalas),
  };
}

/** The roll-up to read: one row per day and platform for a merchant, or one per campaign and day. */
function daysTable(campaignId: string | undefined): Sql {
  return campaignId === undefined ? sql`reports.merchant_days` : sql`reports.campaign_days`;
}

function whereCampaign(campaignId: string | undefined): Sql {
  return campaignId === undefined ? empty : sql`and campaign_id = ${campaignId}`;
}

/** The time of the newest figures, as ISO; null while there are none. */
export async function findNewestPoll({ db, actor }: ReadContext): Promise<string | null> {
  const { read_at } = await db.one<{ read_at: Date | null }>(
    sql`select (${newestReadAt(actor.merchantId)}) as read_at`,
  );
  return read_at?.toISOString() ?? null;
}

/** Whether anything was ever shown or sold, for the merchant or for one campaign. */
export async function hasAnyFigures(
  { db, actor }: ReadContext,
  { campaignId }: { campaignId?: string } = {},
): Promise<boolean> {
  const { has_any } = await db.one<{ has_any: boolean }>(sql`
    select exists (
      select 1 from ${daysTable(campaignId)}
      where merchant_id = ${actor.merchantId} ${whereCampaign(campaignId)} and (impressions > 0 or orders_placed > 0 or orders_unconfirmed > 0)
    ) as has_any`);
  return has_any;
}

function newestReadAt(merchantId: string, campaignId?: string): Sql {
  return sql`select read_at from reports.polls where merchant_id = ${merchantId} ${whereCampaign(campaignId)}
    order by read_at desc limit 1`;
}
