import type { ReadContext } from "#base/server/context.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { toCouponCode } from "../../contract/coupon-code.ts";
import { ordersRefusals } from "../../contract/orders.refusals.ts";
import type { OrdersDeps } from "./orders.deps.ts";

/** Different codes of a merchant in an hour: more than anybody was given, fewer than guessing takes. */
const codesAnHour = 20;

/**
 * Counts a code that a merchant tries, once in the hour however often it is sent; a refused code is counted too. Refuses
 * `billing.too_many_coupons` on its field, for right codes as well.
 */
export const limitCoupons =
  ({ systemClock }: Pick<OrdersDeps, "systemClock">) =>
  async ({ db, actor }: ReadContext, typed: string | undefined): Promise<void> => {
    const code = toCouponCode(typed ?? "");
    if (code === "") return;
    const key = `billing.coupons:${actor.merchantId}`;
    const hour = { windowSeconds: 3_600, now: systemClock.now() };
    // A refusal rolls back that the code was seen: tried again, it is refused again.
    await db.transaction(async (tx) => {
      const unseen = await consumeRateLimit(tx, { ...hour, key: `${key}:${code}`, limit: 1 });
      if (!unseen.isAllowed) return;
      const allowance = await consumeRateLimit(tx, { ...hour, key, limit: codesAnHour });
      if (allowance.isAllowed) return;
      ordersRefusals.refuse("billing.too_many_coupons", waitParams(allowance.retryAfterSeconds), "coupon");
    });
  };
