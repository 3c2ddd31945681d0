import type { ReadContext } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CouponAnswer } from "../contract/coupons.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";

type CouponRow = Omit<CouponAnswer, "owned_from" | "owned_until" | "leak"> & {
  owned_from: Date;
  owned_until: Date | null;
  leak_day: RiyadhDay | null;
  leak_uses: number | null;
  leak_expected: number | null;
};
type ListQuery = { campaign_id: string; cursor?: string | undefined; size: number };

/** A campaign's coupons, the newest first. */
export async function listCoupons(
  ctx: ReadContext,
  { campaign_id, cursor, size }: ListQuery,
): Promise<{ items: CouponAnswer[]; next_cursor: string | null }> {
  const [, at, id] = /^(\d{1,16}):([\w-]{1,60})$/.exec(cursor ?? "") ?? [];
  const before =
    at && id ? sql`and (owned_from, id) < (to_timestamp(${Number(at) / 1_000}), ${id}::text)` : sql``;
  const rows = await select(
    ctx,
    sql`campaign_id = ${campaign_id} ${before} order by owned_from desc, id desc limit ${size + 1}`,
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(presentCoupon),
    next_cursor: rows.length > size && last ? `${last.owned_from.getTime()}:${last.id}` : null,
  };
}

/** Refuses `tracking.coupon_not_found`. */
export async function loadCoupon(
  ctx: ReadContext,
  { couponId }: { couponId: string },
): Promise<CouponAnswer> {
  const [row] = await select(ctx, sql`id = ${couponId}`);
  return row ? presentCoupon(row) : trackingRefusals.refuse("tracking.coupon_not_found");
}

function select({ db, actor }: ReadContext, rest: Sql): Promise<CouponRow[]> {
  return db.many<CouponRow>(sql`
    select coupons.id, campaign_id, store_id, code, source, status, rejection, percent, ends_on, owned_from,
      owned_until, coalesce(days.uses, 0) as uses, coalesce(days.uses_without_click, 0) as uses_without_click,
      coalesce(used.sales, 0)::bigint as sales_placed_halalas, leak.day as leak_day,
      leak.uses_without_click as leak_uses, leak.expected_uses as leak_expected
    from (select * from tracking.coupons where merchant_id = ${actor.merchantId} and ${rest}) coupons
    left join lateral (
      select sum(uses)::int as uses, sum(uses_without_click)::int as uses_without_click from tracking.coupon_days
      where merchant_id = ${actor.merchantId} and coupon_id = coupons.id
    ) days on true
    left join lateral (
      select sum(sales_placed_halalas) as sales from tracking.attributions
      where merchant_id = ${actor.merchantId} and coupon_id = coupons.id
    ) used on true
    left join lateral (
      select day, uses_without_click, expected_uses from tracking.coupon_leaks
      where merchant_id = ${actor.merchantId} and coupon_id = coupons.id order by day desc limit 1
    ) leak on true
    order by owned_from desc, coupons.id desc`);
}

function presentCoupon({ leak_day, leak_uses, leak_expected, ...row }: CouponRow): CouponAnswer {
  return {
    ...row,
    owned_from: row.owned_from.toISOString(),
    owned_until: row.owned_until?.toISOString() ?? null,
    leak:
      leak_day === null || leak_uses === null || leak_expected === null
        ? null
        : {
            day: leak_day,
            uses_without_click: leak_uses,
            expected_uses: Math.round(leak_expected * 10) / 10,
          },
  };
}
