import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { exportMimes } from "#base/shared/table-files.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import {
  attributionRow,
  attributionTotal,
  windowDays,
} from "#modules/tracking/contract/attribution.calls.ts";
import { bridgeSteps, listedSteps, overClaimVerdicts } from "./bridge.ts";
import { exportFormats } from "./custom-report.ts";
import { reportScopeQuery } from "./report-scope.ts";
import { ordersPage, pageQuery } from "./reported-order.ts";

/** Why there is nothing to compare: nothing connected, no campaigns, nothing read yet, or nothing in the days. */
const truthEmptiness = ["not_connected", "no_campaigns", "not_read_yet", "none"] as const;

const amount = z.object({ orders: z.number().int(), halalas: halalasSchema });

/** Attribution is not kept by the city of the buyer. */
const { city: _, ...scopeWithoutCity } = reportScopeQuery;

/** What is claimed, proven and delivered of the same ads, and what they cost. */
const truthFigures = z.object({
  spend_halalas: halalasSchema,
  /** What the platforms say they sold; null where claims cannot be narrowed like the orders (a city). */
  claimed: amount.nullable(),
  /** Orders that links and coupons prove, also those cancelled later. */
  proven: amount,
  /** Delivered, less what came back, and what is expected of open orders. */
  delivered: z.object({
    orders: z.number().int(),
    halalas: halalasSchema,
    /** Of this, expected of open orders. */
    expected_halalas: halalasSchema,
    /** How much of the open orders there is. */
    open_halalas: halalasSchema,
  }),
  /** Claimed for each riyal delivered, with a word; null when there is neither. */
  over_claim: z.object({ factor: z.number().nullable(), verdict: z.enum(overClaimVerdicts) }).nullable(),
  roas_claimed: z.number().nullable(),
  roas_delivered: z.number().nullable(),
});
export type TruthFigures = z.output<typeof truthFigures>;

/** Between these the delivered amount lies in the end, at the stated level. */
const range = z.object({ low_halalas: halalasSchema, high_halalas: halalasSchema });

const step = z.object({
  step: z.enum(bridgeSteps),
  /** Signed, except in the sums `claimed`, `proven` and `delivered`. */
  halalas: z.number().int(),
  /** Null where the platform names no orders. */
  orders: z.number().int().nullable(),
  /** Whether its orders can be opened. */
  is_listed: z.boolean(),
});

export const truthCalls = defineCalls({
  "GET Clients/Reports/truth": {
    summary: "What platforms claim, what links prove and what the store delivered, and the way between them",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object(reportScopeQuery),
    answer: z.object({
      from: riyadhDay,
      to: riyadhDay,
      as_of: instant.nullable(),
      emptiness: z.enum(truthEmptiness).nullable(),
      /** Of a hundred ranges, how many hold what is delivered in the end. */
      level: z.number().int(),
      totals: truthFigures.extend({ range }),
      /** Of the compared days; null without a comparison. */
      previous: truthFigures.nullable(),
      /** Highest claim first. */
      platforms: z.array(
        truthFigures.extend({
          platform: z.enum(platforms),
          range,
          /** Whether its report tells sales after views apart, and by which day it dates a sale. */
          view_through: z.enum(["told", "none", "not_told"]),
          dated_by: z.enum(["purchase", "click", "not_told"]),
        }),
      ),
      /** What proves the orders. */
      witnesses: z.object({
        click_id: z.number().int(),
        coupon: z.number().int(),
        both: z.number().int(),
        conflict: z.number().int(),
      }),
      /** The way from claims to deliveries: of all platforms first, then of each. */
      bridges: z.array(z.object({ platform: z.enum(platforms).nullable(), steps: z.array(step) })),
      days: z.array(
        z.object({
          day: riyadhDay,
          claimed_halalas: halalasSchema.nullable(),
          /** Delivered and expected. */
          delivered_halalas: halalasSchema,
          expected_halalas: halalasSchema,
          /** Whether all its orders have ended. */
          is_settled: z.boolean(),
        }),
      ),
    }),
  },
  "GET Clients/Reports/truth/rows": {
    summary: "Claims, proofs and deliveries by campaign or by week, page by page",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ ...reportScopeQuery, by: z.enum(["campaign", "week"]), ...pageQuery }),
    answer: z.object({
      /** Campaigns: highest claim first. Weeks: the newest first. */
      items: z.array(
        truthFigures.extend({
          /** The campaign's id, or the Sunday with which the week begins. */
          key: z.string(),
          /** The campaign's name; null for a week, and for a campaign that is not known any more. */
          name: z.string().nullable(),
          platform: z.enum(platforms).nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  "GET Clients/Reports/truth/export": {
    summary: "Claims, proofs and deliveries of every campaign as a file, the highest claim first",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    ...exportLimits,
    query: z.object({ ...reportScopeQuery, format: z.enum(exportFormats) }),
    answer: file({ types: Object.values(exportMimes) }),
  },
  "GET Clients/Reports/truth/attribution": {
    summary: "Orders that ads brought by campaign, by first and by last click side by side, page by page",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ ...scopeWithoutCity, window_days: windowDays, ...pageQuery }),
    answer: z.object({
      /** By sales under last click, most first. Cancelled and unconfirmed orders are left out. */
      items: z.array(
        attributionRow
          .pick({ campaign_id: true, first_click: true, last_click: true, witnesses: true })
          .extend({
            /** Null for a campaign that is not known any more. */
            name: z.string().nullable(),
            platform: z.enum(platforms).nullable(),
          }),
      ),
      next: z.string().nullable(),
      total: attributionTotal,
    }),
  },
  "GET Clients/Reports/truth/orders": {
    summary: "The orders of a step between claims and deliveries, the newest first",
    access: { subject: "report", action: "read" },
    readsReplica: true,
    query: z.object({ ...reportScopeQuery, step: z.enum(listedSteps), ...pageQuery }),
    answer: ordersPage,
  },
});

export type TruthReport = z.output<(typeof truthCalls)["GET Clients/Reports/truth"]["answer"]>;
export type TruthRow = z.output<
  (typeof truthCalls)["GET Clients/Reports/truth/rows"]["answer"]
>["items"][number];
export type AttributionRows = z.output<
  (typeof truthCalls)["GET Clients/Reports/truth/attribution"]["answer"]
>;
export type BridgeStepRow = TruthReport["bridges"][number]["steps"][number];
