import type { ReadContext } from "#base/server/context.ts";
import { empty, join, prepared, type Sql, sql } from "#base/server/db/db.ts";
import { type Period, toLastDays } from "#base/shared/period.ts";
import {
  addDays,
  daysBetween,
  listDays,
  type RiyadhDay,
  startOfRiyadhDay,
  toRiyadhDay,
} from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { salesMetrics } from "../contract/counted-sales.ts";
import { isSum, type Sum, type Totals, totalNames } from "../contract/metrics.ts";
import { findFirstUnsettled } from "../contract/settled-days.ts";
import { type Sums as AllSums, computeMetrics, listSums } from "../domain/compute-metrics.ts";
import { completeUntil, newestReadAt } from "./complete-until.ts";
import { selectSums } from "./select-sums.ts";

type Shown = Extract<(typeof totalNames)[number], Sum>;
type Sums = Pick<AllSums, Shown>;

/** The sums behind the totals that screens show, and those shown of a platform and of an ad. */
const shown = totalNames.filter((name): name is Shown => isSum(name));
const platformMetrics = ["spend_halalas", "orders_placed", "sales_placed_halalas", "roas_placed"] as const;
const hourMetrics = ["impressions", "clicks", "spend_halalas", "cpc_halalas", "cpm_halalas"] as const;
const adMetrics = ["impressions", "clicks", "spend_halalas", ...salesMetrics] as const;

const shownSums = selectSums(shown);
const platformSums = selectSums(listSums(platformMetrics));
const adSums = selectSums(listSums(adMetrics));

/** The requested days, the same number before them, and the present day. */
type Window = Period & { days: number; before: RiyadhDay; today: RiyadhDay };
/** The cost and sales of one platform's ads in the requested days. */
type PlatformSums = Partial<AllSums> & { platform: Platform };
/** The sums of each requested day; the days before them are one row without a day. */
type Read = { as_of: Date | null; rows: (Sums & { day: RiyadhDay | null })[] };
type AdSums = Partial<AllSums> & { ad_id: string };

/**
 * The merchant's figures of the last `days` Riyadh days up to now, the same number before, by day, and by platform, with
 * how current they are (`findCompleteUntil`).
 */
export async function loadHomeFigures(ctx: ReadContext, { days }: { days: number }) {
  const { db, now } = ctx;
  const { merchantId } = ctx.actor;
  const window = toWindow(toLastDays(days, toRiyadhDay(now)), now);
  const figures = sql`
    select (${completeUntil(ctx)}) as as_of, (${sumsByDay(merchantId, window)}) as rows,
      (${sumsByPlatform(merchantId, window)}) as platforms`;
  const read = await db.one<Read & { platforms: PlatformSums[] }>(prepared("figures.home", figures));
  return {
    ...presentPeriod(read, window),
    platforms: read.platforms.map(({ platform, ...sums }) => ({
      platform,
      ...computeMetrics(platformMetrics, sums),
    })),
  };
}

/**
 * The same for one campaign, with the sums of each of its ads. Without any figures the campaign may not be the
 * merchant's.
 */
export async function loadCampaignFigures(
  { db, actor, now }: ReadContext,
  { campaignId, ...period }: Period & { campaignId: string },
) {
  const { merchantId } = actor;
  const window = toWindow(period, now);
  const figures = sql`
    select (${newestReadAt(merchantId, campaignId)}) as as_of,
      (${sumsByDay(merchantId, window, campaignId)}) as rows, (${sumsByAd(merchantId, window, campaignId)}) as ads`;
  const read = await db.one<Read & { ads: AdSums[] }>(prepared("figures.campaign", figures));
  return {
    ...presentPeriod(read, window),
    ads: read.ads.map(({ ad_id, ...sums }) => ({ ad_id, ...computeMetrics(adMetrics, sums) })),
  };
}

/**
 * What campaigns cost by the hour of the Riyadh day, over all days of the period. Only what platforms report: orders
 * are counted by the day.
 */
export async function loadHourFigures(
  { db, actor }: ReadContext,
  { campaignIds, from, to }: Period & { campaignIds: readonly string[] },
) {
  const ids = join([...campaignIds]);
  const rows = await db.many<Partial<AllSums> & { hour: number }>(sql`
    select extract(hour from hour at time zone 'Asia/Riyadh')::int as hour, ${selectSums(listSums(hourMetrics))}
    from figures.metric_hours
    where merchant_id = ${actor.merchantId} and campaign_id in (${ids})
      and ad_id in (select ad_id from figures.ads where campaign_id in (${ids}))
      and hour >= ${startOfRiyadhDay(from)} and hour < ${startOfRiyadhDay(addDays(to, 1))}
    group by 1 order by 1`);
  return rows.map(({ hour, ...sums }) => ({ hour, ...computeMetrics(hourMetrics, sums) }));
}

function toWindow({ from, to }: Period, now: Date): Window {
  const days = daysBetween(from, to) + 1;
  return { days, from, to, before: addDays(from, -days), today: toRiyadhDay(now) };
}

/** As one JSON text, which is parsed several times faster than thirty rows of nine columns. */
function sumsByDay(merchantId: string, { before, from, to }: Window, campaignId?: string): Sql {
  return sql`select coalesce(json_agg(by_day), '[]') from (
    select case when day >= ${from} then day end as day, ${shownSums}
    from ${daysTable(campaignId)}
    where merchant_id = ${merchantId} and day between ${before} and ${to} ${whereCampaign(campaignId)}
    group by 1
  ) by_day`;
}

/** Highest spend first; platforms without spend and sales are left out. */
function sumsByPlatform(merchantId: string, { from, to }: Window): Sql {
  return sql`select coalesce(json_agg(by_platform order by spend_halalas desc, platform), '[]') from (
    select platform, ${platformSums}
    from figures.merchant_days
    where merchant_id = ${merchantId} and day between ${from} and ${to}
    group by platform having sum(spend_halalas) > 0 or sum(orders_placed) > 0
  ) by_platform`;
}

function sumsByAd(merchantId: string, { from, to }: Window, campaignId: string): Sql {
  return sql`select coalesce(json_agg(by_ad order by ad_id), '[]') from (
    select ad_id, ${adSums}
    from figures.ad_days
    where merchant_id = ${merchantId} and campaign_id = ${campaignId} and day between ${from} and ${to}
    group by ad_id
  ) by_ad`;
}

function presentPeriod({ as_of, rows }: Read, { days, from, to, today }: Window) {
  const unsettledFrom = findFirstUnsettled(today);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return {
    as_of: as_of?.toISOString() ?? null,
    from,
    to,
    totals: toTotals(sumRows(rows.filter(({ day }) => day !== null))),
    previous: toTotals(sumRows(rows.filter(({ day }) => day === null))),
    days: listDays(from, days).map((day) => {
      const sums = byDay.get(day);
      const has_data = sums !== undefined;
      return { day, is_settled: day < unsettledFrom, has_data, ...toTotals(sums ?? {}) };
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
    select campaign_id, ${selectSums(shown)},
      (sum(spend_halalas) filter (where day = ${to}))::bigint as spend_today_halalas
    from figures.campaign_days
    where merchant_id = ${actor.merchantId} and campaign_id in (${join([...campaignIds])})
      and day between ${addDays(to, 1 - days)} and ${to}
    group by campaign_id`);
  return rows.map(({ campaign_id, spend_today_halalas, ...sums }) => ({
    campaign_id,
    spend_today_halalas,
    ...toTotals(sums),
  }));
}

function sumRows(rows: readonly Sums[]): Sums {
  const total = Object.fromEntries(shown.map((name) => [name, 0])) as Sums;
  for (const row of rows) for (const name of shown) total[name] += row[name];
  return total;
}

/** Without other columns of the row. */
const toTotals = (sums: Partial<Sums>): Totals => computeMetrics(totalNames, sums);

/** The roll-up to read: one row per day and platform for a merchant, or one per campaign and day. */
function daysTable(campaignId: string | undefined): Sql {
  return campaignId === undefined ? sql`figures.merchant_days` : sql`figures.campaign_days`;
}

function whereCampaign(campaignId: string | undefined): Sql {
  return campaignId === undefined ? empty : sql`and campaign_id = ${campaignId}`;
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
