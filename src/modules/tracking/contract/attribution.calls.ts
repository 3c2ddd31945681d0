import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { attributionModels, attributionWindows, defaultAttribution, witnesses } from "./attribution.ts";

const id = z.string().max(60);
const reading = { subject: "tracking_link", action: "read" } as const;
const cursor = z.string().max(400).optional();
const size = z.coerce.number().int().min(1).max(200).default(50);

/** How many days before its order a click may be, in a query. */
export const windowDays = z.coerce
  .number()
  .pipe(z.literal([...attributionWindows]))
  .default(defaultAttribution.windowDays);

/** What narrows figures and lists of attributed orders. Days are Riyadh days of placing, both included. */
const filter = {
  from: riyadhDay,
  to: riyadhDay,
  window_days: windowDays,
  campaign_id: id.optional(),
  ad_group_id: id.optional(),
  ad_id: id.optional(),
  store_id: id.optional(),
};

/** Cancelled orders and unconfirmed ones are left out; refused ones are placed and not delivered. */
export const orderSums = z.object({
  orders_placed: z.number().int(),
  sales_placed_halalas: halalasSchema,
  orders_delivered: z.number().int(),
  sales_delivered_halalas: halalasSchema,
});

/** Orders placed by who speaks for them. */
const byWitness = z.object({
  both: z.number().int(),
  click_id: z.number().int(),
  coupon: z.number().int(),
  conflict: z.number().int(),
});

export const attributionTotal = z.object({
  sums: orderSums,
  witnesses: byWitness.extend({ none: z.number().int() }),
});

export const attributionLevels = ["campaign", "ad_group", "ad"] as const;

export const attributionRow = z.object({
  campaign_id: id,
  /** Empty in figures by campaign, and for orders that only a coupon proves: it proves no ad. */
  ad_group_id: id,
  ad_id: id,
  /** The same orders under each model: their sums over all rows and nobody are equal. */
  last_click: orderSums,
  first_click: orderSums,
  /** Of the orders under last click. */
  witnesses: byWitness,
});
export type AttributionRow = z.output<typeof attributionRow>;

const attributedOrder = z.object({
  order_id: id,
  /** The number that the merchant knows the order by. */
  reference: z.string(),
  store_id: id,
  placed_at: instant,
  witness: z.enum(witnesses),
  /** Whom the order counts for; empty where nothing is proven. */
  campaign_id: id,
  ad_group_id: id,
  ad_id: id,
  /** The click it counts for under the model. */
  click_id: id.nullable(),
  /** The campaign's code that it was placed with, and whose it was. */
  coupon_code: z.string().nullable(),
  coupon_campaign_id: id.nullable(),
  sales_placed_halalas: halalasSchema,
  sales_delivered_halalas: halalasSchema,
});
export type AttributedOrder = z.output<typeof attributedOrder>;

const restatement = z.object({
  rule_version: z.number().int(),
  /** Clicks that older rules had judged, and how many of them are counted on the other side now. */
  clicks_read: z.number().int(),
  clicks_moved: z.number().int(),
  moved_to_bots: z.number().int(),
  started_at: instant,
  /** Null while it goes on. */
  finished_at: instant.nullable(),
  /** The Riyadh days whose numbers changed. */
  first_day: riyadhDay.nullable(),
  last_day: riyadhDay.nullable(),
});
export type Restatement = z.output<typeof restatement>;

export const attributionCalls = defineCalls({
  "GET Clients/Tracking/attribution": {
    summary:
      "Orders and sales by campaign, ad group or ad, first and last click side by side, and by witness",
    access: reading,
    readsReplica: true,
    query: z.object({ ...filter, by: z.enum(attributionLevels).default("campaign"), cursor, size }),
    answer: z.object({
      /** By sales under last click, most first. */
      items: z.array(attributionRow),
      next_cursor: z.string().nullable(),
      /** Of all orders that the filter finds, whatever the page. */
      total: attributionTotal,
    }),
  },
  "GET Clients/Tracking/attribution/orders": {
    summary: "The orders behind a figure of attribution, newest first",
    access: reading,
    readsReplica: true,
    query: z.object({
      ...filter,
      model: z.enum(attributionModels).default(defaultAttribution.model),
      witness: z.enum(witnesses).optional(),
      cursor,
      size,
    }),
    answer: z.object({ items: z.array(attributedOrder), next_cursor: z.string().nullable() }),
  },
  "GET Clients/Tracking/restatements": {
    summary:
      "When a new version of the rules for bots judged the merchant's clicks again, and how many moved",
    access: reading,
    readsReplica: true,
    query: z.object({ cursor, size }),
    answer: z.object({ items: z.array(restatement), next_cursor: z.string().nullable() }),
  },
});

export type AttributionCalls = typeof attributionCalls;
