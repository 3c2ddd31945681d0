import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type CouponDay, findLeak, leakHistoryDays } from "../domain/coupon-leak.ts";
import type { Attribution } from "./attributions.store.ts";
import { addToCouponDays, type CouponDayChange } from "./coupon-days.store.ts";
import { upsertLeak } from "./coupon-leaks.store.ts";

/** Older days are history that a first sync reads: nobody can act on a leak of then. */
const watchedDays = 2;

/**
 * Counts the uses of the campaigns' coupons by day, and looks at each recent day whose uses without a click have grown
 * for more than the coupon's history explains.
 */
export async function countCouponUses(
  ctx: Context,
  { before, after }: { before: readonly Attribution[]; after: readonly Attribution[] },
): Promise<void> {
  const changes = new Map<string, CouponDayChange>();
  for (const [orders, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const { coupon_id, placed_on: day, orders_placed, witness } of orders) {
      if (coupon_id === null || orders_placed === 0) continue;
      const key = `${coupon_id} ${day}`;
      const change = changes.get(key) ?? { coupon_id, day, uses: 0, uses_without_click: 0 };
      change.uses += sign;
      if (witness === "coupon") change.uses_without_click += sign;
      changes.set(key, change);
    }
  }
  const changed = [...changes.values()].filter((row) => row.uses !== 0 || row.uses_without_click !== 0);
  if (changed.length === 0) return;
  await addToCouponDays(ctx, changed);
  const oldest = addDays(toRiyadhDay(ctx.now), 1 - watchedDays);
  for (const { coupon_id, day, uses_without_click } of changed) {
    if (uses_without_click > 0 && day >= oldest) await checkLeak(ctx, { couponId: coupon_id, day });
  }
}

type OwnedDay = { day: RiyadhDay; campaign_id: string; uses_without_click: number; valid_clicks: number };

async function checkLeak(
  ctx: Context,
  { couponId, day }: { couponId: string; day: RiyadhDay },
): Promise<void> {
  const days = await listOwnedDays(ctx, { couponId, day });
  const [last, ...history] = days.reverse().map(toCouponDay);
  const campaignId = days[0]?.campaign_id;
  if (!last || campaignId === undefined) return;
  const { isLeak, expected, probability } = findLeak(last, history);
  if (!isLeak) return;
  const isNew = await upsertLeak(ctx, {
    coupon_id: couponId,
    day,
    uses_without_click: last.usesWithoutClick,
    expected_uses: expected,
    probability,
  });
  if (!isNew) return;
  await ctx.tx.publish({
    name: "tracking.coupon_leaked",
    merchant_id: ctx.actor.merchantId,
    coupon_id: couponId,
    campaign_id: campaignId,
    day,
  });
}

/** The coupon's days up to this one since its campaign owns it, days without uses included, oldest first. */
function listOwnedDays(
  { tx, actor }: Context,
  { couponId, day }: { couponId: string; day: RiyadhDay },
): Promise<OwnedDay[]> {
  const from = addDays(day, -leakHistoryDays);
  return tx.many<OwnedDay>(sql`
    select days.day::date as day, coupons.campaign_id, coalesce(used.uses_without_click, 0) as uses_without_click,
      coalesce((select sum(valid_clicks) from tracking.click_days
        where click_days.merchant_id = ${actor.merchantId} and click_days.campaign_id = coupons.campaign_id
          and click_days.day = days.day::date), 0)::int as valid_clicks
    from tracking.coupons
    cross join generate_series(
      greatest(${from}::date, (owned_from at time zone 'Asia/Riyadh')::date), ${day}::date, interval '1 day') as days (day)
    left join tracking.coupon_days used
      on used.merchant_id = ${actor.merchantId} and used.coupon_id = coupons.id and used.day = days.day::date
    where coupons.id = ${couponId} and coupons.merchant_id = ${actor.merchantId}
    order by 1`);
}

const toCouponDay = (row: OwnedDay): CouponDay => ({
  usesWithoutClick: row.uses_without_click,
  validClicks: row.valid_clicks,
});
