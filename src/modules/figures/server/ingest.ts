import type { Context, ReadContext } from "#base/server/context.ts";
import { join, raw, type Sql, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Halalas } from "#base/shared/money.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type Sum, type SumFrom, sumsFrom } from "../contract/metrics.ts";
import { makeFactMonths, makeHourMonths } from "./make-months.ts";
import { upsertHours } from "./metric-hours.store.ts";
import { rollUp } from "./roll-ups.store.ts";

type Figures = {
  campaignId: string;
  adId: string;
  impressions: number;
  clicks: number;
  spend: Halalas;
  platformReportedPurchases: number;
  platformReportedSales: Halalas;
  /** Of these, after ads that were only seen; absent where the platform does not tell. */
  platformReportedViewPurchases?: number;
  platformReportedViewSales?: Halalas;
};
/** One ad's figures in one hour (UTC, on the hour), or in one whole Riyadh day, as its platform reported them. */
export type AdHour = Figures & { hour: Date };
export type AdDay = Figures & { day: RiyadhDay };

/** The merchant's account that the figures are of, and the platform that reports them. */
export type AccountKey = { adAccountId: string; platform: Platform };

/**
 * Stores a page of hours and adds the differences to the roll-ups, in the caller's transaction. The same page again
 * changes nothing. A day that was reported whole is the sum of its hours again once one of them is reported. Returns
 * whether any figure changed.
 */
export async function ingestHours(
  ctx: Context,
  account: AccountKey,
  reported: readonly AdHour[],
): Promise<boolean> {
  const hours = lastByKey(reported, ({ adId, hour }) => `${adId} ${hour.getTime()}`);
  if (hours.length === 0) return false;
  const { tx, actor } = ctx;
  const { merchantId } = actor;
  await makeHourMonths(
    ctx,
    hours.map(({ hour }) => hour),
  );
  await makeFactMonths(
    ctx,
    hours.map(({ hour }) => toRiyadhDay(hour)),
  );
  await lockAccount(tx, account);
  const regained = await returnToHours(ctx, account, hours);
  const times = hours.map(({ hour }) => hour.getTime());
  const changed = await tx.run(sql`
    with reported as (
      select * from unnest(${hours.map(({ hour }) => hour)}::timestamptz[], ${toColumns(hours)})
        as reported (hour, campaign_id, ad_id, ${columns})
    ),
    changed as (
      select reported.*, (reported.hour at time zone 'Asia/Riyadh')::date as day, ${differences}
      from reported
      left join figures.metric_hours known
        on known.merchant_id = ${merchantId} and known.ad_id = reported.ad_id and known.hour = reported.hour
        -- Implied by the page; lets the index skip the merchant's other rows.
        and known.campaign_id = any(${[...new Set(hours.map((row) => row.campaignId))]}::text[])
        and known.hour between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      where ${isChanged}
    ),
    ${upsertHours(ctx)},
    ${rollUp(ctx, { source: "platform", ...account }, { isReportedWhole: false })}`);
  return changed > 0 || regained;
}

/**
 * Stores a page of whole days: each replaces its ad's hours from now on. The same page again changes nothing. Returns
 * whether any figure changed.
 */
export async function ingestDays(
  ctx: Context,
  account: AccountKey,
  reported: readonly AdDay[],
): Promise<boolean> {
  const days = lastByKey(reported, ({ adId, day }) => `${adId} ${day}`);
  if (days.length === 0) return false;
  await makeFactMonths(
    ctx,
    days.map(({ day }) => day),
  );
  await lockAccount(ctx.tx, account);
  const changed = await ctx.tx.run(sql`
    with ${changedDays(ctx, days)},
    ${rollUp(ctx, { source: "platform", ...account }, { isReportedWhole: true })}`);
  return changed > 0;
}

/** The campaigns for which these whole days differ from the stored figures. */
export async function findChangedCampaigns(ctx: ReadContext, reported: readonly AdDay[]): Promise<string[]> {
  if (reported.length === 0) return [];
  const rows = await ctx.db.many<Row<"figures.ad_days", "campaign_id">>(sql`
    with ${changedDays(
      ctx,
      lastByKey(reported, ({ adId, day }) => `${adId} ${day}`),
    )}
    select distinct campaign_id from changed`);
  return rows.map(({ campaign_id }) => campaign_id);
}

function changedDays({ actor }: ReadContext, days: readonly AdDay[]): Sql {
  const sorted = days.map(({ day }) => day).sort();
  return sql`reported as (
      select * from unnest(${days.map(({ day }) => day)}::date[], ${toColumns(days)})
        as reported (day, campaign_id, ad_id, ${columns})
    ),
    changed as (
      select reported.*, ${differences}
      from reported
      left join figures.ad_days known
        on known.merchant_id = ${actor.merchantId} and known.campaign_id = reported.campaign_id and known.day = reported.day
        and known.ad_id = reported.ad_id
        and known.campaign_id = any(${[...new Set(days.map((row) => row.campaignId))]}::text[])
        and known.day between ${sorted[0] ?? null} and ${sorted.at(-1) ?? null}
      where ${isChanged}
    )`;
}

/** Days reported whole for which hours are reported now: from here on their hours count, stored ones and later ones. */
async function returnToHours(ctx: Context, account: AccountKey, hours: readonly AdHour[]): Promise<boolean> {
  const { tx, actor } = ctx;
  const { merchantId } = actor;
  const times = hours.map(({ hour }) => hour.getTime());
  const firstDay = toRiyadhDay(new Date(Math.min(...times)));
  const lastDay = toRiyadhDay(new Date(Math.max(...times)));
  // Rare: most pages hold hours of days that were not yet reported whole.
  const ofPage = sql`
    days.merchant_id = ${merchantId} and days.is_reported_whole
    and days.campaign_id = any(${[...new Set(hours.map((row) => row.campaignId))]}::text[])`;
  const anyWhole = await tx.maybeOne(sql`
    select from figures.ad_days days
    where ${ofPage} and days.day between ${firstDay} and ${lastDay} limit 1`);
  if (!anyWhole) return false;
  const returned = await tx.run(sql`
    with reported as (
      select distinct campaign_id, ad_id, (hour at time zone 'Asia/Riyadh')::date as day
      from unnest(${hours.map((row) => row.campaignId)}::text[], ${hours.map((row) => row.adId)}::text[],
        ${hours.map((row) => row.hour)}::timestamptz[]) as reported (campaign_id, ad_id, hour)
    ),
    whole as (
      select days.* from reported join figures.ad_days days using (campaign_id, day, ad_id)
      where ${ofPage}
    ),
    summed as (
      select whole.ad_id, whole.day, ${toList((sum) => `sum(known.${sum}) as ${sum}`)}
      from whole join figures.metric_hours known on known.merchant_id = ${merchantId} and known.ad_id = whole.ad_id
        and known.hour >= whole.day::timestamp at time zone 'Asia/Riyadh'
        and known.hour < (whole.day + 1)::timestamp at time zone 'Asia/Riyadh'
      group by 1, 2
    ),
    changed as (
      select whole.campaign_id, whole.ad_id, whole.day,
        ${toList((sum) => `coalesce(summed.${sum}, 0) - whole.${sum} as d_${sum}`)}
      from whole left join summed using (ad_id, day)
    ),
    ${rollUp(ctx, { source: "platform", ...account }, { isReportedWhole: false })}`);
  return returned > 0;
}

const measured = sumsFrom("platform");
const columns = join(measured.map((sum) => raw(sum)));
const toList = (toText: (sum: Sum) => string): Sql => join(measured.map((sum) => raw(toText(sum))));

/** The reported figures minus the stored ones. */
const differences = toList((sum) => `reported.${sum} - coalesce(known.${sum}, 0) as d_${sum}`);

/** A row of zeros without a stored row is no change. */
const isChanged = sql`
  (${toList((sum) => `reported.${sum}`)}) is distinct from (${toList((sum) => `coalesce(known.${sum}, 0)`)})`;

const readSum = {
  impressions: (row) => row.impressions,
  clicks: (row) => row.clicks,
  spend_halalas: (row) => row.spend,
  platform_reported_purchases: (row) => row.platformReportedPurchases,
  platform_reported_sales_halalas: (row) => row.platformReportedSales,
  platform_reported_view_purchases: (row) => row.platformReportedViewPurchases ?? 0,
  platform_reported_view_sales_halalas: (row) => row.platformReportedViewSales ?? 0,
} satisfies Record<SumFrom<"platform">, (row: Figures) => number>;

function toColumns(rows: readonly Figures[]): Sql {
  return sql`
    ${rows.map((row) => row.campaignId)}::text[], ${rows.map((row) => row.adId)}::text[],
    ${join(measured.map((sum) => sql`${rows.map((row) => readSum[sum](row))}::bigint[]`))}`;
}

/** Of rows with the same key in one page, the later one. */
function lastByKey<T>(rows: readonly T[], toKey: (row: T) => string): T[] {
  return [...new Map(rows.map((row) => [toKey(row), row])).values()];
}

/** Serializes ingestion of one account: two transactions would both count the same difference. */
async function lockAccount(tx: Tx, { adAccountId }: AccountKey): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${adAccountId}, 0))`);
}
