import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CouponRejection, CouponSource, CouponStatus } from "../contract/coupons.ts";

export type Coupon = Omit<Row<"tracking.coupons">, "merchant_id" | "code_key"> & {
  source: CouponSource;
  status: CouponStatus;
  rejection: CouponRejection | null;
};

type NewCoupon = Pick<
  Coupon,
  "id" | "campaign_id" | "store_id" | "code" | "source" | "percent" | "ends_on" | "status"
> & { code_key: string };

/** False when a campaign owns the code in this store already. */
export async function insertCoupon({ tx, actor, now }: Context, coupon: NewCoupon): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into tracking.coupons (id, merchant_id, campaign_id, store_id, code, code_key, source, percent, ends_on,
      status, owned_from)
    values (${coupon.id}, ${actor.merchantId}, ${coupon.campaign_id}, ${coupon.store_id}, ${coupon.code},
      ${coupon.code_key}, ${coupon.source}, ${coupon.percent}, ${coupon.ends_on}, ${coupon.status}, ${now})
    on conflict (merchant_id, store_id, code_key) where owned_until is null do nothing`);
  return inserted > 0;
}

/** The merchant's coupon, locked. */
export function lockCoupon({ tx, actor }: Context, couponId: string): Promise<Coupon | undefined> {
  return tx.maybeOne<Coupon>(sql`
    select id, campaign_id, store_id, code, source, percent, ends_on, status, external_id, rejection, sent_at,
      owned_from, owned_until
    from tracking.coupons where id = ${couponId} and merchant_id = ${actor.merchantId} for update`);
}

/** It is about to be sent to the store. `sentAt`: system clock. */
export async function markSent({ tx, actor }: Context, couponId: string, sentAt: Date): Promise<void> {
  await tx.run(sql`
    update tracking.coupons set sent_at = ${sentAt} where id = ${couponId} and merchant_id = ${actor.merchantId}`);
}

/** The store has it under this id. */
export async function saveIssued(
  { tx, actor }: Context,
  { couponId, externalId, status }: { couponId: string; externalId: string; status: CouponStatus },
): Promise<void> {
  await tx.run(sql`
    update tracking.coupons set external_id = ${externalId}, status = ${status}
    where id = ${couponId} and merchant_id = ${actor.merchantId}`);
}

/** It is no longer the campaign's from now on, or never was when the store rejected it. */
export async function endCoupon(
  { tx, actor, now }: Context,
  {
    couponId,
    status,
    rejection = null,
  }: { couponId: string; status: CouponStatus; rejection?: CouponRejection | null },
): Promise<void> {
  await tx.run(sql`
    update tracking.coupons set status = ${status}, rejection = ${rejection},
      owned_until = coalesce(owned_until, greatest(owned_from, ${now}::timestamptz))
    where id = ${couponId} and merchant_id = ${actor.merchantId}`);
}
