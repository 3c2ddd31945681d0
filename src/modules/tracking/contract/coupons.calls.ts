import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { couponRejections, couponSources, couponStatuses } from "./coupons.ts";

const id = z.string().min(1).max(60);
const reading = { subject: "campaign_coupon", action: "read" } as const;
const managing = { subject: "campaign_coupon", action: "manage" } as const;

/** A code as its merchant types it: spaces around it, Arabic digits and case do not count. */
const typedCode = (pattern: RegExp, error: string) =>
  z
    .string()
    .max(60)
    .transform((typed) => toLatinDigits(typed).trim())
    .pipe(z.string().regex(pattern, { error }));

/** All four platforms take these. */
const newCode = typedCode(/^[A-Za-z0-9]{3,20}$/, "tracking:coupon_code_not_valid").transform((code) =>
  code.toUpperCase(),
);
/** A code that stands in the store already may be in any letters. */
const ownCode = typedCode(/^[\p{L}\p{N}_.-]{2,40}$/u, "tracking:coupon_own_code_not_valid");

export const couponSchema = z.object({
  id,
  campaign_id: id,
  store_id: id,
  code: z.string(),
  source: z.enum(couponSources),
  status: z.enum(couponStatuses),
  rejection: z.enum(couponRejections).nullable(),
  /** Of a created code: percent off, and its last Riyadh day. */
  percent: z.number().int().nullable(),
  ends_on: riyadhDay.nullable(),
  /** When it became the campaign's; orders placed before are not. */
  owned_from: instant,
  /** Null while it is the campaign's. */
  owned_until: instant.nullable(),
  /** Placed orders that used it while it was the campaign's, and how many of them came without a click on our links. */
  uses: z.number().int(),
  uses_without_click: z.number().int(),
  sales_placed_halalas: halalasSchema,
  /** The last day on which it was used without clicks far more often than its own history explains; null: none. */
  leak: z
    .object({
      day: riyadhDay,
      uses_without_click: z.number().int(),
      /** What its own days before lead one to expect. */
      expected_uses: z.number(),
    })
    .nullable(),
});
export type CouponAnswer = z.output<typeof couponSchema>;

const place = { campaign_id: id, store_id: id };

export const couponCalls = defineCalls({
  "GET Clients/Tracking/coupons": {
    summary: "A campaign's coupons with their uses, the newest first; those it no longer owns too",
    access: reading,
    readsReplica: true,
    query: z.object({
      campaign_id: id,
      cursor: z.string().max(200).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(couponSchema), next_cursor: z.string().nullable() }),
  },
  "POST Clients/Tracking/coupons": {
    summary:
      "Gives a campaign a coupon: created in the store by its API, or one that the merchant has made there. A code belongs to one campaign at a time",
    access: managing,
    body: z.discriminatedUnion("source", [
      z.object({
        ...place,
        source: z.literal("created"),
        code: newCode,
        percent: z.number().int().min(1).max(100),
        ends_on: riyadhDay,
      }),
      z.object({ ...place, source: z.literal("typed"), code: ownCode }),
    ]),
    answer: couponSchema,
    refusals: [
      "tracking.campaign_without_links",
      "tracking.coupon_store_not_found",
      "tracking.coupon_platform_has_no_api",
      "tracking.coupon_ends_not_valid",
      "tracking.coupon_taken",
      "tracking.coupon_already_own",
      "tracking.most_coupons",
    ],
    idempotent: true,
  },
  "POST Clients/Tracking/coupons/{id}/stop": {
    summary: "Ends the campaign's ownership of a coupon; a created one is switched off in the store too",
    access: managing,
    params: z.object({ id }),
    answer: couponSchema,
    refusals: ["tracking.coupon_not_found"],
  },
});
export type AddCouponInput = z.output<(typeof couponCalls)["POST Clients/Tracking/coupons"]["body"]>;
export type CouponCalls = typeof couponCalls;
