import { makeCaller } from "#base/web/data/api.ts";
import type { CouponCalls } from "../contract/coupons.calls.ts";

/** The calls about coupons, typed by their contract alone. */
export const call = makeCaller<CouponCalls>();
