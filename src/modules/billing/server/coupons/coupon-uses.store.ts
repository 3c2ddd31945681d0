import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";

/** The only file that writes `billing.coupon_uses`. */

type NewUse = { couponId: string; subject: string; discount_halalas: number };

export async function insertCouponUse({ tx, actor, now }: Context, use: NewUse): Promise<void> {
  await tx.run(sql`
    insert into billing.coupon_uses (merchant_id, subject, coupon_id, discount_halalas, state, taken_at)
    values (${actor.merchantId}, ${use.subject}, ${use.couponId}, ${use.discount_halalas}, 'taken', ${now})`);
}

/** Once: a use that was returned stays so. */
export async function returnCouponUse({ tx, actor, now }: Context, subject: string): Promise<void> {
  await tx.run(sql`
    update billing.coupon_uses set state = 'returned', returned_at = ${now}
    where merchant_id = ${actor.merchantId} and subject = ${subject} and state = 'taken'`);
}
