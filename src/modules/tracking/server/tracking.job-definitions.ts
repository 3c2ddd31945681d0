import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

const input = z.object({ merchant_id: z.string(), coupon_id: z.string() });

/** Creates a coupon in its store. A merchant waits for it. */
export const issueCouponJob = defineJob({ name: "tracking-issue-coupon", input, isUrgent: true });

/** Switches a coupon that we created off in its store. */
export const withdrawCouponJob = defineJob({ name: "tracking-withdraw-coupon", input });
