import { z } from "zod";
import { halalasSchema, instant } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { orderStates, witnesses } from "#modules/figures/contract/order-states.ts";

/** An order in a list of a report. Names are in the request's language; null where they are not known. */
export const reportedOrderSchema = z.object({
  order_id: z.string(),
  /** The number the merchant knows it by. */
  reference: z.string(),
  store_id: z.string(),
  store_name: z.string().nullable(),
  placed_at: instant,
  state: z.enum(orderStates),
  is_cod: z.boolean(),
  city: z.string().nullable(),
  /** What makes up most of it. */
  product: z.string().nullable(),
  total_halalas: halalasSchema,
  refunded_halalas: halalasSchema,
  delivered_at: instant.nullable(),
  /** The campaign that brought it; null when none is proven. */
  campaign: z
    .object({ id: z.string(), name: z.string(), platform: z.enum(platforms), witness: z.enum(witnesses) })
    .nullable(),
  /** Another platform whose campaign a second witness names. */
  rival_platform: z.enum(platforms).nullable(),
});
export type ReportedOrderRow = z.output<typeof reportedOrderSchema>;

export const ordersPage = z.object({
  items: z.array(reportedOrderSchema),
  /** The cursor of the next page; null after the last. */
  next: z.string().nullable(),
});
/** `next` of the page before; one that is not ours begins at the newest order. */
export const pageQuery = { cursor: z.string().max(80).optional() };
export const ordersPageSize = 25;
