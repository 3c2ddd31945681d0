import { type ReadContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Duration, PaymentSource } from "../contract/enums.ts";
import { type CouponTerms, insertCoupon } from "../server/orders/coupons.store.ts";
import type { Period } from "../server/periods.store.ts";
import { toPrice } from "../server/plans.present.ts";
import { findPlanVersion } from "../server/plans.store.ts";
import { startSubscription } from "../server/start-subscription.ts";
import type { Subscription } from "../server/subscriptions.store.ts";

type Bought = {
  plan?: "plv_start_1" | "plv_growth_1" | "plv_pro_1";
  duration?: Duration;
  source?: PaymentSource;
  orderId?: string;
};

/** A plan that was bought and paid now, for tests. */
export function aSubscription(
  ctx: ReadContext,
  { plan = "plv_growth_1", duration = 1, source = "card", orderId = newId("ord") }: Bought = {},
) {
  return transact(ctx, async (ctx) => {
    const version = await findPlanVersion(ctx.tx, plan);
    return startSubscription(ctx, {
      plan_version_id: plan,
      duration_months: duration,
      order_id: orderId,
      paid_halalas: version ? toPrice(version, duration) : 0,
      payment: { source, card_id: null },
      payment_id: null,
    });
  });
}

export const loadSubscription = (db: Db, merchantId = "mer_1") =>
  db.one<Subscription>(sql`
    select * from billing.subscriptions where merchant_id = ${merchantId} order by created_at desc, id desc limit 1`);

export const listPeriodRows = (db: Db, merchantId = "mer_1") =>
  db.many<Period>(sql`select * from billing.periods where merchant_id = ${merchantId} order by number`);

/** A coupon of 10 % for one order, for tests. Returns its id. */
export const aCoupon = (
  ctx: ReadContext,
  { code = "RAWAJ10", ...terms }: Partial<CouponTerms> & { code?: string } = {},
) =>
  transact(ctx, (ctx) =>
    insertCoupon(ctx, {
      code,
      terms: {
        percent_basis_points: 1_000,
        amount_halalas: null,
        starts_at: null,
        ends_at: null,
        scope: "all",
        max_uses: 1,
        max_uses_per_merchant: 1,
        is_first_purchase_only: false,
        is_active: true,
        ...terms,
      },
    }),
  );
