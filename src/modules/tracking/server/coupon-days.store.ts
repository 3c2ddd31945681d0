import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

/** What is added to a coupon's day. */
export type CouponDayChange = Pick<
  Row<"tracking.coupon_days">,
  "coupon_id" | "uses" | "uses_without_click"
> & {
  day: RiyadhDay;
};

export async function addToCouponDays(
  { tx, actor }: Context,
  changes: readonly CouponDayChange[],
): Promise<void> {
  await tx.run(sql`
    insert into tracking.coupon_days as days (merchant_id, coupon_id, day, uses, uses_without_click)
    select ${actor.merchantId}, coupon_id, day, uses, uses_without_click
    from json_to_recordset(${JSON.stringify(changes)}::json) as given (coupon_id text, day date, uses int,
      uses_without_click int)
    order by coupon_id, day
    on conflict (merchant_id, coupon_id, day) do update set uses = days.uses + excluded.uses,
      uses_without_click = days.uses_without_click + excluded.uses_without_click`);
}
