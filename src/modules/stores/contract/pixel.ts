import { z } from "zod";
import { orderStatuses } from "./enums.ts";

const tag = z.string().max(200);
const amount = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/);

/**
 * Body of `POST /px`. A browser reports an order that was just placed. The merchant's own server signs its reports
 * and may also give the order's later status and its time.
 */
export const pixelEventSchema = z.strictObject({
  site: z.string().max(60),
  order: z.strictObject({
    id: z.string().trim().min(1).max(60),
    /** In units of the currency: the total the shopper pays. */
    total: amount,
    currency: z.literal("SAR").default("SAR"),
    payment: z.string().max(40).optional(),
    coupon: z.string().max(60).optional(),
    /** In signed reports only. */
    status: z.enum(orderStatuses).optional(),
    refunded: amount.optional(),
    /** In signed reports only, and required there: of two reports about an order, the later one wins. */
    at: z.iso.datetime({ offset: true }).optional(),
  }),
  click: z.string().max(60).optional(),
  utm: z
    .strictObject({ utm_source: tag, utm_medium: tag, utm_campaign: tag, utm_term: tag, utm_content: tag })
    .partial()
    .optional(),
});
export type PixelEvent = z.output<typeof pixelEventSchema>;
