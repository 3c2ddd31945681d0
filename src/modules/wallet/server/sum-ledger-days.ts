import type { ReadContext } from "#base/server/context.ts";
import { empty, join, raw, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** Riyadh days, both included. */
type Days = { from: RiyadhDay; to: RiyadhDay };

const dimensions = {
  day: "day",
  month: "to_char(day, 'YYYY-MM') as month",
  campaign: "campaign_id",
} as const;
type Dimension = keyof typeof dimensions;
type Keys = { day: RiyadhDay; month: string; campaign_id: string };
type Columns = { day: "day"; month: "month"; campaign: "campaign_id" };
export type SettledSpend<D extends Dimension> = Pick<Keys, Columns[D]> & { settled_halalas: number };

/**
 * The ad spend that the ledger captured, by the Riyadh day it belongs to, its month or campaign: VAT included, whether the
 * balance paid it or it is owed; of the named campaigns alone when there are any.
 */
export function sumSettledSpend<const D extends Dimension>(
  { db, actor }: ReadContext,
  { from, to, by, campaignIds }: Days & { by: readonly D[]; campaignIds?: readonly string[] | undefined },
): Promise<SettledSpend<D>[]> {
  const keys = by.map((name) => raw(dimensions[name]));
  const places = raw(by.map((_, at) => at + 1).join(", "));
  return db.many<SettledSpend<D>>(sql`
    select ${join(keys)}, sum(total_halalas)::bigint as settled_halalas from wallet.settled_days
    where merchant_id = ${actor.merchantId} and day between ${from} and ${to}
      ${campaignIds ? sql`and campaign_id = any(${[...campaignIds]}::text[])` : empty}
    group by ${places} order by ${places}`);
}

/** What plans and services cost by the Riyadh day it was booked on, VAT included, less what was given back. */
export function sumFees(
  { db, actor }: ReadContext,
  { from, to }: Days,
): Promise<{ day: RiyadhDay; fees_halalas: number }[]> {
  return db.many(sql`
    select day, sum(case charge_type when 'withdrawal' then total_halalas else -total_halalas end)::bigint as fees_halalas
    from wallet.statement_days
    where merchant_id = ${actor.merchantId} and day between ${from} and ${to} and kind in ('charge', 'charge_refund')
    group by day order by day`);
}
